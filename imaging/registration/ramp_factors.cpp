// Shifts as factors of spectra.
#include "imaging/registration/ramp_factors.hpp"

#include "imaging/base/numbers.hpp"

namespace stockham::imaging_internal {

device_array ramp_factors(device_work& work, const std::vector<imaging::registration>& known, std::size_t height,
                          std::size_t width) {
    std::vector<std::complex<double>> factors;
    for (const imaging::registration& each : known)
        for (const auto& axis :
             {shift_factors(height, height, -each.down), shift_factors(width, width / 2 + 1, -each.right)})
            factors.insert(factors.end(), axis.begin(), axis.end());
    return make_numbers(work, {factors.size()}, factors);
}

}  // namespace stockham::imaging_internal
