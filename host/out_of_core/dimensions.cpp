// An array as nested dimensions: the axes of a transform and its loops.
#include "out_of_core/dimensions.hpp"

#include <algorithm>

#include <stockham/error.hpp>

#include "problem/layout.hpp"

namespace stockham::internal {

namespace {

/// Throws unless each dimension steps over all of the next one.
void check_nested(const transform& t, const std::vector<array_dimension>& all, strided array_dimension::*side) {
    std::size_t span = 0;  // of the faster dimensions: one past the last element
    for (std::size_t k = all.size(); k-- > 0;) {
        const auto& d = all[k].*side;
        if (d.n == 1) continue;
        if (d.stride <= span)
            throw unsupported_error("out of core", to_string(t) + ": out of core, the dimensions of both arrays must " +
                                                       "be nested in the same order");
        span += (d.n - 1) * d.stride;
    }
}

}  // namespace

array_dimensions dimensions_of(const transform& t) {
    const auto in = complete(t, side::input), out = complete(t, side::output);
    const auto in_lengths = lengths_of(t, side::input), out_lengths = lengths_of(t, side::output);
    array_dimensions made{{}, in.offset, out.offset};
    for (const auto& l : t.loops) made.all.push_back({{l.n, l.input_stride}, {l.n, l.output_stride}, no_axis});
    if (t.batch > 1) made.all.push_back({{t.batch, in.distance}, {t.batch, out.distance}, no_axis});
    for (std::size_t k = 0; k < t.lengths.size(); ++k)
        made.all.push_back({{in_lengths[k], in.strides[k]}, {out_lengths[k], out.strides[k]}, k});
    std::stable_sort(made.all.begin(), made.all.end(), [](const array_dimension& a, const array_dimension& b) {
        return a.input.stride > b.input.stride;
    });
    check_nested(t, made.all, &array_dimension::input);
    check_nested(t, made.all, &array_dimension::output);
    return made;
}

}  // namespace stockham::internal
