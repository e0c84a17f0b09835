// Shifts as factors of spectra.
#include "imaging/registration/ramp_factors.hpp"

#include "imaging/base/numbers.hpp"

namespace stockham::imaging_internal {

ramp_factors::ramp_factors(device_work& work, const std::vector<imaging::registration>& known, std::size_t height,
                           std::size_t width) {
    std::vector<std::complex<double>> rows, columns;
    for (const imaging::registration& each : known) {
        const auto one = shift_factors(height, height, -each.down);
        const auto other = shift_factors(width, width / 2 + 1, -each.right);
        rows.insert(rows.end(), one.begin(), one.end());
        columns.insert(columns.end(), other.begin(), other.end());
    }
    down = make_numbers(work, {rows.size()}, rows);
    across = make_numbers(work, {columns.size()}, columns);
}

}  // namespace stockham::imaging_internal
