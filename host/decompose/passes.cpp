// Pass problems, each built from the boundaries before and after the pass.
#include "decompose/passes.hpp"

#include <algorithm>
#include <utility>

#include "base/smooth.hpp"
#include "decompose/axis_view.hpp"
#include "decompose/part_facts.hpp"
#include "problem/loops.hpp"

namespace stockham::internal {

namespace {

/// A pass with the boundaries that it reads and writes.
struct pass_ends {
    const std::vector<digit_name>& names;
    const boundary &before, &after;
    const memory_place &from, &into;

    part_facts facts() const { return facts_of(names.front().part); }
};

/// Of each axis and digit: whether the pass of the digit applies its twiddle factors on load.
std::vector<std::vector<bool>> digits_on_load(const pass_sequence& q) {
    std::vector<std::vector<bool>> on_load;
    for (const auto& split : q.splits) on_load.emplace_back(split.digits.size(), false);
    for (const auto& pass : q.passes)
        for (const auto& name : pass)
            if (name.in_time) on_load[name.axis][name.digit] = true;
    return on_load;
}

/// Loops of a transform out of place may read an element several times.
bool windows_overlap(const problem& p) {
    auto all = p.loops;
    all.insert(all.end(), p.axes.begin(), p.axes.end());
    return !p.in_place && !are_distinct(std::move(all), &iodim::is);
}

/// Bytes of the caller's buffers and the workspace.
std::uint64_t bytes_of_buffers(const problem& p, const std::vector<boundary>& all, std::uint64_t workspace_elements) {
    const auto in = all.front().elements * bytes_of(all.front().form, p.precision);
    const auto out = all.back().elements * bytes_of(all.back().form, p.precision);
    return (p.in_place ? std::max(in, out) : in + out) + workspace_elements * element_size(p.precision);
}

/// The buffers of a pass and the forms of their numbers.
void set_sides(pass_problem& pass, const problem& p, const pass_ends& ends) {
    pass.in = {ends.from.where, ends.from.offset, ends.before.form};
    pass.out = {ends.into.where, ends.into.offset, ends.after.form};
    pass.in_elements = ends.before.elements;
    pass.out_elements = ends.after.elements;
    pass.in.shared =
        (ends.from.where == buffer::input && windows_overlap(p)) || ends.before.transforms != ends.after.transforms;
}

/// An inverse transform is a forward one of swapped numbers. A convolution swaps its input and its results.
void set_direction(pass_problem& pass, const problem& p, const pass_ends& ends) {
    const auto axis = ends.names.front().axis;
    const bool back = is_transformed_back(p, axis);
    pass.in.swapped = p.inverse && (!back || ends.before.axes[axis].whole);
    pass.out.swapped = p.inverse && (!back || ends.after.axes[axis].finished);
    pass.in.inverse = ends.facts().loads_spectrum;
    pass.out.inverse = ends.facts().stores_signal;
    if (ends.facts().multiplies)
        pass.factor = problem_factor{p.roles[axis].filter, p.convolution && p.convolution->conjugated};
}

/// The stride of an axis in the spectrum that the pass multiplies by; 0 if it multiplies by none along the axis.
std::uint64_t spectrum_unit(const problem& p, const pass_ends& ends, std::size_t axis) {
    if (!ends.facts().multiplies) return 0;
    return p.convolution ? p.convolution->axis_stride[axis] : axis == ends.names.front().axis ? 1 : 0;
}

bool is_untouched(const axis_state& s) {
    return s.whole && !s.transformed && !s.finished;
}
bool is_finished(const axis_state& s) {
    return s.finished;
}
bool all_others(const boundary& at, std::size_t axis, bool (*holds)(const axis_state&)) {
    for (std::size_t a = 0; a < at.axes.size(); ++a)
        if (a != axis && !holds(at.axes[a])) return false;
    return true;
}

void add_axes(pass_problem& pass, const problem& p, const pass_sequence& q, const pass_ends& ends,
              const std::vector<std::vector<bool>>& on_load) {
    for (std::size_t a = 0; a < p.axes.size(); ++a) {
        axis_at_pass axis{p,
                          a,
                          q.splits[a].digits,
                          on_load[a],
                          ends.before.axes[a],
                          ends.after.axes[a],
                          ends.from.axis_stride[a],
                          ends.into.axis_stride[a],
                          spectrum_unit(p, ends, a),
                          {},
                          all_others(ends.before, a, is_untouched),
                          all_others(ends.before, a, is_finished)};
        for (const auto& name : ends.names)
            if (name.axis == a) axis.transformed.push_back(name);
        add_axis(pass, view_of(axis));
    }
}

/// True if all axes have 2^k points, and memory holds all points, half a spectrum or the spectrum of packed lines.
bool has_powers_of_two(const problem& p) {
    if (p.convolution) return false;
    for (std::size_t a = 0; a < p.axes.size(); ++a) {
        const auto n = p.axes[a].n;
        const auto in_memory = {p.roles[a].in_points, p.roles[a].out_points};
        const bool all = std::all_of(in_memory.begin(), in_memory.end(), [&](std::uint64_t points) {
            return points == n || points == n + 1 || points == n / 2 + 1;
        });
        if (!is_power_of_two(n) || !all || p.roles[a].is_convolved()) return false;
    }
    return true;
}

void add_loops(pass_problem& pass, const problem& p, const pass_ends& ends) {
    for (std::size_t l = 0; l < p.loops.size(); ++l) {
        if (ends.after.of_signals && shares_signals(p, p.loops[l])) continue;
        line_dim line{{p.loops[l].n, ends.from.loop_stride[l], ends.into.loop_stride[l]}, {}, {}, {}};
        if (p.convolution && ends.facts().multiplies) line.grows.spectrum = p.convolution->loop_stride[l];
        pass.lines.push_back(line);
    }
}

}  // namespace

passes_of_sequence passes_of(const problem& p, const pass_sequence& q, const memory_places& places) {
    const auto all = boundaries_of(p, q);
    const auto laid = lay_out_places(p, q, places, all);
    if (laid.at.empty()) return {};
    passes_of_sequence found{{}, laid.workspace_elements};
    const auto on_load = digits_on_load(q);
    const bool powers_of_two = has_powers_of_two(p);
    for (std::size_t k = 0; k < q.passes.size(); ++k) {
        const pass_ends ends{q.passes[k], all[k], all[k + 1], laid.at[k], laid.at[k + 1]};
        pass_problem pass;
        pass.precision = p.precision;
        pass.scale = k + 1 == q.passes.size() ? p.scale : 1;
        pass.bit_reversed = p.policy.bit_reversed;
        pass.powers_of_two = powers_of_two;
        pass.plan_bytes = bytes_of_buffers(p, all, laid.workspace_elements);
        set_sides(pass, p, ends);
        set_direction(pass, p, ends);
        add_axes(pass, p, q, ends, on_load);
        add_loops(pass, p, ends);
        merge_lines(pass);
        found.passes.push_back(std::move(pass));
    }
    return found;
}

}  // namespace stockham::internal
