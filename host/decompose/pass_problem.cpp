// Merging of lines, and properties of a pass.
#include "decompose/pass_problem.hpp"

#include <algorithm>
#include <vector>

namespace stockham::internal {

std::uint64_t pass_problem::points() const {
    std::uint64_t product = 1;
    for (const auto& t : transforms) product *= t.points.n;
    for (const auto& l : lines) product *= l.lines.n;
    return product;
}

std::size_t bytes_of(const memory_form& form, precision p) {
    const auto each = form.half ? 2 : real_size(p);
    return form.numbers == numbers::real ? each : 2 * each;
}

std::uint64_t pass_problem::in_bytes() const {
    return (in_elements ? in_elements : points()) * bytes_of(in.form, precision);
}
std::uint64_t pass_problem::out_bytes() const {
    return (out_elements ? out_elements : points()) * bytes_of(out.form, precision);
}

namespace {

/// True if `slow` continues where `fast` ends: in the input, the output, every phase and every index.
bool continues(const line_dim& fast, const line_dim& slow) {
    const auto n = fast.lines.n;
    if (slow.lines.is != n * fast.lines.is || slow.lines.os != n * fast.lines.os) return false;
    for (std::size_t t = 0; t < fast.phase.size(); ++t)
        if (slow.phase[t] != n * fast.phase[t] || slow.in_phase[t] != n * fast.in_phase[t]) return false;
    return slow.grows.in_index == n * fast.grows.in_index && slow.grows.out_index == n * fast.grows.out_index &&
           slow.grows.spectrum == n * fast.grows.spectrum;
}

bool merge_one_pair(std::vector<line_dim>& lines) {
    for (std::size_t a = 0; a < lines.size(); ++a)
        for (std::size_t b = 0; b < lines.size(); ++b)
            if (a != b && continues(lines[a], lines[b])) {
                lines[a].lines.n *= lines[b].lines.n;
                lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(b));
                return true;
            }
    return false;
}

/// True if element j of the chirp is w_(2 n)^(j^2): one of Bluestein's algorithm, and no factor of another kind.
bool is_square(const chirp& c, std::uint64_t n) {
    return c.order == 4 * n && c.square == 2 && !c.linear && !c.constant && c.first == 1 && c.last == 1 &&
           c.weight == 1;
}

/// True if the side maps an axis whose points are all those of one digit of the pass, or of two digits, the later of
/// which is a prime in permuted order.
bool maps_a_line(const mapping& map, const pass_problem& p, std::uint64_t growth::*index) {
    for (const auto& l : p.lines)
        if (l.grows.*index) return false;
    std::vector<const digit_transform*> digits;  // of the axis, the fastest first
    for (const auto& t : p.transforms) {
        if (t.convolution && !t.keeps_point_zero()) return false;
        if (t.grows.*index) digits.push_back(&t);
    }
    std::sort(digits.begin(), digits.end(),
              [&](const auto* a, const auto* b) { return a->grows.*index < b->grows.*index; });
    std::uint64_t along = 1;
    for (const auto* t : digits) {
        if (t->grows.*index != along) return false;
        along *= t->points.n;
    }
    const bool permutes =
        std::any_of(digits.begin(), digits.end(), [](const auto* t) { return t->convolution.has_value(); });
    return map.numbers.n > 1 && (along == map.numbers.n || map.chirped) &&
           (digits.size() == 1 || (digits.size() == 2 && permutes));
}

/// True if the mapping is the half spectrum of one transform, or the first points of it: points 0 .. n / 2, or, if
/// `hermitian`, all points by their conjugates.
bool is_half_of(const mapping& map, const pass_problem& p, std::uint64_t growth::*index, bool hermitian) {
    return map.hermitian == hermitian && maps_a_line(map, p, index) &&
           (hermitian ? map.numbers.extent == map.numbers.n : map.numbers.extent <= map.numbers.n / 2 + 1);
}

bool is_real(const pass_side& side) {
    return side.form.numbers == numbers::real && side.form.callback.empty();
}

bool is_half(const pass_side& side) {
    return side.form.numbers != numbers::real && side.form.callback.empty() && side.mapped;
}

/// True if the pass is Bluestein's algorithm for whole lines whose results are points 0 .. n - 1 of the convolution:
/// points k and n - k are both computed, whichever of them memory holds.
bool convolves_lines(const pass_problem& p) {
    const auto is_chirped = [](const pass_side& side) {
        return side.mapped && side.mapped->chirped && is_square(*side.mapped->chirped, side.mapped->numbers.n);
    };
    return p.factor && p.factor->filter && p.transforms.size() == 1 && is_chirped(p.in) && is_chirped(p.out) &&
           p.factor->filter->after >= p.out.mapped->numbers.n;
}

}  // namespace

mapping map_of(std::uint64_t n, std::uint64_t extent, std::uint64_t unit, std::uint64_t rows, bool hermitian,
               std::optional<chirp> chirped) {
    mapping m;
    m.numbers.n = n;
    m.numbers.extent = extent;
    m.numbers.held = std::min(extent, n / 2 + 1);
    m.numbers.unit = unit;
    m.numbers.rows = static_cast<std::uint32_t>(rows);
    m.hermitian = hermitian;
    m.chirped = std::move(chirped);
    return m;
}

bool has_real_lines(const pass_problem& p) {
    const auto is_chirped = [](const pass_side& side) { return side.mapped && side.mapped->chirped; };
    const bool permutes = std::any_of(p.transforms.begin(), p.transforms.end(),
                                      [](const digit_transform& t) { return t.convolution.has_value(); });
    const bool is_product = (p.factor && !permutes) || is_chirped(p.in) || is_chirped(p.out);
    if (is_product && !convolves_lines(p)) return false;
    if (is_real(p.in) && is_half(p.out))
        return !p.in.swapped && !p.out.swapped && is_half_of(*p.out.mapped, p, &growth::out_index, false) &&
               std::all_of(p.transforms.begin(), p.transforms.end(), [](const auto& t) { return t.in_order == 1; });
    return is_half(p.in) && is_real(p.out) && is_half_of(*p.in.mapped, p, &growth::in_index, true) &&
           std::all_of(p.transforms.begin(), p.transforms.end(), [](const auto& t) {
               return t.grows.in_index && t.in_order == 1 && (t.order == 1 || t.precedes);
           });
}

void merge_lines(pass_problem& p) {
    auto& lines = p.lines;
    lines.erase(std::remove_if(lines.begin(), lines.end(), [](const line_dim& l) { return l.lines.n == 1; }),
                lines.end());
    while (merge_one_pair(lines)) {
    }
    std::sort(lines.begin(), lines.end(), [](const line_dim& a, const line_dim& b) {
        return a.lines.is != b.lines.is ? a.lines.is < b.lines.is : a.lines.os < b.lines.os;
    });
}

}  // namespace stockham::internal
