// What to transform: an array's shape and axes, as the library's transform.
#include "array/array_job.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <stockham/array.hpp>

#include "fault.hpp"

namespace stockham::tools {

transform transform_of(const array_job& job) {
    array whole;
    whole.shape = job.shape;
    std::vector<int> axes;
    double points = 1;
    for (const std::size_t k : job.axes) {
        axes.push_back(static_cast<int>(k));
        points *= static_cast<double>(job.shape[k]);
    }
    // A full spectrum has the shape of the array, which transform_along() knows from complex data.
    transform t = transform_along(axes, whole, whole, kind::c2c, job.precision);
    if (job.real) {
        t.kind = kind::r2c;
        t.full_spectrum = true;
    }
    t.direction = job.inverse ? direction::inverse : direction::forward;
    if (job.inverse) t.scale = 1 / points;
    return t;
}

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
    std::sort(axes.begin(), axes.end());
    if (std::adjacent_find(axes.begin(), axes.end()) != axes.end()) throw usage_error("--axes: an axis is given twice");
    if (axes.size() > 5)
        throw usage_error(fmt::format("--axes: at most 5 axes can be transformed (got {})", axes.size()));
    return axes;
}

}  // namespace stockham::tools
