// FFTW's long double transforms through its guru interface.
#include "reference.hpp"

#include <cmath>
#include <mutex>

#include <fftw3.h>

namespace reference {

namespace {

struct sides {
    std::vector<std::size_t> strides;
    std::size_t distance, offset;
};

sides side_of(const stockham::transform& t, const stockham::layout& l) {
    sides s{l.strides, l.distance, l.offset};
    if (s.strides.empty()) {
        std::size_t stride = 1;
        s.strides.resize(t.lengths.size());
        for (std::size_t k = t.lengths.size(); k-- > 0; stride *= t.lengths[k]) s.strides[k] = stride;
    }
    if (s.distance == 0) {
        s.distance = 1;
        for (std::size_t k = 0; k < t.lengths.size(); ++k) s.distance += (t.lengths[k] - 1) * s.strides[k];
    }
    return s;
}

long double rounded_scale(const stockham::transform& t) {
    return t.precision == stockham::precision::f32 ? static_cast<float>(t.scale) : t.scale;
}

}  // namespace

std::vector<std::size_t> places(const stockham::transform& t, bool input) {
    const auto side = side_of(t, input ? t.input : t.output);
    std::vector<std::size_t> all;
    std::size_t points = 1;
    for (auto n : t.lengths) points *= n;
    for (std::size_t b = 0; b < t.batch; ++b)
        for (std::size_t p = 0; p < points; ++p) {
            std::size_t at = side.offset + b * side.distance, rest = p;
            for (std::size_t k = t.lengths.size(); k-- > 0; rest /= t.lengths[k])
                at += rest % t.lengths[k] * side.strides[k];
            all.push_back(at);
        }
    return all;
}

std::vector<number> transform(const stockham::transform& t, const std::vector<number>& input,
                              std::vector<number> output) {
    const auto from = places(t, true), to = places(t, false);
    std::vector<number> packed(from.size());
    for (std::size_t k = 0; k < from.size(); ++k) packed[k] = input[from[k]];
    std::vector<int> lengths(t.lengths.begin(), t.lengths.end());
    int points = 1;
    for (auto n : lengths) points *= n;
    auto* data = reinterpret_cast<fftwl_complex*>(packed.data());
    static std::mutex one_at_a_time;  // FFTW's planner
    const std::lock_guard lock(one_at_a_time);
    const auto plan = fftwl_plan_many_dft(
        static_cast<int>(lengths.size()), lengths.data(), static_cast<int>(t.batch), data, nullptr, 1, points, data,
        nullptr, 1, points, t.direction == stockham::direction::forward ? FFTW_FORWARD : FFTW_BACKWARD, FFTW_ESTIMATE);
    fftwl_execute(plan);
    fftwl_destroy_plan(plan);
    for (std::size_t k = 0; k < to.size(); ++k) output[to[k]] = packed[k] * rounded_scale(t);
    return output;
}

std::vector<number> uniform(std::size_t count, stockham::precision p, std::mt19937& generator) {
    std::uniform_real_distribution<double> draw(-1, 1);
    const auto one = [&] {
        const double x = draw(generator);
        return static_cast<long double>(p == stockham::precision::f32 ? static_cast<float>(x) : x);
    };
    std::vector<number> data(count);
    for (auto& z : data) {
        const auto re = one();
        z = {re, one()};
    }
    return data;
}

double relative_error(const std::vector<number>& got, const std::vector<number>& wanted,
                      const std::vector<std::size_t>& where) {
    long double difference = 0, size = 0;
    for (auto k : where) {
        difference += std::norm(got[k] - wanted[k]);
        size += std::norm(wanted[k]);
    }
    return static_cast<double>(std::sqrt(difference / size));
}

double gate(const stockham::transform& t) {
    double points = 1;
    for (auto n : t.lengths) points *= static_cast<double>(n);
    const double eps = t.precision == stockham::precision::f32 ? std::ldexp(1.0, -24) : std::ldexp(1.0, -53);
    int exponent = 0;
    const bool power_of_two = std::fabs(std::frexp(t.scale, &exponent)) == 0.5;
    return 0.6 * eps * std::sqrt(std::log2(points)) + eps + (power_of_two ? 0 : eps);
}

}  // namespace reference
