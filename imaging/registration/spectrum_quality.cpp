// The quality of the frequencies of a picture.
#include "imaging/registration/spectrum_quality.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "imaging/base/numbers.hpp"
#include "imaging/registration/picture_group.hpp"

namespace stockham::imaging_internal {

namespace {

// The share of the power of even content under a Hann window that another one leaves: sum w^4 / sum w^2.
double kept_by_hann(std::size_t n) {
    double squares = 0, fourths = 0;
    for (const double w : hann_window(n)) {
        squares += w * w;
        fourths += w * w * w * w;
    }
    return fourths / squares;
}

// Rings of few points have powers that vary, and those beyond the Nyquist frequency of an axis have few directions.
std::vector<double> shares_of(const spectrum_rings& rings, std::size_t longer) {
    const auto end = rings.points().begin() + static_cast<std::ptrdiff_t>(longer / 2);
    const double enough = std::min(32.0, *std::max_element(rings.points().begin() + 1, end + 1));
    std::vector<double> shares(rings.size());
    for (std::size_t r = 1; r <= longer / 2; ++r)
        if (rings.points()[r] >= enough) shares[r] = 1 / rings.points()[r];
    return shares;
}

}  // namespace

spectrum_quality::spectrum_quality(device_work& work, const spectrum_rings& rings, std::size_t height,
                                   std::size_t width, bool is_hann)
    : work_(work), rings_(rings), height_(height), width_(width), is_hann_(is_hann),
      shares_(make_numbers(work, {rings.size()}, shares_of(rings, std::max(height, width)))) {}

void spectrum_quality::judge(const device_array& spectra, const std::vector<imaging::registration>& shifts,
                             const std::vector<double>& least, const device_array& scratch,
                             const device_array& phases) const {
    const std::size_t count = shifts.size(), columns = width_ / 2 + 1;
    // A Hann window is 1/2 - 1/4 e - 1/4 conj(e), where e turns once along the axis: its factor at the first point.
    std::vector<double> turns;
    const double full_turn = 2 * std::acos(-1.0);
    for (const auto& each : shifts)
        for (const auto& [n, by] : {std::pair(height_, each.down), std::pair(width_, each.right)}) {
            const double angle = full_turn * (0.5 - by) / static_cast<double>(n);
            turns.insert(turns.end(), {std::cos(angle), std::sin(angle)});
        }
    const double kept = is_hann_ ? kept_by_hann(height_) * kept_by_hann(width_) : 1;
    const structure size{cl_int(width_), cl_int(height_)};
    work_.run_grid(quality_file, "powers", {columns, height_, count}, spectra, make_numbers(work_, {count, 4}, turns),
                   size, cl_int(is_hann_), real_argument{1 / kept}, scratch);
    work_.run_grid(quality_file, "smooth_powers", {columns, height_, count}, scratch, cl_uint(width_), cl_uint(height_),
                   phases);
    const device_array noise = work_.make({count}), rounding = make_numbers(work_, {count}, least);
    work_.run(quality_file, "least_powers", count, rings_.sums(phases, count), shares_, rounding,
              cl_uint(rings_.size()), cl_uint(count), noise);
    work_.run_grid(quality_file, "informed_phases", {columns, height_, count}, spectra, noise, rounding, size, phases);
}

}  // namespace stockham::imaging_internal
