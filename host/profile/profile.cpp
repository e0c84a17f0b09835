// Evaluates curves and names a profile.
#include "profile/profile.hpp"

#include <algorithm>
#include <cmath>

namespace stockham::internal {

double curve::step(double x) const {
    double y = points_.front().y;
    for (const auto& p : points_)
        if (x >= p.x) y = p.y;
    return y;
}

double curve::between(double x) const {
    const auto after = std::find_if(points_.begin(), points_.end(), [&](const point& p) { return x < p.x; });
    if (after == points_.begin()) return points_.front().y;
    if (after == points_.end()) return points_.back().y;
    const auto& before = *(after - 1);
    return before.y + (after->y - before.y) * std::log(x / before.x) / std::log(after->x / before.x);
}

std::string title_of(const profile_data& p) {
    const auto& owner = !p.device.empty() ? p.device : !p.architecture.empty() ? p.architecture : p.platform;
    const std::string any = p.lanes ? "any CPU" : "any GPU";
    return (!owner.empty()      ? owner
            : !p.vendor.empty() ? any + " by " + p.vendor
                                : any) +
           (p.origin.empty() ? "" : ": " + p.origin);
}

double copy_seconds(const profile_data& p, double bytes) {
    return bytes / p.copy.between(bytes);
}

double slow_copy_seconds(const profile_data& p, double bytes) {
    return bytes / p.copy.last();
}

}  // namespace stockham::internal
