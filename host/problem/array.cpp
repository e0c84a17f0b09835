// Transforms along some axes of an array, the other axes being loops.
#include <stockham/array.hpp>

#include <algorithm>
#include <string>

#include <stockham/error.hpp>

#include "problem/kinds.hpp"
#include "problem/layout.hpp"
#include "problem/loops.hpp"

namespace stockham {

namespace internal {

namespace {

[[noreturn]] void refuse(const char* field, const std::string& why) {
    throw argument_error(field, std::string(field) + ": " + why);
}

/// Axis numbers with negative ones counted from the end.
std::vector<std::size_t> resolved(const std::vector<int>& axes, std::size_t rank) {
    if (axes.empty()) refuse("axes", "the list is empty");
    std::vector<std::size_t> all;
    for (const long long axis : axes) {
        const auto count = static_cast<long long>(rank);
        if (axis < -count || axis >= count)
            refuse("axes", "there is no axis " + std::to_string(axis) + " in an array of " + std::to_string(rank));
        const auto from_first = static_cast<std::size_t>(axis < 0 ? axis + count : axis);
        if (std::find(all.begin(), all.end(), from_first) != all.end())
            refuse("axes", "axis " + std::to_string(axis) + " is named twice");
        all.push_back(from_first);
    }
    return all;
}

/// The strides and the offset of an array in elements.
struct places {
    std::vector<std::size_t> strides;
    std::size_t offset = 0;
};

std::vector<std::size_t> packed_strides(const std::vector<std::size_t>& shape) {
    std::vector<std::size_t> strides(shape.size(), 1);
    for (auto k = shape.size(); k-- > 1;) strides[k - 1] = strides[k] * shape[k];
    return strides;
}

std::size_t in_elements(const char* field, std::size_t bytes, std::size_t element) {
    if (bytes % element != 0)
        refuse(field,
               std::to_string(bytes) + " is not a multiple of the element size, " + std::to_string(element) + " bytes");
    return bytes / element;
}

places places_in(const array& a, std::size_t element) {
    places p{packed_strides(a.shape), in_elements("offset", a.offset, element)};
    if (a.strides.empty()) return p;
    if (a.strides.size() != a.shape.size())
        refuse("strides", std::to_string(a.strides.size()) + " for " + std::to_string(a.shape.size()) + " axes");
    for (std::size_t k = 0; k < a.shape.size(); ++k) {
        if (a.shape[k] == 1) continue;  // NumPy allows any stride along an axis of length 1
        if (a.strides[k] < 0)
            throw unsupported_error("strides",
                                    "strides: " + std::to_string(a.strides[k]) + " is negative, which is unsupported");
        p.strides[k] = in_elements("strides", static_cast<std::size_t>(a.strides[k]), element);
    }
    return p;
}

std::size_t element_bytes(const transform& t, side s) {
    const bool one_number = is_real(t, s) || given_layout(t, s).form == storage::planar;
    return one_number ? real_size(t.precision) : element_size(t.precision);
}

/// Both shapes must be equal, except along the last axis named, where the complex side may have n / 2 + 1 points.
void check_shapes(const transform& t, const array& input, const array& output, std::size_t halved) {
    const auto n = t.lengths.back();
    for (std::size_t k = 0; k < input.shape.size(); ++k) {
        const auto in = input.shape[k], out = output.shape[k];
        const auto complex = is_real_input(t.kind) ? out : in;
        if (in == out || (k == halved && has_hermitian_side(t.kind) && complex == n / 2 + 1)) continue;
        refuse("shape", "axis " + std::to_string(k) + " has " + std::to_string(in) + " indices in the input, " +
                            std::to_string(out) + " in the output");
    }
}

/// The stride of an axis of length 1: any would do, and this one satisfies the checks in place.
std::size_t stride_of_one(const transform& t, side s, bool halved) {
    return has_hermitian_side(t.kind) && is_real(t, s) && !halved ? 2 : 1;
}

void set_side(transform& t, side s, const array& a, const std::vector<std::size_t>& axes) {
    auto& layout = s == side::input ? t.input : t.output;
    const auto p = places_in(a, element_bytes(t, s));
    layout.offset = p.offset;
    for (auto axis : axes)
        layout.strides.push_back(a.shape[axis] == 1 ? stride_of_one(t, s, axis == axes.back()) : p.strides[axis]);
    auto next = t.loops.begin();
    for (std::size_t k = 0; k < a.shape.size(); ++k)
        if (a.shape[k] != 1 && std::find(axes.begin(), axes.end(), k) == axes.end()) {
            (s == side::input ? next->input_stride : next->output_stride) = p.strides[k];
            ++next;
        }
}

}  // namespace

}  // namespace internal

using namespace internal;

transform v0_2::transform_along(const std::vector<int>& axes, const array& input, const array& output, kind k,
                                precision p, placement where) {
    if (input.shape.size() != output.shape.size())
        refuse("shape", "the input has " + std::to_string(input.shape.size()) + " axes, the output " +
                            std::to_string(output.shape.size()));
    const auto along = resolved(axes, input.shape.size());
    transform t;
    t.kind = k;
    t.precision = p;
    t.placement = where;
    t.direction = usual_direction(k);
    t.input.form = input.form;
    t.output.form = output.form;
    const auto& real_side = is_real_output(k) ? output : input;
    for (auto axis : along) t.lengths.push_back(real_side.shape[axis]);
    const auto n = t.lengths.back(), last = along.back();
    t.full_spectrum = has_hermitian_side(k) && input.shape[last] == output.shape[last] && n != n / 2 + 1;
    check_shapes(t, input, output, last);
    for (std::size_t axis = 0; axis < input.shape.size(); ++axis)
        if (std::find(along.begin(), along.end(), axis) == along.end() && input.shape[axis] != 1)
            t.loops.push_back({input.shape[axis], 0, 0});
    set_side(t, side::input, input, along);
    set_side(t, side::output, output, along);
    check(t);
    return in_simplest_form(t);
}

}  // namespace stockham
