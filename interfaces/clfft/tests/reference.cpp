// FFTW's complex transforms in long double, also for real data.
#include "reference.hpp"

#include <fftw3.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>

namespace {

std::size_t product(const std::vector<std::size_t>& n) {
    return std::accumulate(n.begin(), n.end(), std::size_t{1}, std::multiplies<>());
}

/// Transforms a packed batch in place.
void transform(std::vector<number>& data, const std::vector<std::size_t>& lengths, bool inverse) {
    std::vector<int> n;
    for (auto k = lengths.rbegin(); k != lengths.rend(); ++k) n.push_back(static_cast<int>(*k));
    const auto points = product(lengths);
    auto* at = reinterpret_cast<fftwl_complex*>(data.data());
    const auto plan =
        fftwl_plan_many_dft(static_cast<int>(n.size()), n.data(), static_cast<int>(data.size() / points), at, nullptr,
                            1, static_cast<int>(points), at, nullptr, 1, static_cast<int>(points),
                            inverse ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_ESTIMATE);
    fftwl_execute(plan);
    fftwl_destroy_plan(plan);
}

long double rounded(const descriptor& d, long double x) {
    return d.is_double() ? static_cast<long double>(static_cast<double>(x))
                         : static_cast<long double>(static_cast<float>(x));
}

/// The index of the frequency -k, negated on all axes.
std::size_t opposite(const std::vector<std::size_t>& lengths, std::size_t k) {
    std::size_t at = 0, stride = 1;
    for (const auto n : lengths) {
        at += (n - k % n) % n * stride;
        k /= n;
        stride *= n;
    }
    return at;
}

/// The points that Hermitian storage keeps: the first half of each row of the fastest axis.
std::vector<number> kept_half(const descriptor& d, const std::vector<number>& full) {
    const auto n = d.lengths[0], kept = n / 2 + 1;
    std::vector<number> half;
    for (std::size_t row = 0; row < full.size() / n; ++row)
        for (std::size_t k = 0; k < kept; ++k) half.push_back(full[row * n + k]);
    return half;
}

std::vector<number> whole_spectrum(const descriptor& d, const std::vector<number>& half) {
    const auto n = d.lengths[0], kept = n / 2 + 1, points = product(d.lengths);
    std::vector<number> full(points * d.batch);
    for (std::size_t b = 0; b < d.batch; ++b)
        for (std::size_t k = 0; k < points; ++k) {
            const auto from = k % n < kept ? k : opposite(d.lengths, k);
            const auto value = half[b * (points / n * kept) + from / n * kept + from % n];
            full[b * points + k] = from == k ? value : std::conj(value);
        }
    return full;
}

}  // namespace

std::vector<number> random_input(const descriptor& d, std::mt19937& r) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto points = product(d.lengths);
    std::vector<number> data(points * d.batch);
    const bool is_complex = !d.is_real();
    for (auto& x : data) x = {rounded(d, uniform(r)), is_complex ? rounded(d, uniform(r)) : 0.0L};
    if (!is_hermitian(d.in)) return data;
    transform(data, d.lengths, false);
    for (std::size_t b = 0; b < d.batch; ++b)
        for (std::size_t k = 0; k < points; ++k) {
            auto* spectrum = &data[b * points];
            const auto other = opposite(d.lengths, k);
            const number value{rounded(d, spectrum[k].real()), other == k ? 0.0L : rounded(d, spectrum[k].imag())};
            spectrum[k] = value;
            spectrum[other] = std::conj(value);
        }
    return kept_half(d, data);
}

std::vector<number> expected_output(const descriptor& d, const std::vector<number>& input, long double scale) {
    auto data = is_hermitian(d.in) ? whole_spectrum(d, input) : input;
    transform(data, d.lengths, d.is_inverse());
    for (auto& x : data) x *= scale;
    if (d.out == CLFFT_REAL)
        for (auto& x : data) x = x.real();
    return is_hermitian(d.out) ? kept_half(d, data) : data;
}

long double relative_error(const std::vector<number>& got, const std::vector<number>& wanted) {
    long double distance = 0, size = 0;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        distance += std::norm(got[k] - wanted[k]);
        size += std::norm(wanted[k]);
    }
    return size > 0 ? std::sqrt(distance / size) : std::sqrt(distance);
}

long double gate(const descriptor& d, long double scale) {
    const long double eps = d.is_double() ? 0x1p-53L : 0x1p-24L;
    const auto points = static_cast<long double>(product(d.lengths));
    bool doubled = points * static_cast<long double>(d.batch) < 64 * 64;
    for (auto n : d.lengths) {
        for (const std::size_t prime : {2, 3, 5, 7, 11, 13})
            while (n % prime == 0) n /= prime;
        doubled = doubled || n > 1;
    }
    int exponent = 0;
    const bool rounds = std::frexp(scale, &exponent) != 0.5L;
    return (doubled ? 2 : 1) * (0.6L * eps * std::sqrt(std::log2(points)) + eps) + (rounds ? eps : 0);
}
