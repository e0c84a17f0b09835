// Checks of the arrays that imaging functions are given.
#include "imaging/base/check.hpp"

#include <stockham/error.hpp>

namespace stockham::imaging_internal {

void refuse(const char* name, const std::string& why) {
    throw argument_error(name, std::string(name) + ": " + why);
}

namespace {

void check_memory_of(const char* name, const imaging::array_view& view, std::size_t least, std::size_t most,
                     bool is_complex) {
    if (!view) refuse(name, "has no memory");
    if (view.precision != precision::f32 && view.precision != precision::f64)
        refuse(name, "must be in single or double precision");
    if (view.is_complex != is_complex) refuse(name, is_complex ? "must be complex" : "must be real");
    const std::size_t axes = view.shape.size();
    if (axes < least || axes > most)
        refuse(name, "must have " + std::to_string(least) + (most > least ? " to " + std::to_string(most) : "") +
                         " axes (got " + std::to_string(axes) + ")");
    if (count(view) == 0) refuse(name, "is empty (" + text_of(view.shape) + ")");
    if (view.host == nullptr && view.offset % element_bytes(view) != 0)
        refuse(name, "its offset must be a multiple of the size of an element");
}

}  // namespace

void check_view(const char* name, const imaging::array_view& view, std::size_t least, std::size_t most,
                bool is_complex) {
    check_memory_of(name, view, least, most, is_complex);
    if (view.number != imaging::number_type::real || !view.strides.empty())
        refuse(name, "must have packed numbers in single or double precision");
}

void check_pictures(const char* name, const imaging::array_view& view, std::size_t least, std::size_t most) {
    check_memory_of(name, view, least, most, false);
    if (!view.strides.empty() && view.strides.size() != view.shape.size())
        refuse(name, "must have one stride per axis, " + std::to_string(view.shape.size()) + " (got " +
                         std::to_string(view.strides.size()) + ")");
    for (const std::size_t stride : view.strides)
        if (stride >> 32 != 0) refuse(name, "its strides must be below 2^32");
}

void check_like(const char* name, const imaging::array_view& view, const extents& shape,
                stockham::precision precision) {
    check_view(name, view, 1, shape.size(), view.is_complex);
    if (view.shape != shape) refuse(name, "must have " + text_of(shape) + " points (got " + text_of(view.shape) + ")");
    if (view.precision != precision) refuse(name, "must have the precision of the other arrays");
}

device_work::range_of_values check_finite(const char* name, device_work& work, const device_array& array) {
    const auto range = work.range(array);
    if (!range.finite) refuse(name, "has NaN or infinite values");
    return range;
}

}  // namespace stockham::imaging_internal
