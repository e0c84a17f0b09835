// What to transform: an array's shape and axes, as the library's transform.
#include "array/array_job.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <stockham/array.hpp>

#include "fault.hpp"

namespace stockham::tools {

namespace {

bool is_trigonometric(const array_job& job) {
    return job.family == family::dct || job.family == family::dst;
}

// The type whose kernel runs: types 2 and 3 invert each other.
unsigned computed_type(const array_job& job) {
    return job.inverse && (job.type == 2 || job.type == 3) ? 5 - job.type : job.type;
}

kind kind_of(const array_job& job) {
    static constexpr kind dct[] = {kind::dct1, kind::dct2, kind::dct3, kind::dct4};
    static constexpr kind dst[] = {kind::dst1, kind::dst2, kind::dst3, kind::dst4};
    if (job.family == family::dct) return dct[computed_type(job) - 1];
    if (job.family == family::dst) return dst[computed_type(job) - 1];
    if (job.family == family::real) return job.inverse ? kind::c2r : kind::r2c;
    return job.real_input && !job.inverse ? kind::r2c : kind::c2c;
}

// The lengths of the transform, in the order of the axes. A half spectrum of m points comes from 2 (m - 1).
std::size_t length_of(const array_job& job, std::size_t k) {
    if (!job.lengths.empty()) return job.lengths[k];
    const std::size_t n = job.input_shape[job.axes[k]];
    const bool halved = job.family == family::real && job.inverse && k + 1 == job.axes.size();
    return halved ? 2 * (n - 1) : n;
}

// The number whose inverse normalises a transform and its inverse together.
double normaliser(const array_job& job) {
    double points = 1;
    for (std::size_t k = 0; k < job.axes.size(); ++k) {
        const auto n = static_cast<double>(length_of(job, k));
        if (!is_trigonometric(job))
            points *= n;
        else
            points *= 2 * (job.type != 1 ? n : job.family == family::dct ? n - 1 : n + 1);
    }
    return points;
}

std::vector<std::size_t> real_shape(const array_job& job) {
    auto shape = job.input_shape;
    for (std::size_t k = 0; k < job.axes.size(); ++k) shape[job.axes[k]] = length_of(job, k);
    return shape;
}

std::vector<std::size_t> half_shape(const array_job& job) {
    auto shape = real_shape(job);
    auto& halved = shape[job.axes.back()];
    halved = halved / 2 + 1;
    return shape;
}

// Half spectra are not rotated along the halved axis.
bool rotates(const array_job& job, std::size_t axis) {
    if (!job.shift || std::find(job.axes.begin(), job.axes.end(), axis) == job.axes.end()) return false;
    return job.family != family::real || axis != job.axes.back();
}

// `input`: the factors before the kernel, which are those of types 1 and 3; else after it, types 1 and 2.
std::vector<edge_factor> edge_factors(const array_job& job, bool input) {
    std::vector<edge_factor> factors;
    const unsigned type = computed_type(job);
    if (!is_trigonometric(job) || job.norm != normalisation::ortho || type == 4) return factors;
    if (type == (input ? 2U : 3U) || (type == 1 && job.family == family::dst)) return factors;
    const double factor = input ? std::sqrt(2.0) : std::sqrt(0.5);
    for (std::size_t k = 0; k < job.axes.size(); ++k) {
        const std::size_t last = length_of(job, k) - 1;
        if (job.family == family::dct) factors.push_back({job.axes[k], 0, factor});
        if (job.family == family::dst || type == 1) factors.push_back({job.axes[k], last, factor});
    }
    return factors;
}

}  // namespace

bool reads_real(const array_job& job) {
    return is_trigonometric(job) || kind_of(job) == kind::r2c;
}

bool writes_real(const array_job& job) {
    return is_trigonometric(job) || kind_of(job) == kind::c2r;
}

std::vector<std::size_t> transformed_shape(const array_job& job) {
    return job.family == family::real && job.inverse ? half_shape(job) : real_shape(job);
}

std::vector<std::size_t> output_shape(const array_job& job) {
    return job.family == family::real && !job.inverse ? half_shape(job) : real_shape(job);
}

transform transform_of(const array_job& job) {
    array in, out;
    in.shape = transformed_shape(job);
    out.shape = output_shape(job);
    const std::vector<int> axes(job.axes.begin(), job.axes.end());
    const kind wanted = kind_of(job);
    // A full spectrum has the shape of the array, which transform_along() knows from complex data.
    const bool full = job.family == family::full;
    transform t = transform_along(axes, in, out, full ? kind::c2c : wanted, job.precision);
    t.kind = wanted;
    t.full_spectrum = full && wanted == kind::r2c;
    if (full || job.family == family::real) t.direction = job.inverse ? direction::inverse : direction::forward;
    const double points = normaliser(job);
    if (job.norm == normalisation::ortho) t.scale = 1 / std::sqrt(points);
    if (job.norm == (job.inverse ? normalisation::backward : normalisation::forward)) t.scale = 1 / points;
    return t;
}

array_map input_map(const array_job& job) {
    const auto shape = transformed_shape(job);
    std::vector<array_map::axis> axes;
    for (std::size_t k = 0; k < shape.size(); ++k)
        axes.push_back({shape[k], job.input_shape[k], job.inverse && rotates(job, k)});
    return array_map(axes);
}

array_map output_map(const array_job& job) {
    const auto shape = output_shape(job);
    std::vector<array_map::axis> axes;
    // fftshift writes frequency k to place k + n / 2, and ifftshift reads place k + n / 2 for k: one map serves both.
    for (std::size_t k = 0; k < shape.size(); ++k) axes.push_back({shape[k], shape[k], false});
    if (!job.inverse)
        for (std::size_t k = 0; k < shape.size(); ++k) axes[k].rotated = rotates(job, k);
    const std::uint64_t bytes = writes_real(job) ? real_size(job.precision) : element_size(job.precision);
    axes.push_back({bytes, bytes, false});
    return array_map(axes);
}

std::vector<edge_factor> input_factors(const array_job& job) {
    return edge_factors(job, true);
}

std::vector<edge_factor> output_factors(const array_job& job) {
    return edge_factors(job, false);
}

template <class T>
void multiply_edges(const std::vector<edge_factor>& factors, const std::vector<std::size_t>& shape, std::size_t first,
                    std::size_t count, T* numbers) {
    for (const edge_factor& each : factors) {
        std::size_t row = 1;  // numbers with the same index along the axis
        for (std::size_t k = each.axis + 1; k < shape.size(); ++k) row *= shape[k];
        const std::size_t period = row * shape[each.axis];
        // The first period that ends after `first`.
        for (std::size_t begin = first / period * period + each.index * row; begin < first + count; begin += period)
            for (std::size_t i = std::max(begin, first); i < std::min(begin + row, first + count); ++i)
                numbers[i - first] = static_cast<T>(numbers[i - first] * each.factor);
    }
}

template void multiply_edges(const std::vector<edge_factor>&, const std::vector<std::size_t>&, std::size_t, std::size_t,
                             float*);
template void multiply_edges(const std::vector<edge_factor>&, const std::vector<std::size_t>&, std::size_t, std::size_t,
                             double*);

std::vector<std::size_t> resolve_axes(const std::vector<int>& wanted, std::size_t rank) {
    std::vector<std::size_t> axes;
    const auto signed_rank = static_cast<long>(rank);
    for (const long axis : wanted) {
        if (axis >= signed_rank || axis < -signed_rank)
            throw usage_error(fmt::format("--axes: no axis {} in an array of {} dimensions (allowed: {} to {})", axis,
                                          rank, -signed_rank, signed_rank - 1));
        axes.push_back(static_cast<std::size_t>(axis < 0 ? axis + signed_rank : axis));
    }
    if (wanted.empty())
        for (std::size_t k = rank < 2 ? 0 : rank - 2; k < rank; ++k) axes.push_back(k);
    auto sorted = axes;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        throw usage_error("--axes: an axis is given twice");
    if (axes.size() > 5)
        throw usage_error(fmt::format("--axes: at most 5 axes can be transformed (got {})", axes.size()));
    return axes;
}

}  // namespace stockham::tools
