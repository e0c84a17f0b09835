// Random descriptors: layouts, precisions, locations, strides, distances, sub-buffer offsets, scales.
#include "descriptor.hpp"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <tuple>

namespace {

std::size_t pick(std::mt19937& r, std::initializer_list<std::size_t> from) {
    return *(from.begin() + static_cast<std::ptrdiff_t>(r() % from.size()));
}
bool chance(std::mt19937& r, unsigned percent) {
    return r() % 100 < percent;
}

std::size_t product(const std::vector<std::size_t>& n) {
    return std::accumulate(n.begin(), n.end(), std::size_t{1}, std::multiplies<>());
}

std::vector<std::size_t> random_lengths(std::mt19937& r) {
    const auto axes = 1 + r() % 3;
    std::vector<std::size_t> lengths;
    for (std::size_t k = 0; k < axes; ++k) {
        if (axes == 1)
            lengths.push_back(chance(r, 50)
                                  ? pick(r, {1, 2, 4, 8, 16, 32, 64, 128, 256, 1024, 2048, 4096})
                                  : pick(r, {3,  5,  6,   7,   9,   10,  11,  12,  13,  15,   22,   26,   30,
                                             60, 77, 100, 125, 143, 210, 243, 343, 500, 1000, 1331, 1920, 2187}));
        else if (axes == 2)
            lengths.push_back(chance(r, 50) ? pick(r, {2, 4, 8, 16, 32, 64})
                                            : pick(r, {1, 3, 5, 7, 10, 11, 12, 13, 15, 20, 24, 30, 45}));
        else
            lengths.push_back(pick(r, {1, 2, 3, 4, 5, 7, 8, 10, 12, 16}));
    }
    if (chance(r, 4)) lengths[0] = pick(r, {17, 19, 34, 37, 101});  // clFFT rejects these
    return lengths;
}

/// Strides and distance of `points` per axis in one of six patterns: packed, padded, strided, batch fastest, axes
/// reversed, padded distance.
void random_places(std::mt19937& r, std::vector<std::size_t> points, std::size_t batch,
                   std::vector<std::size_t>& strides, std::size_t& distance) {
    const auto way = r() % 6;
    std::size_t stride = way == 2 ? pick(r, {2, 3}) : way == 3 ? batch : 1;
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (way == 4) std::reverse(order.begin(), order.end());
    strides.assign(points.size(), 0);
    for (const auto axis : order) {
        strides[axis] = stride;
        stride *= points[axis] + (way == 1 ? r() % 4 : 0);
    }
    distance = way == 3 ? 1 : stride + (way == 1 || way == 5 ? r() % 7 : 0);
}

void random_layout(std::mt19937& r, descriptor& d) {
    d.sets_layout = true;
    const auto in = points_of(d, d.in), out = points_of(d, d.out);
    if (d.location == CLFFT_OUTOFPLACE) {
        random_places(r, in, d.batch, d.in_strides, d.in_distance);
        random_places(r, out, d.batch, d.out_strides, d.out_distance);
        if (d.batch > 1 && chance(r, 6)) d.in_distance = 1 + r() % product(in);  // inputs may overlap
        return;
    }
    if (!d.is_real()) {
        random_places(r, in, d.batch, d.in_strides, d.in_distance);
        d.out_strides = d.in_strides;
        d.out_distance = d.in_distance;
        return;
    }
    // In place, rows of real numbers have the size of the complex rows.
    auto& complex = d.in == CLFFT_REAL ? d.out_strides : d.in_strides;
    auto& real = d.in == CLFFT_REAL ? d.in_strides : d.out_strides;
    std::size_t stride = d.lengths[0] / 2 + 1 + (chance(r, 30) ? r() % 3 : 0);
    complex = real = {1};
    for (std::size_t k = 1; k < d.lengths.size(); ++k) {
        complex.push_back(stride);
        real.push_back(2 * stride);
        stride *= d.lengths[k];
    }
    d.in_distance = (d.in == CLFFT_REAL ? 2 : 1) * stride;
    d.out_distance = (d.out == CLFFT_REAL ? 2 : 1) * stride;
}

}  // namespace

bool is_planar(clfftLayout l) {
    return l == CLFFT_COMPLEX_PLANAR || l == CLFFT_HERMITIAN_PLANAR;
}
bool is_hermitian(clfftLayout l) {
    return l == CLFFT_HERMITIAN_INTERLEAVED || l == CLFFT_HERMITIAN_PLANAR;
}

bool descriptor::is_inverse() const {
    if (in == CLFFT_REAL) return false;
    return out == CLFFT_REAL || direction == CLFFT_BACKWARD;
}

std::vector<std::size_t> points_of(const descriptor& d, clfftLayout l) {
    auto points = d.lengths;
    if (is_hermitian(l)) points[0] = points[0] / 2 + 1;
    return points;
}

std::vector<std::size_t> places_of(const descriptor& d, bool input) {
    const auto points = points_of(d, input ? d.in : d.out);
    auto strides = input ? d.in_strides : d.out_strides;
    if (d.transposed && !input) strides = {d.lengths[1], 1};
    const auto distance = input ? d.in_distance : d.out_distance;
    std::vector<std::size_t> places;
    std::vector<std::size_t> at(points.size(), 0);
    for (std::size_t b = 0; b < d.batch; ++b)
        for (std::size_t k = 0; k < product(points); ++k) {
            std::size_t rest = k, place = b * distance;
            for (std::size_t a = 0; a < points.size(); ++a) {
                place += rest % points[a] * strides[a];
                rest /= points[a];
            }
            places.push_back(place);
        }
    return places;
}

std::string to_string(const descriptor& d) {
    static const char* const layouts[] = {"?", "ci", "cp", "hi", "hp", "r"};
    std::ostringstream text;
    const auto list = [&text](const char* name, const std::vector<std::size_t>& numbers) {
        text << ' ' << name;
        for (std::size_t k = 0; k < numbers.size(); ++k) text << (k ? "," : "=") << numbers[k];
    };
    text << layouts[d.in] << "->" << layouts[d.out] << (d.is_double() ? " f64" : " f32");
    list("n", d.lengths);
    text << " b" << d.batch << (d.location == CLFFT_INPLACE ? " in" : " out")
         << (d.direction == CLFFT_FORWARD ? " fwd" : " bwd");
    if (d.transposed) text << " transposed";
    if (d.sets_layout) {
        list("is", d.in_strides);
        list("os", d.out_strides);
        text << " id=" << d.in_distance << " od=" << d.out_distance;
    }
    if (d.sets_scale) text << " scale=" << d.scale;
    if (d.in_offset || d.out_offset) text << " offsets=" << d.in_offset << ',' << d.out_offset;
    return text.str();
}

descriptor random_descriptor(std::mt19937& r) {
    descriptor d;
    d.lengths = random_lengths(r);
    static constexpr std::pair<clfftLayout, clfftLayout> layouts[] = {
        {CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_INTERLEAVED},
        {CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_PLANAR},
        {CLFFT_COMPLEX_PLANAR, CLFFT_COMPLEX_INTERLEAVED},
        {CLFFT_COMPLEX_PLANAR, CLFFT_COMPLEX_PLANAR},
        {CLFFT_REAL, CLFFT_HERMITIAN_INTERLEAVED},
        {CLFFT_REAL, CLFFT_HERMITIAN_PLANAR},
        {CLFFT_HERMITIAN_INTERLEAVED, CLFFT_REAL},
        {CLFFT_HERMITIAN_PLANAR, CLFFT_REAL}};
    std::tie(d.in, d.out) = layouts[r() % 8];
    d.location = chance(r, 40) ? CLFFT_INPLACE : CLFFT_OUTOFPLACE;
    // clFFT rejects most changes between planar and interleaved data in place: keep only some of these cases.
    if (d.location == CLFFT_INPLACE && is_planar(d.in) != is_planar(d.out) && chance(r, 80)) d.out = d.in;
    if (!is_hermitian(d.in) && d.in != CLFFT_REAL && (d.out == CLFFT_REAL || is_hermitian(d.out))) d.out = d.in;
    if ((d.in == CLFFT_REAL || is_hermitian(d.in)) && d.in == d.out) d.location = CLFFT_OUTOFPLACE;
    if (d.in == CLFFT_REAL && d.out == CLFFT_REAL) d.out = CLFFT_HERMITIAN_INTERLEAVED;
    if (is_hermitian(d.in) && d.out != CLFFT_REAL) d.out = CLFFT_REAL;
    d.precision = chance(r, 35) ? CLFFT_DOUBLE : CLFFT_SINGLE;
    d.direction = chance(r, 50) ? CLFFT_FORWARD : CLFFT_BACKWARD;
    d.batch = chance(r, 40) ? 1 : pick(r, {2, 3, 5, 8});
    std::size_t stride = 1;
    for (const auto n : d.lengths) {
        d.in_strides.push_back(stride);
        stride *= n;
    }
    d.out_strides = d.in_strides;
    d.in_distance = d.out_distance = stride;
    d.transposed = d.lengths.size() == 2 && !d.is_real() && chance(r, 15);
    const bool needs_layout = d.is_real() && d.location == CLFFT_INPLACE;
    if (!d.transposed && (needs_layout || chance(r, 70))) random_layout(r, d);
    d.sets_scale = chance(r, 30);
    d.scale = static_cast<float>(static_cast<double>(1 + r() % 1000) / 250);
    if (chance(r, 20)) {
        d.in_offset = 128 * (1 + r() % 4);
        d.out_offset = d.location == CLFFT_INPLACE ? d.in_offset : 128 * (1 + r() % 4);
    }
    return d;
}
