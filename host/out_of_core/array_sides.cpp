// The arrays that trips read and write: those with the layout of the transform's input, and those with the output's.
#include "out_of_core/array_sides.hpp"

#include <algorithm>

#include "problem/layout.hpp"

namespace stockham::internal {

array_sides::array_sides(const transform& t) : t_(t), array_(dimensions_of(t)) {}

const strided& array_sides::digit(std::size_t k, bool input) const {
    return input ? array_.all[k].input : array_.all[k].output;
}

bool array_sides::is_complex_transform() const {
    return t_.kind == kind::c2c || t_.kind == kind::r2c || t_.kind == kind::c2r;
}

bool array_sides::is_real(std::size_t k) const {
    return (t_.kind == kind::r2c || t_.kind == kind::c2r) && array_.all[k].axis + 1 == t_.lengths.size();
}

std::size_t array_sides::complex_points(std::size_t k) const {
    return digit(k, t_.kind == kind::c2r).n;
}

std::size_t array_sides::element_bytes(bool input) const {
    const bool real = internal::is_real(t_, input ? side::input : side::output);
    return real ? real_size(t_.precision) : element_size(t_.precision);
}

undivided_trip array_sides::without_dimensions(bool from, bool to) const {
    undivided_trip trip;
    trip.along = t_;
    trip.along.scale = 1;
    trip.read_bytes = element_bytes(from);
    trip.write_bytes = element_bytes(to);
    trip.read_offset = from ? array_.input_offset : array_.output_offset;
    trip.write_offset = to ? array_.input_offset : array_.output_offset;
    return trip;
}

undivided_trip array_sides::trip_along(const std::vector<std::size_t>& transformed, bool from, bool to) const {
    auto trip = without_dimensions(from, to);
    if (std::any_of(transformed.begin(), transformed.end(), [&](std::size_t k) { return is_real(k); })) return trip;
    if (is_complex_transform()) trip.along.kind = kind::c2c;
    trip.along.full_spectrum = false;
    return trip;
}

void array_sides::add(undivided_trip& trip, std::size_t k, const std::vector<std::size_t>& transformed, bool from,
                      bool to) const {
    if (std::find(transformed.begin(), transformed.end(), k) == transformed.end())
        return pass_dimension(trip, digit(k, from), digit(k, to));
    trip_dimension d;
    d.is = trip_dimension::role::axis;
    d.read = {digit(k, from)};
    d.write = {digit(k, to)};
    d.axis = array_.all[k].axis;
    d.points = t_.lengths[d.axis];
    if (is_complex_transform() && !is_real(k)) d.read[0].n = d.write[0].n = d.points = complex_points(k);
    trip.dimensions.push_back(d);
}

void pass_dimension(undivided_trip& trip, const strided& in, const strided& out) {
    if (!trip.dimensions.empty()) {
        auto& before = trip.dimensions.back();
        const auto continues = [](const strided& slow, const strided& fast) {
            return slow.stride == fast.n * fast.stride;
        };
        if (before.is == trip_dimension::role::free && !before.weight && in.n == out.n &&
            continues(before.read[0], in) && continues(before.write[0], out)) {
            before.read[0] = {before.read[0].n * in.n, in.stride};
            before.write[0] = {before.write[0].n * out.n, out.stride};
            return;
        }
    }
    trip_dimension d;
    d.read = {in};
    d.write = {out};
    trip.dimensions.push_back(d);
}

}  // namespace stockham::internal
