// The shifts of pictures: what is compared, and the shift to a pixel. shift_refinement.cpp searches between pixels.
#include "imaging/registration/shift_finder.hpp"

#include <algorithm>
#include <cmath>

#include "imaging/base/transforms.hpp"
#include "imaging/registration/masked_correlation.hpp"
#include "imaging/registration/peaks.hpp"
#include "imaging/registration/ramp_factors.hpp"

namespace stockham::imaging_internal {

namespace {

std::vector<imaging::registration> shifts_of(const std::vector<high_point>& points) {
    std::vector<imaging::registration> shifts;
    for (const high_point& each : points) {
        imaging::registration one;
        one.down = each.down;
        one.right = each.right;
        one.inverted = each.negative;
        shifts.push_back(one);
    }
    return shifts;
}

}  // namespace

shift_finder::shift_finder(device_work& work, std::size_t height, std::size_t width, std::size_t most,
                           const imaging::registration_options& options)
    : work_(work), height_(height), width_(width), columns_(width / 2 + 1), most_(most), options_(options),
      window_(work, height, width, options), rings_(work, height, width),
      quality_(work, rings_, height, width, options.window), band_(band()) {
    windowed_ = work.make({most, height, width});
    for (device_array* each : {&spectra_, &agreement_, &phases_}) *each = work.make({most, height, columns_}, true);
    coarse_down_ = grid_table(height, height, coarse_step, false);
    coarse_across_ = grid_table(width, columns_, coarse_step, true);
    fine_down_ = grid_table(height, height, fine_step, false);
    fine_across_ = grid_table(width, columns_, fine_step, true);
}

std::size_t shift_finder::bytes_per_picture(std::size_t height, std::size_t width,
                                            const imaging::registration_options& options, precision in) {
    const std::size_t real = height * width * real_size(in), half = height * (width + 2) * real_size(in);
    std::size_t bytes = 3 * real + 6 * half;
    if (options.fixed_mask || options.moving_mask) bytes += real + masked_correlation_bytes(height, width, in);
    return bytes;
}

shift_finder::ring_range shift_finder::band() const {
    const auto longer = static_cast<double>(std::max(height_, width_));
    const auto frequency = [&](std::size_t ring) { return static_cast<double>(ring) / longer; };
    ring_range rings;
    while (rings.first < rings_.size() && frequency(rings.first) < options_.low) ++rings.first;
    rings.end = rings.first;
    while (rings.end < rings_.size() && frequency(rings.end) <= options_.high) ++rings.end;
    return rings;
}

// The inverse transform's factors for shifts of (k - 7.5) steps: the cosines and the sines of each frequency. A column
// of a half spectrum counts as often as it occurs in the full one. The Nyquist frequency does not tell a shift from the
// opposite one: it is left out, unless there are few others.
device_array shift_finder::grid_table(std::size_t n, std::size_t count, double step, bool is_half) const {
    std::vector<double> table(count * 2 * grid_side);
    for (std::size_t k = 0; k < grid_side; ++k) {
        const auto factors = shift_factors(n, count, -step * (static_cast<double>(k) - 0.5 * (grid_side - 1)));
        for (std::size_t j = 0; j < count; ++j) {
            const bool nyquist = 2 * j == n;
            const double times = nyquist && n > 8 ? 0 : !is_half || j == 0 || nyquist ? 1 : 2;
            table[2 * j * grid_side + k] = times * factors[j].real();
            table[(2 * j + 1) * grid_side + k] = times * factors[j].imag();
        }
    }
    return make_numbers(work_, {count, 2, grid_side}, table);
}

picture_group shift_finder::measured(device_array pictures, std::string name, std::size_t first) const {
    picture_group group{std::move(pictures), {}, std::move(name), first};
    if (window_.has_masks()) window_.hide(group, group.name == "fixed" ? side::fixed : side::moving);
    group.facts = facts_of(work_, group);
    return group;
}

void shift_finder::set_fixed(const picture_group& fixed) {
    fixed_ = fixed;
    const std::size_t count = window_.depends_on(side::fixed) ? most_ : fixed.count();
    for (device_array* each : {&fixed_spectra_, &fixed_phases_}) *each = work_.make({count, height_, columns_}, true);
    if (!window_.depends_on(side::fixed)) transform_fixed(shifts(count));
}

// The window of a fixed picture stays in place; masks move with the shifts.
void shift_finder::transform_fixed(const shifts& known) {
    fixed_facts_ = window_.transform(fixed_, side::fixed, known, windowed_, fixed_spectra_);
    quality_.judge(fixed_spectra_, shifts(known.size()), fixed_facts_.least, agreement_, fixed_phases_);
}

void shift_finder::transform_moving(const picture_group& moving, const shifts& known) {
    moving_facts_ = window_.transform(moving, side::moving, known, windowed_, spectra_);
}

void shift_finder::judge_moving(const shifts& known) {
    quality_.judge(spectra_, known, moving_facts_.least, agreement_, phases_);
}

const device_array& shift_finder::windowed_spectra(const picture_group& group) {
    transform_moving(group, shifts(group.count()));
    return spectra_;
}

// The agreement, within the band, of the fixed spectra and spectra_ after undoing the shifts, or of their phases.
void shift_finder::compare(const shifts& known, bool by_phase) {
    const std::size_t count = known.size();
    const cl_ulong stride = fixed_spectra_.shape[0] == 1 ? 0 : height_ * columns_;
    work_.run_grid(
        registration_file, "agreements", {columns_, height_, count}, by_phase ? fixed_phases_ : fixed_spectra_,
        by_phase ? phases_ : spectra_, ramp_factors(work_, known, height_, width_), rings_.of_points(),
        structure(stride, cl_uint(columns_), cl_uint(height_), cl_uint(band_.first), cl_uint(band_.end)), agreement_);
}

shift_finder::shifts shift_finder::first_shifts(const picture_group& moving) {
    const std::size_t count = moving.count();
    if (window_.has_masks())
        return shifts_of(highest_points(
            work_,
            masked_correlation(work_, fixed_, window_.mask(side::fixed), moving, window_.mask(side::moving), 0.1),
            count));
    const shifts none(count);
    transform_moving(moving, none);
    judge_moving(none);
    compare(none, options_.normalisation == imaging::normalisation::phase);
    work_.transform(real_transform(kind::c2r, {height_, width_}, most_, work_.precision()), agreement_, windowed_);
    return shifts_of(highest_points(work_, windowed_, count));
}

}  // namespace stockham::imaging_internal
