// The shifts of pictures between pixels: what was found is undone, and the rest is searched, repeatedly.
#include <algorithm>
#include <cmath>

#include <stockham/error.hpp>

#include "imaging/registration/peaks.hpp"
#include "imaging/registration/shift_finder.hpp"

namespace stockham::imaging_internal {

namespace {

// The correlation that `points` unrelated phases reach at the best of `shifts` shifts. At one shift it is a mean of
// cosines with variance 1 / points, or more if a window correlates neighbours. Between pixels it may be a quarter
// higher: of 1198 pairs of noise, stripes and smooth noise, three exceeded that.
double chance(double points, double bandwidth, std::size_t shifts) {
    return 1.25 * std::sqrt(2 * std::log(static_cast<double>(shifts)) * bandwidth / points);
}

// If chance alone comes close to 1, no correlation is significant.
double above_chance(double correlation, double by_chance) {
    return by_chance < 0.75 ? std::max(0.0, (correlation - by_chance) / (1 - by_chance)) : 0;
}

}  // namespace

// The phases are weighted by their information about the shift. In each ring, g is the share of the power that agrees
// with shift 0; the weight is g / (1 - g) (the maximum likelihood estimate of a delay: Hannan and Thomson 1973). Many
// pictures have only noise at high frequencies, which does not agree. Without normalisation, products count as they
// are.
shift_finder::rings shift_finder::weigh(const shifts& known, std::size_t count, std::size_t tried) {
    const bool by_phase = options_.normalisation == imaging::normalisation::phase;
    const std::size_t lanes = work_.device().kind == device_kind::cpu ? 1 : 16;
    const device_array partial = work_.make({count, lanes, rings_, 4});
    const cl_ulong stride = fixed_spectra_.shape[0] == 1 ? 0 : height_ * columns_;
    work_.run_grid(registration_file, "ring_sums", {rings_, lanes, count}, fixed_spectra_, stride, spectra_,
                   make_numbers(work_, {2 * count}, limits()), cl_uint(width_), cl_uint(height_), cl_uint(rings_),
                   cl_uint(lanes), partial);
    const std::vector<double> values = read_numbers(work_, partial);
    const std::vector<double> band = band_weights();
    rings all{std::vector<double>(count * rings_), std::vector<double>(count)};
    for (std::size_t k = 0; k < count; ++k) {
        const double sign = known[k].inverted ? -1 : 1;
        double total[4] = {};
        for (std::size_t r = 0; r < rings_; ++r) {
            if (band[r] == 0) continue;
            double sum[4] = {};
            for (std::size_t lane = 0; lane < lanes; ++lane)
                for (int i = 0; i < 4; ++i) sum[i] += values[((k * lanes + lane) * rings_ + r) * 4 + i];
            for (int i = 0; i < 4; ++i) total[i] += sum[i];
            double weight = 1;
            if (by_phase) {
                const double n = std::max(sum[0], 2.0), mean = std::max(sign * sum[1] / n, 0.0);
                const double g = std::clamp((mean * mean * n - 1) / (n - 1), 1e-4, 0.99);
                weight = g / (1 - g);
            }
            all.weights[k * rings_ + r] = sign * weight;
        }
        all.points += total[2];
        if (total[2] > 0) all.peaks[k] = above_chance(sign * total[3] / total[2], chance(total[2], bandwidth_, tried));
    }
    return all;
}

// The highest value of the agreement on a grid of shifts around `around`.
std::vector<imaging::registration> shift_finder::grid_peaks(const shifts& around, const device_array& down,
                                                            const device_array& across, double step,
                                                            bool interpolates) {
    const std::size_t count = around.size();
    device_array centred = agreement_;
    if (interpolates) {
        std::vector<std::complex<double>> rows, columns;
        for (const auto& each : around) {
            const auto one = shift_factors(height_, height_, -each.down);
            const auto other = shift_factors(width_, columns_, -each.right);
            rows.insert(rows.end(), one.begin(), one.end());
            columns.insert(columns.end(), other.begin(), other.end());
        }
        centred = spectra_;
        work_.run_grid(registration_file, "ramp", {columns_, height_, count}, agreement_,
                       make_numbers(work_, {count * height_}, rows), make_numbers(work_, {count * columns_}, columns),
                       cl_uint(columns_), cl_uint(height_), centred);
    }
    const device_array lines = work_.make({count, height_, grid_side}, true);
    work_.run_grid("imaging/cl/matrix_dft.cl", "along_last", {grid_side, count * height_, 1}, centred, across,
                   cl_uint(columns_), cl_uint(grid_side), cl_ulong{count * height_}, lines);
    const device_array grid = work_.make({count, grid_side, grid_side}, true);
    work_.run_grid("imaging/cl/matrix_dft.cl", "along_inner", {grid_side, grid_side, count}, lines, down,
                   cl_uint(height_), cl_uint(grid_side), cl_ulong{grid_side}, grid);
    const std::vector<double> numbers = read_numbers(work_, grid);
    shifts best(around);
    for (std::size_t k = 0; k < count; ++k) {
        const auto at = [&](std::size_t j, std::size_t i) {
            return numbers[2 * ((k * grid_side + j) * grid_side + i)];
        };
        std::size_t top = grid_side / 2, left = grid_side / 2;
        for (std::size_t j = 0; j < grid_side; ++j)
            for (std::size_t i = 0; i < grid_side; ++i)
                if (at(j, i) > at(top, left)) {
                    top = j;
                    left = i;
                }
        const auto place = [&](std::size_t here, double before, double after) {
            double index = static_cast<double>(here);
            if (interpolates && here > 0 && here + 1 < grid_side) index += vertex(before, at(top, left), after);
            return step * (index - 0.5 * (grid_side - 1));
        };
        if (best[k].down_known)
            best[k].down += place(top, at(top - (top > 0), left), at(std::min(top + 1, grid_side - 1), left));
        if (best[k].right_known)
            best[k].right += place(left, at(top, left - (left > 0)), at(top, std::min(left + 1, grid_side - 1)));
    }
    return best;
}

// The rest of the shift, after the known part was undone: within 1.9 pixels, or if it `is_near` within 0.2.
shift_finder::shifts shift_finder::refined(const shifts& known, bool is_near) {
    shifts rest(known);
    for (auto& each : rest) each.down = each.right = 0;
    if (!is_near) rest = grid_peaks(rest, coarse_down_, coarse_across_, coarse_step, false);
    return grid_peaks(rest, fine_down_, fine_across_, fine_step, true);
}

std::vector<imaging::registration> shift_finder::find(const picture_group& moving) {
    const std::size_t count = moving.count();
    shifts found = first_shifts(moving);
    std::vector<double> means;
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
        means.push_back(moving.facts[k].mean);
    }
    // The spectra of the pictures without a window, from which each round moves them. Masked points count as the mean.
    if (each_has_weights_) {
        work_.run_grid(registration_file, "apply_weights", {width_, height_, count}, moving.pictures,
                       make_numbers(work_, {count}, means), make_numbers(work_, {count}, std::vector<double>(count, 1)),
                       moving_mask_, cl_ulong{0}, cl_uint(width_), cl_uint(height_), pictures_);
    } else {
        work_.run_grid(registration_file, "subtract_means", {width_, height_, count}, moving.pictures,
                       make_numbers(work_, {count}, means), cl_uint(width_), cl_uint(height_), pictures_);
    }
    transform forward;
    forward.kind = kind::r2c;
    forward.lengths = {height_, width_};
    forward.batch = most_;
    forward.precision = work_.precision();
    work_.transform(forward, pictures_, moving_spectra_);
    // The window does not move with the content, so the pictures are compared after undoing the shift found so far.
    constexpr int most_rounds = 8;
    // The rest after a round is less than a tenth of its move.
    constexpr double good_enough = 0.02;
    std::vector<bool> done(count);
    bool is_near = false;
    for (int round = 0; round < most_rounds; ++round) {
        undo(found);
        if (each_has_weights_) {
            make_window(true, found);
            device_array fixed_now = fixed_spectra_;
            std::vector<picture_facts> facts(count, fixed_.facts.front());
            std::vector<double> fixed_means(count, fixed_.facts.front().mean);
            const device_array moved = work_.make(pictures_.shape);
            check_cl(clEnqueueCopyBuffer(work_.queue(), pictures_.get(), moved.get(), 0, 0, moved.bytes(), 0, nullptr,
                                         nullptr),
                     "clEnqueueCopyBuffer");
            const device_array copies = work_.make(pictures_.shape);
            for (std::size_t k = 0; k < count; ++k)
                check_cl(clEnqueueCopyBuffer(work_.queue(), fixed_.pictures.get(), copies.get(), 0,
                                             k * fixed_.pictures.bytes(), fixed_.pictures.bytes(), 0, nullptr, nullptr),
                         "clEnqueueCopyBuffer");
            fixed_least_ = transform_windowed(copies, facts, fixed_means, fixed_now);
            moving_least_ = transform_windowed(moved, moving.facts, std::vector<double>(count), spectra_);
        } else {
            moving_least_ = transform_windowed(pictures_, moving.facts, std::vector<double>(count), spectra_);
        }
        const rings weighed = weigh(found, count, tried);
        if (round == 0 && weighed.points == 0)
            throw argument_error("moving", "cannot register: no frequency of the band is above the rounding errors in "
                                           "both pictures");
        compare(weighed.weights);
        const shifts rest = refined(found, is_near);
        bool all_done = true;
        is_near = true;
        for (std::size_t k = 0; k < count; ++k) {
            if (done[k]) continue;
            found[k].peak = weighed.peaks[k];
            found[k].down += rest[k].down;
            found[k].right += rest[k].right;
            done[k] = std::hypot(rest[k].down, rest[k].right) < good_enough;
            all_done = all_done && done[k];
            is_near = is_near && std::max(std::abs(rest[k].down), std::abs(rest[k].right)) < 1;
        }
        if (all_done) break;
    }
    for (auto& each : found) {
        if (each_has_weights_) break;
        each.down = std::remainder(each.down, static_cast<double>(height_));
        each.right = std::remainder(each.right, static_cast<double>(width_));
    }
    return found;
}

}  // namespace stockham::imaging_internal
