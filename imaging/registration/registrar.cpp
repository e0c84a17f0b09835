// Registers groups of pictures.
#include "imaging/registration/registrar.hpp"

#include <algorithm>
#include <cmath>

#include "imaging/registration/aligner.hpp"

namespace stockham::imaging_internal {

namespace {

using registrations = std::vector<imaging::registration>;

// From -180 (excluded) to 180 degrees.
double within_turn(double angle) {
    const double rest = std::remainder(angle, 360.0);
    return rest <= -180 ? 180 : rest;
}

// After `known` was undone, the rest of the shift is measured in the turned and scaled picture.
void add_shift(imaging::registration& known, const imaging::registration& rest) {
    const double angle = known.angle * std::acos(-1.0) / 180;
    const double c = known.scale * std::cos(angle), s = known.scale * std::sin(angle);
    known.down += c * rest.down - s * rest.right;
    known.right += s * rest.down + c * rest.right;
    known.peak = rest.peak;
    known.inverted = rest.inverted;
    known.down_known = rest.down_known;
    known.right_known = rest.right_known;
}

}  // namespace

registrar::registrar(device_work& work, std::size_t height, std::size_t width, std::size_t most,
                     const imaging::registration_options& options)
    : work_(work), shifts_(work, height, width, most, options) {
    if (!options.rotation_and_scale) return;
    turns_.emplace(shifts_, most);
    undone_ = work.make({most, height, width});
}

std::size_t registrar::group_size(const device_work& work, std::size_t height, std::size_t width, std::size_t wanted,
                                  const imaging::registration_options& options) {
    std::size_t bytes = shift_finder::bytes_per_picture(height, width, options, work.precision());
    if (options.rotation_and_scale) bytes += turn_finder::bytes_per_picture(height, width, work.precision());
    // A few pictures occupy the device; more only take memory. Where the host waits for another device, it waits for
    // more pictures at once.
    const std::size_t enough = std::size_t{work.device().kind == device_kind::cpu ? 96U : 384U} << 20;
    const std::size_t most = std::min(work.memory() / 2, std::max(enough, bytes));
    const std::size_t largest = work.largest_array() / std::max<std::size_t>(1, bytes / 3);
    return std::clamp<std::size_t>(std::min(most / bytes, largest), 1, std::max<std::size_t>(wanted, 1));
}

void registrar::set_fixed(const picture_group& fixed) {
    shifts_.set_fixed(fixed);
    if (turns_) turns_->set_fixed(fixed);
}

registrations registrar::find(const picture_group& moving) {
    return turns_ ? find_turned(moving) : shifts_.find(moving);
}

picture_group registrar::undone(const picture_group& moving, const registrations& known) {
    picture_group group{undone_, moving.facts, moving.name, moving.first};
    group.pictures.shape[0] = moving.count();
    std::vector<double> means;
    for (picture_facts& each : group.facts) {
        means.push_back(each.mean);
        each.mean = 0;
    }
    warp_back(work_, moving.pictures, known, means, 0, group.pictures);
    return group;
}

// The shift after the turn that is known was undone.
void registrar::find_rest(const picture_group& moving, registrations& known) {
    const registrations rest = shifts_.find(undone(moving, known));
    for (std::size_t k = 0; k < known.size(); ++k) add_shift(known[k], rest[k]);
}

// A spectrum gives the angle up to half a turn, so both are tried. Then the turn is undone and the rest is measured, in
// pictures that have nearly the same content under the window.
registrations registrar::find_turned(const picture_group& moving) {
    const std::vector<turn> found = turns_->find(moving);
    registrations best;
    for (const double more : {0.0, 180.0}) {
        registrations tried(found.size());
        for (std::size_t k = 0; k < found.size(); ++k) {
            tried[k].angle = found[k].angle + more;
            tried[k].scale = found[k].scale;
        }
        find_rest(moving, tried);
        if (best.empty()) best = tried;
        for (std::size_t k = 0; k < found.size(); ++k)
            if (tried[k].peak > best[k].peak) best[k] = tried[k];
    }
    constexpr int rounds = 2;
    constexpr double most_degrees = 2, most_scale = 0.03;  // a larger rest is another peak
    for (int round = 0; round < rounds; ++round) {
        const std::vector<turn> rest = turns_->find(undone(moving, best));
        registrations tried(best);
        for (std::size_t k = 0; k < rest.size(); ++k)
            if (std::abs(rest[k].angle) < most_degrees && std::abs(rest[k].scale - 1) < most_scale) {
                tried[k].angle += rest[k].angle;
                tried[k].scale *= rest[k].scale;
            }
        find_rest(moving, tried);
        for (std::size_t k = 0; k < rest.size(); ++k)
            if (tried[k].peak >= 0.9 * best[k].peak) best[k] = tried[k];
    }
    for (auto& each : best) each.angle = within_turn(each.angle);
    return best;
}

}  // namespace stockham::imaging_internal
