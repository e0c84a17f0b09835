// clFFT's defaults, its checks of settings and plans, and the extents of buffers.
#include "description.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "call.hpp"

namespace clfft {

namespace {

std::size_t product(const std::vector<std::size_t>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), std::size_t{1}, std::multiplies<>());
}

/// Strides of an array of these points per axis, without gaps.
std::vector<std::size_t> packed_strides(const std::vector<std::size_t>& points) {
    std::vector<std::size_t> strides;
    std::size_t stride = 1;
    for (const auto n : points) {
        strides.push_back(stride);
        stride *= n;
    }
    return strides;
}

bool has_only_small_primes(std::size_t n) {
    for (const std::size_t prime : {2, 3, 5, 7, 11, 13})
        while (n % prime == 0) n /= prime;
    return n == 1;
}

/// True if the environment asks for the strict mode: everything that clFFT rejects is rejected.
bool is_strict() {
    const auto value = environment("STOCKHAM_CLFFT_STRICT");
    return !value.empty() && value != "0";
}

/// True if clFFT supports transposed results of these lengths.
bool has_transposed_result(const std::vector<std::size_t>& lengths) {
    const auto is_power_of_two = [](std::size_t n) { return (n & (n - 1)) == 0; };
    return lengths[0] >= 64 && lengths[1] >= 32 && is_power_of_two(lengths[0]) && is_power_of_two(lengths[1]);
}

/// True if clFFT transforms planar to interleaved data in place for these lengths; for others it ends the process.
bool has_interleaved_result_in_place(const description& d) {
    return d.dim == CLFFT_2D && d.lengths[0] > 1 && d.lengths[1] > 1 && !has_transposed_result(d.lengths);
}

/// True if an axis is too long for clFFT to bake a plan of real data.
bool is_too_long_for_real_data(const description& d) {
    const auto longest = std::size_t{1} << (d.precision == CLFFT_DOUBLE ? 22 : 24);
    const auto end = d.lengths.begin() + static_cast<int>(d.dim);
    return std::any_of(d.lengths.begin(), end, [longest](std::size_t n) { return n > longest; });
}

/// The padded lengths of a side of a real transform in place: rows of either side have room for the complex points.
std::vector<std::size_t> padded_lengths(const description& d, const side& s) {
    auto padded = d.lengths;
    padded[0] = d.lengths[0] / 2 + 1;
    if (is_real(s.layout)) padded[0] *= 2;
    return padded;
}

void apply_padded_defaults(const description& d, side& s) {
    const auto padded = padded_lengths(d, s);
    if (!s.strides_set) s.strides = packed_strides(padded);
    if (!s.distance_set) s.distance = s.strides.back() * padded.back();
}

}  // namespace

bool is_real(clfftLayout layout) {
    return layout == CLFFT_REAL;
}
bool is_hermitian(clfftLayout layout) {
    return layout == CLFFT_HERMITIAN_INTERLEAVED || layout == CLFFT_HERMITIAN_PLANAR;
}
bool is_planar(clfftLayout layout) {
    return layout == CLFFT_COMPLEX_PLANAR || layout == CLFFT_HERMITIAN_PLANAR;
}

clfftStatus status_of_failed_check(clfftStatus usual) {
    return is_strict() ? CLFFT_BUGCHECK : usual;
}

void check_dimension(clfftDim dim) {
    refuse_if(dim < CLFFT_1D || dim > CLFFT_3D, CLFFT_NOTIMPLEMENTED, "the number of axes is not 1, 2 or 3");
}

void check_lengths(const std::vector<std::size_t>& lengths) {
    for (const auto n : lengths) {
        refuse_if(n == 0, CLFFT_INVALID_ARG_VALUE, "a length is 0");
        refuse_if(is_strict() && !has_only_small_primes(n), CLFFT_NOTIMPLEMENTED,
                  "a length has a prime factor above 13, which STOCKHAM_CLFFT_STRICT rejects");
    }
}

description default_description(clfftDim dim, const std::size_t* lengths) {
    check_dimension(dim);
    need(lengths, "clLengths");
    description d;
    d.dim = dim;
    d.lengths.assign(lengths, lengths + static_cast<int>(dim));
    check_lengths(d.lengths);
    for (side* s : {&d.input, &d.output}) {
        s->strides = packed_strides(d.lengths);
        s->distance = product(d.lengths);
    }
    d.backward_scale = 1.0 / static_cast<double>(product(d.lengths));
    return d;
}

std::vector<std::size_t> points_of(const description& d, const side& s) {
    std::vector<std::size_t> points(d.lengths.begin(), d.lengths.begin() + static_cast<int>(d.dim));
    if (is_hermitian(s.layout)) points[0] = points[0] / 2 + 1;
    return points;
}

description with_defaults(const description& d) {
    description out = d;
    const bool real = is_real(d.input.layout) || is_real(d.output.layout);
    // In place, clFFT's own defaults would make rows overlap. Out of place they leave gaps, which clients may rely on.
    if (real && d.location == CLFFT_INPLACE && !d.lengths.empty()) {
        apply_padded_defaults(d, out.input);
        apply_padded_defaults(d, out.output);
    }
    return out;
}

bool becomes_interleaved_in_place(const description& d) {
    return d.location == CLFFT_INPLACE && is_planar(d.input.layout) && d.output.layout == CLFFT_COMPLEX_INTERLEAVED;
}

void check_bakeable(const description& d) {
    const auto axes = static_cast<std::size_t>(d.dim);
    refuse_if(d.lengths.size() < axes || d.input.strides.size() < axes || d.output.strides.size() < axes,
              CLFFT_INVALID_ARG_VALUE, "fewer lengths or strides than axes are set");
    check_lengths({d.lengths.begin(), d.lengths.begin() + static_cast<int>(axes)});
    refuse_if(d.batch == 0, CLFFT_INVALID_ARG_VALUE, "the batch is 0");
    const bool real = is_real(d.input.layout) || is_real(d.output.layout);
    refuse_if(real && is_strict() && is_too_long_for_real_data(d), CLFFT_NOTIMPLEMENTED,
              "an axis of real data is longer than clFFT supports, which STOCKHAM_CLFFT_STRICT rejects");
    refuse_if(d.transposed == CLFFT_TRANSPOSED && (real || axes != 2), CLFFT_TRANSPOSED_NOTIMPLEMENTED,
              "a transposed result needs complex data of two axes");
    const auto packed = packed_strides({d.lengths.begin(), d.lengths.begin() + static_cast<int>(axes)});
    refuse_if(d.transposed == CLFFT_TRANSPOSED && (d.input.strides != packed || d.output.strides != packed),
              CLFFT_TRANSPOSED_NOTIMPLEMENTED, "a transposed result needs packed strides");
    refuse_if(d.transposed == CLFFT_TRANSPOSED && is_strict() && !has_transposed_result(d.lengths),
              CLFFT_TRANSPOSED_NOTIMPLEMENTED,
              "lengths of a transposed result are not powers of two of at least 64 x 32, which STOCKHAM_CLFFT_STRICT "
              "rejects");
    if (d.location != CLFFT_INPLACE) return;
    if (real) {
        refuse_if(is_planar(d.input.layout) || is_planar(d.output.layout), CLFFT_INVALID_PLAN,
                  "in place, real and planar data cannot share buffers");
        return;
    }
    refuse_if(!is_planar(d.input.layout) && is_planar(d.output.layout), status_of_failed_check(CLFFT_INVALID_ARG_VALUE),
              "in place, interleaved input leaves no second buffer for imaginary parts");
    refuse_if(becomes_interleaved_in_place(d) && is_strict() && !has_interleaved_result_in_place(d), CLFFT_BUGCHECK,
              "planar to interleaved in place has these lengths, which STOCKHAM_CLFFT_STRICT rejects");
    const auto differ = [axes](const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
        return !std::equal(a.begin(), a.begin() + static_cast<int>(axes), b.begin());
    };
    refuse_if(differ(d.input.strides, d.output.strides) || d.input.distance != d.output.distance, CLFFT_INVALID_PLAN,
              "in place, the strides or the distances of input and output differ");
}

std::size_t extent_of(const description& d, const side& s) {
    const auto points = points_of(d, s);
    std::size_t last = (d.batch - 1) * s.distance;
    for (std::size_t k = 0; k < points.size(); ++k) last += (points[k] - 1) * s.strides[k];
    return last + 1;
}

clfftDirection direction_of(const description& d, clfftDirection asked) {
    if (is_real(d.input.layout)) return CLFFT_FORWARD;
    if (is_real(d.output.layout)) return CLFFT_BACKWARD;
    refuse_if(asked != CLFFT_FORWARD && asked != CLFFT_BACKWARD, CLFFT_INVALID_ARG_VALUE,
              "the direction is neither forward nor backward");
    return asked;
}

}  // namespace clfft
