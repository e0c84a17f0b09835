// Split, commute, group, and the choice of buffers.
#include "planner/rules.hpp"

#include <algorithm>
#include <bitset>
#include <numeric>

namespace stockham {

namespace {

unsigned log2_of(std::uint64_t n) {
    unsigned bits = 0;
    while ((std::uint64_t{1} << bits) < n) ++bits;
    return bits;
}

/// n = 2^bits as `count` digits of nearly equal length, the longer ones first.
std::vector<std::uint64_t> balanced(unsigned bits, unsigned count) {
    std::vector<std::uint64_t> digits;
    for (unsigned left = count; left > 0; --left) {
        const unsigned share = (bits + left - 1) / left;
        digits.push_back(std::uint64_t{1} << share);
        bits -= share;
    }
    return digits;
}

std::uint64_t product(const std::vector<std::uint64_t>& v, std::size_t begin, std::size_t end) {
    std::uint64_t p = 1;
    for (auto k = begin; k < end; ++k) p *= v[k];
    return p;
}

/// The elements of the axis between neighbours of a digit, before and after the digits are brought into order.
std::uint64_t stride_in_input(const axis_split& s, std::size_t digit) {
    return product(s.digits, digit + 1, s.digits.size());
}
std::uint64_t stride_in_output(const axis_split& s, std::size_t digit) {
    return product(s.digits, 0, digit);
}

bool is_reordering(const axis_split& s, std::size_t digit) {
    return s.digits.size() > 1 && digit == (s.reorder_last ? s.digits.size() - 1 : 0);
}

bool group_fits(const pass_sequence& q, const std::vector<digit_name>& group, std::uint64_t most_points) {
    std::uint64_t points = 1;
    for (std::size_t a = 0; a < group.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b)
            if (group[a].axis == group[b].axis) return false;
        points *= q.splits[group[a].axis].digits[group[a].digit];
    }
    return points <= most_points;
}

/// All ways to cut a row of single-digit passes into groups.
void add_groupings(const pass_sequence& single, std::uint64_t most_points, std::size_t most_passes,
                   std::vector<pass_sequence>& found) {
    const auto joints = single.passes.size() - 1;
    for (std::uint64_t joined = 0; joined < (std::uint64_t{1} << joints); ++joined) {
        if (joints + 1 - std::bitset<64>(joined).count() > most_passes) continue;
        pass_sequence q{single.splits, {single.passes.front()}};
        bool fits = true;
        for (std::size_t k = 0; k < joints && fits; ++k) {
            if ((joined >> k) & 1) {
                q.passes.back().push_back(single.passes[k + 1].front());
                fits = group_fits(q, q.passes.back(), most_points);
            } else {
                q.passes.push_back(single.passes[k + 1]);
            }
        }
        if (fits) found.push_back(std::move(q));
    }
}

bool same_place(const memory_place& a, const memory_place& b) {
    return a.where == b.where && a.offset == b.offset;
}

/// Chooses where each pass writes, the last one to the output: `keeps` tells which may write where they read. Returns
/// false if there is no way with these means.
bool choose(const std::vector<bool>& keeps, const memory_places& places, bool workspace, const memory_place* at,
            std::vector<const memory_place*>& to) {
    const auto pass = to.size();
    if (pass == keeps.size()) return same_place(*at, places.output);
    for (const auto* next : {&places.output, &places.workspace}) {
        if (next == &places.workspace && !workspace) continue;
        if (same_place(*next, *at) && !keeps[pass]) continue;
        to.push_back(next);
        if (choose(keeps, places, workspace, next, to)) return true;
        to.pop_back();
    }
    return false;
}

/// Adds the digits of axis `a` to a pass: the one it transforms, and the others as lines.
void add_axis(pass_problem& pass, const axis_split& split, const digit_name* mine, bool ordered_before,
              bool ordered_after, std::uint64_t in_unit, std::uint64_t out_unit) {
    const auto stride = [&](std::size_t d, bool ordered) {
        return ordered ? stride_in_output(split, d) : stride_in_input(split, d);
    };
    for (std::size_t d = 0; d < split.digits.size(); ++d) {
        const iodim points{split.digits[d], stride(d, ordered_before) * in_unit, stride(d, ordered_after) * out_unit};
        if (mine && d == mine->digit) {
            const bool last = d + 1 == split.digits.size();
            pass.transforms.push_back({points, last ? 1 : product(split.digits, d, split.digits.size())});
        } else {
            line_dim line{points, {}};
            // The digits that are still to be transformed, read as one number, are the phase of this pass's twiddles.
            if (mine && d > mine->digit)
                line.phase[pass.transforms.size() - 1] = static_cast<std::uint32_t>(stride_in_input(split, d));
            pass.lines.push_back(line);
        }
    }
}

}  // namespace

std::vector<axis_split> splits(std::uint64_t n, std::uint64_t longest) {
    const unsigned bits = log2_of(n);
    std::vector<axis_split> found;
    for (unsigned count = 1; count <= std::max(bits, 1U) && found.size() < 4; ++count) {
        auto digits = balanced(bits, count);
        if (digits.front() > longest) continue;
        if (count > 1 && digits.back() < 8) break;
        found.push_back({digits, false});
        if (count > 1) found.push_back({std::move(digits), true});
    }
    return found;
}

std::vector<axis_split> uneven_splits(std::uint64_t n, std::uint64_t longest) {
    const unsigned bits = log2_of(n);
    std::vector<axis_split> found;
    const auto add = [&](std::vector<std::uint64_t> digits) {
        const auto [least, most] = std::minmax_element(digits.begin(), digits.end());
        if (*most > longest || (digits.size() == 3 && *most > 16 * *least)) return;
        if (digits == balanced(bits, static_cast<unsigned>(digits.size()))) return;
        found.push_back({digits, false});
        found.push_back({std::move(digits), true});
    };
    for (unsigned a = 1; a < bits; ++a) add({std::uint64_t{1} << a, n >> a});
    if (n <= longest * 8) return found;  // two digits will do
    for (unsigned a = 1; a < bits; ++a)
        for (unsigned b = 1; a + b < bits; ++b) add({std::uint64_t{1} << a, std::uint64_t{1} << b, n >> (a + b)});
    return found;
}

std::vector<pass_sequence> sequences(const std::vector<axis_split>& splits, std::uint64_t most_points,
                                     std::size_t most_passes) {
    std::vector<std::size_t> order(splits.size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<pass_sequence> found;
    do {
        pass_sequence single{splits, {}};
        for (auto axis : order)
            for (std::size_t d = 0; d < splits[axis].digits.size(); ++d) single.passes.push_back({{axis, d}});
        add_groupings(single, most_points, most_passes, found);
    } while (std::next_permutation(order.begin(), order.end()));
    return found;
}

memory_places places_of(const problem& p) {
    memory_places places;
    places.input.where = p.in_place ? buffer::output : buffer::input;
    places.input.offset = p.in_offset;
    places.input.distance = p.batch.is;
    places.output.offset = p.out_offset;
    places.output.distance = p.batch.os;
    places.workspace.where = buffer::workspace;
    std::uint64_t packed = 1;
    for (auto a = p.axes.size(); a-- > 0; packed *= p.axes[a].n)
        places.workspace.axis_stride.insert(places.workspace.axis_stride.begin(), packed);
    places.workspace.distance = packed;
    for (const auto& axis : p.axes) {
        places.input.axis_stride.push_back(axis.is);
        places.output.axis_stride.push_back(axis.os);
    }
    return places;
}

std::vector<pass_problem> passes_of(const problem& p, const pass_sequence& q, const memory_places& places,
                                    bool& uses_workspace) {
    std::vector<bool> keeps;
    for (const auto& group : q.passes)
        keeps.push_back(std::none_of(group.begin(), group.end(),
                                     [&](const digit_name& d) { return is_reordering(q.splits[d.axis], d.digit); }));
    std::vector<const memory_place*> to;
    uses_workspace = !choose(keeps, places, false, &places.input, to);
    if (uses_workspace) choose(keeps, places, true, &places.input, to);

    std::vector<bool> ordered(p.axes.size(), false);
    std::vector<pass_problem> passes;
    const memory_place* from = &places.input;
    for (std::size_t k = 0; k < q.passes.size(); from = to[k++]) {
        const memory_place& into = *to[k];
        pass_problem pass;
        pass.precision = p.precision;
        pass.inverse = p.inverse;
        pass.scale = k + 1 == q.passes.size() ? p.scale : 1;
        pass.src = from->where;
        pass.dst = into.where;
        pass.in_offset = from->offset;
        pass.out_offset = into.offset;
        for (std::size_t a = 0; a < p.axes.size(); ++a) {
            const digit_name* mine = nullptr;
            for (const auto& d : q.passes[k])
                if (d.axis == a) mine = &d;
            const bool before = ordered[a];
            ordered[a] = before || (mine && is_reordering(q.splits[a], mine->digit));
            add_axis(pass, q.splits[a], mine, before, ordered[a], from->axis_stride[a], into.axis_stride[a]);
        }
        pass.lines.push_back({{p.batch.n, from->distance, into.distance}, {}});
        merge_lines(pass);
        passes.push_back(std::move(pass));
    }
    return passes;
}

}  // namespace stockham
