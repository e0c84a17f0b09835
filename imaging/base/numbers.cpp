// Numbers between host and device.
#include "imaging/base/numbers.hpp"

#include <cmath>

namespace stockham::imaging_internal {

namespace {

const double full_turn = 2 * std::acos(-1.0);

}  // namespace

std::vector<double> read_numbers(device_work& work, const device_array& array) {
    const std::size_t n = array.size() * (array.is_complex ? 2 : 1);
    std::vector<double> numbers(n);
    if (array.precision == precision::f64) {
        work.read(array, numbers.data());
        return numbers;
    }
    std::vector<float> single(n);
    work.read(array, single.data());
    return {single.begin(), single.end()};
}

device_array make_numbers(device_work& work, const extents& shape, const std::vector<double>& numbers) {
    const device_array made = work.make(shape);
    if (work.precision() == precision::f64) {
        work.write(made, numbers.data());
    } else {
        const std::vector<float> single(numbers.begin(), numbers.end());
        work.write(made, single.data());
    }
    return made;
}

device_array make_numbers(device_work& work, const extents& shape, const std::vector<std::complex<double>>& numbers) {
    const device_array made = work.make(shape, true);
    if (work.precision() == precision::f64) {
        work.write(made, numbers.data());
    } else {
        const std::vector<std::complex<float>> single(numbers.begin(), numbers.end());
        work.write(made, single.data());
    }
    return made;
}

device_buffer make_integers(device_work& work, const std::vector<cl_int>& numbers) {
    const std::size_t bytes = numbers.size() * sizeof(cl_int);
    device_buffer made = work.buffer(bytes);
    work.session().upload(made.get(), bytes, numbers.data());
    return made;
}

reduction_shape::reduction_shape(const device_work& work)
    : lanes(work.device().kind == device_kind::cpu ? 1 : 64), parts(work.device().kind == device_kind::cpu ? 64 : 32) {}

std::vector<std::complex<double>> shift_factors(std::size_t n, std::size_t count, double by) {
    std::vector<std::complex<double>> factors(count);
    const auto points = static_cast<double>(n);
    for (std::size_t k = 0; k < count; ++k) {
        const double frequency = (static_cast<double>(k) - (2 * k > n ? points : 0)) / points;
        factors[k] = 2 * k == n ? std::complex<double>(std::cos(full_turn / 2 * by))
                                : std::polar(1.0, -full_turn * frequency * by);
    }
    return factors;
}

std::vector<double> hann_window(std::size_t n, double shift) {
    std::vector<double> window(n);
    for (std::size_t i = 0; i < n; ++i)
        window[i] = 0.5 - 0.5 * std::cos(full_turn * (static_cast<double>(i) + 0.5 - shift) / static_cast<double>(n));
    return window;
}

double rounding(precision p) noexcept {
    return p == precision::f64 ? 0x1p-53 : 0x1p-24;
}

}  // namespace stockham::imaging_internal
