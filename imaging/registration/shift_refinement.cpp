// The shifts of pictures between pixels: what was found is undone, and the rest is searched, repeatedly.
#include <algorithm>
#include <array>
#include <cmath>

#include <stockham/error.hpp>

#include "imaging/registration/peaks.hpp"
#include "imaging/registration/shift_finder.hpp"

namespace stockham::imaging_internal {

namespace {

// The number of equal weights whose mean varies as much as that of weights with these sums.
double points_of(double sum, double squares) {
    return squares > 0 ? sum * sum / squares : 0;
}

// The correlation that `points` unrelated phases reach at the best of `shifts` shifts. At one shift it is a mean of
// cosines with variance 1 / points, or more if a window correlates neighbours. As many points have no more than twice
// as many independent shifts of either sign. Between pixels and by weights that fit the shift it may be half higher.
double chance(double points, double bandwidth, std::size_t shifts) {
    const double tried = std::clamp(2 * points, 2.0, static_cast<double>(shifts));
    return 1.5 * std::sqrt(2 * std::log(tried) * bandwidth / points);
}

// If chance alone comes close to 1, no correlation is significant.
double above_chance(double correlation, double by_chance) {
    return by_chance < 0.75 ? std::max(0.0, (correlation - by_chance) / (1 - by_chance)) : 0;
}

}  // namespace

// The phases are weighted by their information about the shift: that of each frequency (see spectrum_quality), and that
// of its ring. In each ring, g is the share of the power that agrees with shift 0; the weight is g / (1 - g) (the
// maximum likelihood estimate of a delay: Hannan and Thomson 1973). Without normalisation, all rings have the weight 1.
shift_finder::weighed_rings shift_finder::weigh(const shifts& known, std::size_t count, std::size_t tried) const {
    const bool by_phase = options_.normalisation == imaging::normalisation::phase;
    const std::size_t rings = rings_.size();
    const std::vector<double> values = read_numbers(work_, rings_.sums(agreement_, count));
    using of = spectrum_rings;
    weighed_rings all{std::vector<double>(count * rings), std::vector<double>(count)};
    for (std::size_t k = 0; k < count; ++k) {
        const double sign = known[k].inverted ? -1 : 1;
        double total[of::sums_end] = {};
        for (std::size_t r = band_.first; r < band_.end; ++r) {
            const double* sum = &values[(k * rings + r) * of::sums_end];
            for (int i = 0; i < of::sums_end; ++i) total[i] += sum[i];
            double weight = 1;
            if (by_phase) {
                const double n = std::max(points_of(sum[of::magnitudes], sum[of::squares]), 2.0);
                const double mean = sum[of::magnitudes] > 0 ? sign * sum[of::reals] / sum[of::magnitudes] : 0;
                const double g = std::clamp((mean * std::max(mean, 0.0) * n - 1) / (n - 1), 1e-4, 0.99);
                weight = g / (1 - g);
            }
            all.weights[k * rings + r] = sign * weight;
        }
        if (!(total[of::all_magnitudes] > 0)) continue;
        all.any = true;
        const double points = points_of(total[of::all_magnitudes], total[of::all_squares]);
        all.peaks[k] = above_chance(sign * total[of::all_reals] / total[of::all_magnitudes],
                                    chance(points, window_.bandwidth(), tried));
    }
    return all;
}

// The shift of the highest value of the weighted agreement, on a grid.
shift_finder::shifts shift_finder::grid_peaks(const shifts& known, const weighed_rings& weighed,
                                              const device_array& down, const device_array& across, double step) const {
    const std::size_t count = known.size();
    const device_array lines = work_.make({count, height_, 2, grid_side});
    work_.run_grid(registration_file, "shift_along_rows", {height_, 1, count}, agreement_, rings_.of_points(),
                   make_numbers(work_, {count * rings_.size()}, weighed.weights), across,
                   structure(cl_uint(rings_.size()), cl_uint(columns_), cl_uint(height_)), lines);
    const device_array grid = work_.make({count, grid_side, grid_side});
    work_.run_grid(registration_file, "shift_along_columns", {grid_side, 1, count}, lines, down, cl_uint(height_),
                   grid);
    const std::vector<double> numbers = read_numbers(work_, grid);
    shifts best(known);
    for (std::size_t k = 0; k < count; ++k) {
        const double* values = &numbers[k * grid_side * grid_side];
        const auto highest =
            static_cast<std::size_t>(std::max_element(values, values + grid_side * grid_side) - values);
        const double* const at = values + highest;
        const std::size_t top = highest / grid_side, left = highest % grid_side;
        const auto is_inside = [](std::size_t place) { return place > 0 && place + 1 < grid_side; };
        std::array<double, 2> rest{};
        if (is_inside(top) && is_inside(left) && best[k].down_known && best[k].right_known) {
            rest = vertex_around(at, grid_side);
        } else {
            if (is_inside(top)) rest[0] = vertex(*(at - grid_side), *at, *(at + grid_side));
            if (is_inside(left)) rest[1] = vertex(*(at - 1), *at, *(at + 1));
        }
        const auto shift = [&](std::size_t place, double more) {
            return step * (static_cast<double>(place) + more - 0.5 * (grid_side - 1));
        };
        best[k].down = best[k].down_known ? shift(top, rest[0]) : 0;
        best[k].right = best[k].right_known ? shift(left, rest[1]) : 0;
    }
    return best;
}

std::vector<imaging::registration> shift_finder::find(const picture_group& moving) {
    const std::size_t count = moving.count();
    shifts found = first_shifts(moving);
    std::size_t tried = 1;
    for (std::size_t k = 0; k < count; ++k) {
        const picture_facts &a = fixed_.facts[fixed_.count() == 1 ? 0 : k], &b = moving.facts[k];
        found[k].down_known = a.varies_down && b.varies_down;
        found[k].right_known = a.varies_across && b.varies_across;
        if (!found[k].down_known && !found[k].right_known)
            throw argument_error("moving", "cannot register: the pictures do not vary along the same axis");
        if (!found[k].down_known) found[k].down = 0;
        if (!found[k].right_known) found[k].right = 0;
        // Of either sign.
        tried = std::max(tried, 2 * (found[k].down_known ? height_ : 1) * (found[k].right_known ? width_ : 1));
    }
    // The window moves by the shift found so far; then the rest is searched.
    constexpr int most_rounds = 16;
    // The rest after a round is less than a tenth of its move.
    constexpr double good_enough = 0.004;
    std::vector<bool> done(count);
    bool is_near = false;
    for (int round = 0; round < most_rounds; ++round) {
        if (window_.depends_on(side::fixed)) transform_fixed(found);
        if (window_.depends_on(side::moving)) {
            transform_moving(moving, found);
            judge_moving(found);
        }
        compare(found, true);
        const weighed_rings weighed = weigh(found, count, tried);
        if (round == 0 && !weighed.any)
            throw argument_error("moving", "cannot register: no frequency of the band is above the rounding errors in "
                                           "both pictures");
        if (options_.normalisation != imaging::normalisation::phase) compare(found, false);
        // Within 1.9 pixels, then within 0.2.
        const bool is_fine = is_near;
        const shifts rest = is_fine ? grid_peaks(found, weighed, fine_down_, fine_across_, fine_step)
                                    : grid_peaks(found, weighed, coarse_down_, coarse_across_, coarse_step);
        bool all_done = true;
        is_near = true;
        for (std::size_t k = 0; k < count; ++k) {
            if (done[k]) continue;
            found[k].peak = weighed.peaks[k];
            found[k].down += rest[k].down;
            found[k].right += rest[k].right;
            done[k] = is_fine && std::hypot(rest[k].down, rest[k].right) < good_enough;
            all_done = all_done && done[k];
            is_near = is_near && std::max(std::abs(rest[k].down), std::abs(rest[k].right)) < 1;
        }
        if (all_done) break;
    }
    for (auto& each : found) {
        if (window_.has_masks()) break;
        each.down = std::remainder(each.down, static_cast<double>(height_));
        each.right = std::remainder(each.right, static_cast<double>(width_));
    }
    return found;
}

}  // namespace stockham::imaging_internal
