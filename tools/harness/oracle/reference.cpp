// The oracle's layouts: points are packed for a transform and then put in place.
#include "tools/harness/oracle/reference.hpp"

#include <algorithm>
#include <cmath>

#include "tools/harness/oracle/fourier.hpp"

namespace reference {

namespace {

struct side {
    std::vector<std::size_t> lengths, strides;
    std::size_t distance, offset;
};

/// The number of transforms in the batch or in all loops.
std::size_t transforms(const stockham::transform& t) {
    std::size_t count = t.batch;
    for (const auto& l : t.loops) count *= l.n;
    return count;
}

/// The first element of transform b. The index of the last loop varies fastest.
std::size_t first_place(const stockham::transform& t, const side& s, bool input, std::size_t b) {
    if (t.loops.empty()) return s.offset + b * s.distance;
    auto place = s.offset;
    for (auto l = t.loops.rbegin(); l != t.loops.rend(); b /= l++->n)
        place += b % l->n * (input ? l->input_stride : l->output_stride);
    return place;
}

side side_of(const stockham::transform& t, bool input) {
    const auto& l = input ? t.input : t.output;
    side s{input ? input_lengths(t) : output_lengths(t), l.strides, l.distance, l.offset};
    auto room = s.lengths;
    const bool real = input ? is_real_input(t.kind) : is_real_output(t.kind);
    if (t.placement == stockham::placement::in_place && real && is_real_input(t.kind) != is_real_output(t.kind))
        room.back() += 2 - room.back() % 2;
    if (s.strides.empty()) {
        std::size_t stride = 1;
        s.strides.resize(room.size());
        for (std::size_t k = room.size(); k-- > 0; stride *= room[k]) s.strides[k] = stride;
    }
    if (s.distance == 0) {
        s.distance = 1;
        for (std::size_t k = 0; k < room.size(); ++k) s.distance += (room[k] - 1) * s.strides[k];
    }
    return s;
}

/// The number of points that a side has in memory per axis. Of an output, the wanted ones.
std::vector<std::size_t> points_of(const stockham::transform& t, bool input) {
    return input ? input_lengths(t) : t.wanted.empty() ? output_lengths(t) : t.wanted;
}

/// Calls `visit` with the indices of all points, in row-major order.
template <class Visit>
void each_point(const std::vector<std::size_t>& lengths, const Visit& visit) {
    std::vector<std::size_t> at(lengths.size());
    const auto points = product(lengths);
    for (std::size_t p = 0; p < points; ++p) {
        std::size_t rest = p;
        for (std::size_t k = lengths.size(); k-- > 0; rest /= lengths[k]) at[k] = rest % lengths[k];
        visit(at);
    }
}

long double rounded_scale(const stockham::transform& t) {
    return t.precision == stockham::precision::f64 ? t.scale : static_cast<float>(t.scale);
}

/// The weight of an input element in the complex transform of all points. It is 0 where the input is known to be
/// zero. A Hermitian element has weight 2, because its mirror image contributes the same real part, unless the first
/// half also holds that image.
int weight(const stockham::transform& t, const std::vector<std::size_t>& at) {
    for (std::size_t k = 0; k < t.nonzero.size(); ++k)
        if (at[k] >= t.nonzero[k]) return 0;
    if (t.kind != stockham::kind::c2r) return 1;
    const auto last = at.back(), n = t.lengths.back();
    return last > n / 2 ? 0 : last == 0 || 2 * last == n ? 1 : 2;
}

std::size_t index_of(const std::vector<std::size_t>& at, const std::vector<std::size_t>& lengths) {
    std::size_t index = 0;
    for (std::size_t k = 0; k < at.size(); ++k) index = index * lengths[k] + at[k];
    return index;
}

/// The input elements at their points of the full lengths, packed. All others are zero.
std::vector<number> gathered(const stockham::transform& t, const std::vector<number>& input) {
    const auto from = places(t, true);
    const bool real = is_real_input(t.kind);
    const auto points = product(t.lengths);
    std::vector<number> packed(transforms(t) * points);
    auto place = from.begin();
    for (std::size_t b = 0; b < transforms(t); ++b)
        each_point(input_lengths(t), [&](const std::vector<std::size_t>& at) {
            const auto here = *place++;
            const int w = weight(t, at);
            if (w == 0) return;  // and is not read
            const auto value = static_cast<long double>(w) * input[here];
            packed[b * points + index_of(at, t.lengths)] = real ? value.real() : value;
        });
    return packed;
}

/// True if a prime factor is above 13.
bool is_rough(std::size_t n) {
    for (std::size_t p : {2, 3, 5, 7, 11, 13})
        while (n % p == 0) n /= p;
    return n > 1;
}

/// The length of the complex transform that a transform along this axis is a part of.
std::size_t complex_length(stockham::kind k, std::size_t n) {
    if (is_real_input(k) != is_real_output(k) || !is_real_input(k)) return n;
    return k == stockham::kind::dct1 ? 2 * (n - 1) : k == stockham::kind::dst1 ? 2 * (n + 1) : 2 * n;
}

/// The point of the transform at an output index. It differs only if the algorithm leaves another order.
std::vector<std::size_t> point_at(const stockham::transform& t, std::vector<std::size_t> at) {
    if (t.algorithm != "constant_geometry_bit_reversed") return at;
    for (std::size_t k = 0; k < at.size(); ++k) {
        std::size_t reversed = 0;
        for (std::size_t n = t.lengths[k]; n > 1; n /= 2, at[k] /= 2) reversed = 2 * reversed + at[k] % 2;
        at[k] = reversed;
    }
    return at;
}

}  // namespace

std::vector<std::size_t> places(const stockham::transform& t, bool input) {
    const auto s = side_of(t, input);
    std::vector<std::size_t> all;
    const auto points = points_of(t, input);
    all.reserve(transforms(t) * product(points));
    for (std::size_t b = 0; b < transforms(t); ++b)
        each_point(points, [&](const std::vector<std::size_t>& at) {
            auto place = first_place(t, s, input, b);
            for (std::size_t k = 0; k < at.size(); ++k) place += at[k] * s.strides[k];
            all.push_back(place);
        });
    return all;
}

std::vector<number> transform(const stockham::transform& t, const std::vector<number>& input,
                              std::vector<number> output) {
    auto packed = gathered(t, input);
    const bool real = is_real_output(t.kind);
    (real && is_real_input(t.kind) ? real_to_real : fourier)(t, packed);
    const auto to = places(t, false);
    const auto points = product(t.lengths);
    auto place = to.begin();
    for (std::size_t b = 0; b < transforms(t); ++b)
        each_point(points_of(t, false), [&](const std::vector<std::size_t>& at) {
            const auto value = packed[b * points + index_of(point_at(t, at), t.lengths)] * rounded_scale(t);
            output[*place++] = real ? value.real() : value;
        });
    return output;
}

std::vector<number> uniform(std::size_t count, stockham::precision p, std::mt19937& generator) {
    std::uniform_real_distribution<double> draw(-1, 1);
    const auto one = [&]() -> long double {
        const double x = draw(generator);
        if (p == stockham::precision::f64) return x;
        if (p == stockham::precision::f32) return static_cast<float>(x);
        int exponent = 0;
        std::frexp(x, &exponent);
        const int last_bit = std::max(exponent, -13) - 11;  // half precision has 11 bits, and subnormals
        return std::ldexp(std::nearbyint(std::ldexp(x, -last_bit)), last_bit);
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
    if (t.algorithm == "split_half") return 5e-7;
    double points = 1;
    bool rough = false;
    for (auto n : t.lengths) {
        const auto length = complex_length(t.kind, n);
        points *= static_cast<double>(length);
        rough = rough || is_rough(length);
    }
    const double eps = std::ldexp(1.0, t.precision == stockham::precision::f64 ? -53 : -24);
    const double base = 0.6 * eps * std::sqrt(std::log2(points)) + eps;
    int exponent = 0;
    const bool power_of_two = std::fabs(std::frexp(t.scale, &exponent)) == 0.5;
    const double stored = t.precision == stockham::precision::f16 ? std::ldexp(1.0, -11) : 0;
    return (rough ? 2 : 1) * base + (power_of_two ? 0 : eps) + stored;
}

}  // namespace reference
