// Merging of lines, and properties of a pass.
#include "decompose/pass_problem.hpp"

#include <algorithm>

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
                if (lines[a].per_transform == lines[a].lines.n) lines[a].per_transform *= lines[b].per_transform;
                lines[a].lines.n *= lines[b].lines.n;
                lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(b));
                return true;
            }
    return false;
}

/// True if the mapping is the half spectrum of one transform, or the first points of it: points 0 .. n / 2, or, if
/// `hermitian`, all points by their conjugates.
bool is_half_of(const mapping& map, const pass_problem& p, std::uint64_t growth::*index, bool hermitian) {
    if (map.chirped || map.hermitian != hermitian) return false;
    for (const auto& l : p.lines)
        if (l.grows.*index) return false;
    std::uint64_t along = 0;
    for (const auto& t : p.transforms) {
        if (t.convolution ||
            (t.grows.*index && (t.grows.*index != 1 || map.numbers.n != t.points.n || map.numbers.n == 1)))
            return false;
        along += t.grows.*index;
    }
    return along == 1 &&
           (hermitian ? map.numbers.extent == map.numbers.n : map.numbers.extent <= map.numbers.n / 2 + 1);
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
    const auto is_real = [](const pass_side& side) {
        return side.form.numbers == numbers::real && side.form.callback.empty() && !side.mapped;
    };
    const auto is_half = [](const pass_side& side) {
        return side.form.numbers != numbers::real && side.form.callback.empty() && side.mapped;
    };
    if (p.factor) return false;
    if (is_real(p.in) && is_half(p.out))
        return !p.in.swapped && !p.in.inverse && !p.out.swapped && !p.out.inverse &&
               is_half_of(*p.out.mapped, p, &growth::out_index, false) &&
               std::all_of(p.transforms.begin(), p.transforms.end(), [](const auto& t) { return t.in_order == 1; });
    return is_half(p.in) && is_real(p.out) && p.transforms.size() == 1 && p.transforms[0].order == 1 &&
           p.transforms[0].in_order == 1 && is_half_of(*p.in.mapped, p, &growth::in_index, true);
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
