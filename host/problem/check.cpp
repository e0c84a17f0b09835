// The checks of a transform's description: whether it is valid on any device and within the library's limits.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <stockham/error.hpp>
#include <stockham/transform.hpp>

#include "base/enumerations.hpp"
#include "base/host_size.hpp"
#include "base/smooth.hpp"
#include "base/uint128.hpp"
#include "problem/algorithms.hpp"
#include "problem/kinds.hpp"
#include "problem/layout.hpp"
#include "problem/loops.hpp"

namespace stockham {

namespace internal {

namespace {

constexpr std::size_t most_axes = 5;  // with a batch and one axis split, these use all loops of a pass
constexpr std::size_t most_loops = 64;
constexpr unsigned most_elements_log2 = most_bytes_log2 - 4;  // of f64

std::string quoted(const transform& t) {
    return " in '" + to_string(t) + "'";
}

/// Throws argument_error that names the field and quotes the transform.
[[noreturn]] void refuse(const char* field, const std::string& why, const transform& t) {
    throw argument_error(field, std::string(field) + ": " + why + quoted(t));
}

/// a * b + c. Throws argument_error that names the field if no buffer can hold that many elements.
std::uint64_t fitted(std::uint64_t a, std::uint64_t b, std::uint64_t c, const char* field, const transform& t) {
    const auto value = static_cast<uint128>(a) * b + c;
    if (value >= std::uint64_t{1} << most_elements_log2)
        refuse(field, "the transform spans more than 2^" + std::to_string(most_elements_log2) + " elements", t);
    return static_cast<std::uint64_t>(value);
}

void check_enumerations(const transform& t) {
    check_known("kind", t.kind);
    check_known("precision", t.precision);
    check_known("direction", t.direction);
    check_known("placement", t.placement);
    check_algorithm_name(t.algorithm);
    check_known("input", t.input.form);
    check_known("output", t.output.form);
}

/// The other checks do not overflow for sizes that pass this one.
void check_sizes(const transform& t) {
    if (t.lengths.empty()) throw argument_error("lengths", "lengths: a transform needs at least one axis");
    const auto shortest = facts(t.kind).shortest;
    std::uint64_t product = 1;
    for (auto n : t.lengths) {
        if (n < shortest)
            refuse("lengths", "a length is " + std::to_string(n) + ", less than " + std::to_string(shortest), t);
        product = fitted(product, n, 0, "lengths", t);
    }
    if (t.batch == 0) refuse("batch", "it is 0", t);
    product = fitted(product, t.batch, 0, "batch", t);
    for (const auto& l : t.loops) {
        if (l.n == 0) refuse("loops", "one of them has 0 transforms", t);
        product = fitted(product, l.n, 0, "loops", t);
        fitted(l.n, std::max(l.input_stride, l.output_stride), 0, "loops", t);
    }
}

/// Loops replace the batch and the distances.
void check_loops(const transform& t) {
    if (t.loops.empty()) return;
    if (t.loops.size() > most_loops)
        throw unsupported_error("loops", "transforms have up to " + std::to_string(most_loops) + " loops, not " +
                                             std::to_string(t.loops.size()) + quoted(t));
    if (t.batch != 1) refuse("batch", "it must be 1 if there are loops", t);
    if (t.input.distance) refuse("input", "it must have no distance if there are loops", t);
    if (t.output.distance) refuse("output", "it must have no distance if there are loops", t);
}

void check_supported_lengths(const transform& t) {
    if (t.lengths.size() > most_axes)
        throw unsupported_error("rank", "transforms have 1 to " + std::to_string(most_axes) + " axes, not " +
                                            std::to_string(t.lengths.size()) + quoted(t));
    for (auto n : t.lengths) {
        if (n <= longest_axis) continue;
        throw unsupported_error("lengths", "length " + std::to_string(n) + " is more than " +
                                               std::to_string(longest_axis) + quoted(t));
    }
}

void check_kind(const transform& t) {
    const auto& k = facts(t.kind);
    if (!(t.direction == direction::forward ? k.forward : k.inverse))
        refuse("direction", std::string(k.word) + " is " + (k.forward ? "forward" : "inverse") + " only", t);
    if (!t.full_spectrum) return;
    if (!has_hermitian_side(t.kind)) refuse("full_spectrum", "only r2c and c2r have a half spectrum", t);
    if (t.placement == placement::in_place) refuse("full_spectrum", "in place there is only room for half of it", t);
}

/// `nonzero` or `wanted`: points of each axis of a side.
void check_points(const transform& t, const std::vector<std::size_t>& points, const char* field, side s) {
    if (points.empty()) return;
    if (is_real_to_real(t.kind)) refuse(field, "only c2c, r2c and c2r can have it", t);
    if (points.size() != t.lengths.size())
        refuse(field, std::to_string(points.size()) + " numbers for " + std::to_string(t.lengths.size()) + " axes", t);
    const auto lengths = s == side::input ? input_lengths(t) : output_lengths(t);
    for (std::size_t k = 0; k < lengths.size(); ++k)
        if (points[k] == 0 || points[k] > lengths[k])
            refuse(field, std::to_string(points[k]) + " is not from 1 to " + std::to_string(lengths[k]), t);
}

/// f16 is computed in single precision, too.
void check_scale(const transform& t) {
    using single = std::numeric_limits<float>;
    if (!std::isfinite(t.scale)) refuse("scale", "it is not finite", t);
    const double size = std::fabs(t.scale);
    if (t.precision != precision::f64 && size != 0 && !(size >= single::min() && size <= single::max()))
        refuse("scale", "single precision cannot hold it", t);
}

const char* field_of(side s) {
    return s == side::input ? "input" : "output";
}

/// No two elements may share a place, except for input that loops read several times out of place.
void check_distinct(const transform& t, side s) {
    const char* field = field_of(s);
    const auto l = complete(t, s);
    const auto lengths = lengths_of(t, s);
    const auto stride = s == side::input ? &iodim::is : &iodim::os;
    std::vector<iodim> axes;
    for (std::size_t k = 0; k < lengths.size(); ++k) axes.push_back({lengths[k], l.strides[k], l.strides[k]});
    auto all = loops_of(t);
    all.insert(all.end(), axes.begin(), axes.end());
    std::uint64_t reach = l.offset;
    for (const auto& d : all) reach = fitted(d.n - 1, d.*stride, reach, field, t);
    if (!t.loops.empty() && are_distinct(axes, stride)) {
        const bool may_share = s == side::input && t.placement == placement::out_of_place;
        if (!may_share && !are_distinct(all, stride))
            refuse("loops", std::string("they let elements of the ") + field + " overlap", t);
    } else if (!are_distinct(all, stride)) {
        refuse(field, "strides or distance let elements overlap", t);
    }
}

/// Checks the layout of one side by itself. Both sides must pass before check_distinct(), which reads the distances of
/// both.
void check_layout(const transform& t, side s) {
    const char* field = field_of(s);
    const auto& given = given_layout(t, s);
    if (is_real(t, s) && given.form == storage::planar)
        refuse(field, "it is real: only complex numbers can be planar", t);
    if (!given.strides.empty() && given.strides.size() != t.lengths.size())
        refuse(field,
               std::to_string(given.strides.size()) + " strides for " + std::to_string(t.lengths.size()) + " axes", t);
    const auto room = room_of(t, s);
    for (std::size_t k = 0; k < given.strides.size(); ++k) fitted(room[k], given.strides[k], 0, field, t);
}

/// One side as a whole: strides of the axes, then of the loops.
struct placing {
    std::vector<std::uint64_t> axes, loops;
    std::uint64_t offset;
};
placing placing_of(const transform& t, side s) {
    const auto l = complete(t, s);
    placing p{{l.strides.begin(), l.strides.end()}, {}, l.offset};
    for (const auto& d : loops_of(t)) p.loops.push_back(s == side::input ? d.is : d.os);
    return p;
}
bool same(const placing& a, const placing& b) {
    return a.axes == b.axes && a.loops == b.loops && a.offset == b.offset;
}

/// True if real and complex rows start at the same places: elements along the last axis are adjacent, and all other
/// strides and the offset are twice as large in real numbers.
bool overlaid(const placing& real, const placing& complex) {
    auto doubled = complex;
    for (auto& stride : doubled.axes) stride *= 2;
    for (auto& stride : doubled.loops) stride *= 2;
    doubled.offset *= 2;
    doubled.axes.back() = 1;
    return complex.axes.back() == 1 && same(real, doubled);
}

void check_in_place(const transform& t) {
    if (t.placement != placement::in_place) return;
    const auto in = placing_of(t, side::input), out = placing_of(t, side::output);
    if (t.input.form != t.output.form) refuse("placement", "in place, both sides or neither must be planar", t);
    if (!has_hermitian_side(t.kind)) {
        if (!same(in, out)) refuse("placement", "in place, input and output layouts must be the same", t);
        return;
    }
    const bool real_input = is_real_input(t.kind);
    if (overlaid(real_input ? in : out, real_input ? out : in)) return;
    const auto n = t.lengths.back(), kept = n / 2 + 1;
    refuse("placement",
           "in place, " + std::to_string(n) + " real numbers need the room of " + std::to_string(kept) +
               " complex ones, " + std::to_string(2 * kept) + " real ones: the real side's strides, distance, " +
               "loops and offset must be twice the complex side's, except for the last axis, whose strides must be 1",
           t);
}

}  // namespace

}  // namespace internal

using namespace internal;

void v0_2::check(const transform& t) {
    check_enumerations(t);
    check_sizes(t);
    check_loops(t);
    check_supported_lengths(t);
    check_kind(t);
    check_points(t, t.nonzero, "nonzero", side::input);
    check_points(t, t.wanted, "wanted", side::output);
    check_scale(t);
    for (const side s : {side::input, side::output}) check_layout(t, s);
    for (const side s : {side::input, side::output}) check_distinct(t, s);
    check_in_place(t);
    check_algorithm(t);
}

}  // namespace stockham
