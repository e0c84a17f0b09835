// Fits the costs of a CPU's stages and gathers, one number after the other.
#include <algorithm>

#include "calibration/fit.hpp"

namespace stockham::internal {

namespace {

/// A number of a profile and its lower bound.
struct lane_number {
    double& (*of)(profile_data&);
    double least;
};

/// The prediction as a linear function of a number: its value at 0 and its slope.
struct dependence {
    double at_zero = 0, slope = 0;
};
dependence dependence_of(const plan_time& pass, const device_description& device, profile_data p, lane_number n) {
    constexpr double unit = 1e-9;  // typical for seconds
    auto& value = n.of(p);
    value = 0;
    const double zero = predicted_seconds(pass, with_profile(device, p));
    value = unit;
    return {zero, (predicted_seconds(pass, with_profile(device, p)) - zero) / unit};
}

double median(std::vector<double> all) {
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
    return all[all.size() / 2];
}

/// Sets the number to the median of the values with which the model matches the time of a pass. Uses passes that depend
/// on this number but not on `other`; without such passes the number stays.
void fit(lane_number n, const std::vector<plan_time>& passes, const device_description& device, profile_data& p,
         const lane_number* other = nullptr) {
    std::vector<double> values;
    for (const auto& pass : passes) {
        const auto d = dependence_of(pass, device, p, n);
        if (!(d.slope > 0) || (other && dependence_of(pass, device, p, *other).slope > 0)) continue;
        values.push_back((pass.seconds - d.at_zero) / d.slope);
    }
    if (!values.empty()) n.of(p) = std::max(n.least, median(values));
}

}  // namespace

void fit_lanes(profile_data& p, const device_description& device, const std::vector<plan_time>& passes) {
    const lane_number stage{[](profile_data& q) -> double& { return q.lane.stage; }, 1e-12};
    const lane_number gather{[](profile_data& q) -> double& { return q.lane.gather; }, 0};
    fit(stage, passes, device, p, &gather);
    fit(gather, passes, device, p);
}

}  // namespace stockham::internal
