// Roles of axes: zero-padded and Hermitian sides, cosine and sine transforms as chirped Fourier transforms of real
// data, and Bluestein's algorithm for lengths without a chain of radices.
#include "problem/roles.hpp"

#include <algorithm>

#include "base/smooth.hpp"
#include "problem/algorithms.hpp"
#include "problem/kinds.hpp"
#include "problem/layout.hpp"

namespace stockham::internal {

namespace {

/// A cosine or sine transform of n points is the real part of a Fourier transform of N points.
///   types 2, 3, 4: N = n. One side is folded (axis_role): its even points, then its odd ones from the last to
///                  the first (Makhoul 1980, "A fast cosine transform in one and two dimensions", section II);
///   type 1:        N = 2 (n + more). Memory holds its first n inputs and outputs.
/// Input j is multiplied by w_{8 N}^(linear j) and a weight, output k by w_{8 N}^(linear k + constant) and a weight.
/// The factor i of a sine is w_{8 N}^(6 N). The later half of a folded side has the opposite sign where it is turned.
struct real_to_real {
    kind of;
    int more;
    char folded;  ///< the folded side: i, o, or - for none
    bool turned;
    std::uint64_t in_linear;
    double in_first, in_weight, in_last;
    std::uint64_t out_linear, out_constant;
    bool sine;
    double out_weight;
};

//             more  folded, turned  in: linear, first, weight, last  out: linear, constant, sine, weight
constexpr real_to_real transforms_of_real[] = {
    {kind::dct1, -1, '-', false, 0, 1, 2, 1, 0, 0, false, 1}, {kind::dct2, 0, 'i', false, 0, 1, 1, 1, 2, 0, false, 2},
    {kind::dct3, 0, 'o', false, 2, 1, 2, 2, 0, 0, false, 1},  {kind::dct4, 0, 'o', true, 2, 1, 1, 1, 4, 1, false, 2},
    {kind::dst1, 1, '-', false, 8, 1, 1, 1, 8, 8, true, 2},   {kind::dst2, 0, 'i', true, 8, 1, 1, 1, 2, 2, true, 2},
    {kind::dst3, 0, 'o', true, 2, 2, 2, 1, 8, 2, true, 1},    {kind::dst4, 0, 'o', false, 2, 1, 1, 1, 4, 1, true, 2},
};

axis_role real_role(kind k, std::uint64_t n) {
    const auto& r = row_of(k, transforms_of_real, transforms_of_real[0]);
    axis_role role;
    role.folded_in = r.folded == 'i';
    role.folded_out = r.folded == 'o';
    role.n = role.folded_in || role.folded_out ? n : 2 * (n + static_cast<std::uint64_t>(r.more));
    role.in_points = role.out_points = n;
    const auto order = 8 * role.n;
    const double first = n == 1 && r.sine ? r.in_last : r.in_first;
    if (r.in_linear || r.in_weight != 1)
        role.in_chirp = chirp{order, 0, r.in_linear, 0, n, first, r.in_last, r.in_weight, r.turned && role.folded_in};
    const auto constant = r.out_constant + (r.sine ? 6 * role.n : 0);
    if (r.out_linear || r.out_weight != 1)
        role.out_chirp = chirp{
            order, 0, r.out_linear, constant, n, r.out_weight, r.out_weight, r.out_weight, r.turned && role.folded_out};
    return role;
}

}  // namespace

namespace {

/// Points -(before - 1) .. after - 1. If both ends are equally far from the middle, they are equal, or even the same.
std::uint64_t filter_points(std::uint64_t before, std::uint64_t after) {
    const bool ends_are_equal = before == after && before > 1;
    return before + after - 1 - ends_are_equal;
}

}  // namespace

std::uint64_t least_filter_points(const axis_role& role) {
    return filter_points(role.filter->before, role.out_points);
}

std::uint64_t whole_filter_points(const axis_role& role) {
    return filter_points(role.filter->before, role.hermitian_out ? role.n : role.out_points);
}

void set_filter_length(axis_role& role, std::uint64_t length) {
    role.filter->order = length;
    role.filter->after = role.hermitian_out && length >= whole_filter_points(role) ? role.n : role.out_points;
}

std::uint64_t make_bluestein_axis(axis_role& role, precision p) {
    const std::uint64_t in = role.hermitian_in ? role.n : role.in_points, out = role.out_points;
    role.filter = twiddle_table::filter(p, 0, chirp{4 * role.n, 2}, in, out);
    set_filter_length(role, filter_length(least_filter_points(role)));
    const auto squared = [&](std::optional<chirp>& c, std::uint64_t count) {
        if (!c) c = chirp{4 * role.n, 0, 0, 0, count};
        c->square = c->order / (2 * role.n);
    };
    squared(role.in_chirp, in);
    squared(role.out_chirp, out);
    return role.filter->order;
}

std::pair<std::uint64_t, axis_role> role_of(const transform& t, std::size_t axis) {
    axis_role role;
    const auto n = t.lengths[axis];
    if (is_real_to_real(t.kind)) {
        role = real_role(t.kind, n);
    } else {
        role.n = n;
        role.in_points = t.nonzero.empty() ? input_lengths(t)[axis] : t.nonzero[axis];
        role.out_points = t.wanted.empty() ? output_lengths(t)[axis] : t.wanted[axis];
        const bool last = axis + 1 == t.lengths.size();
        role.hermitian_in = last && t.kind == kind::c2r;
        role.hermitian_out = last && t.kind == kind::r2c && !t.full_spectrum;
        // Of a full spectrum, c2r reads this half only.
        if (role.hermitian_in) role.in_points = std::min<std::uint64_t>(role.in_points, n / 2 + 1);
    }
    // An axis whose real numbers are all in memory can be split into digits, and the planner chooses an algorithm for
    // each.
    const bool from_real = role.hermitian_out && role.in_points == n;
    const bool to_real = role.hermitian_in && role.out_points == n;
    const bool may_permute = (from_real || to_real) && t.algorithm == automatic;
    if (has_chain(role.n) || role.is_plain(n) || may_permute) return {role.n, role};
    const auto length = make_bluestein_axis(role, t.precision == precision::f64 ? precision::f64 : precision::f32);
    return {length, role};
}

}  // namespace stockham::internal
