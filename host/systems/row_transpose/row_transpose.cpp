// Row transforms and transposes in turn. A turn is the row transform of one axis and the transpose after it.
#include "systems/row_transpose/row_transpose.hpp"

#include <cmath>

#include "cost/cost.hpp"
#include "decompose/passes.hpp"
#include "plan/decisions_check.hpp"

namespace stockham::internal {

namespace {

constexpr char system_name[] = "row_transpose";

element complex_element(precision p) {
    return p == precision::f32 ? element::complex_f32 : element::complex_f64;
}

/// The contiguous axis in turn k: the last one, the one before it, ..
std::size_t axis_of(const problem& p, std::size_t turn) {
    return (2 * p.axes.size() - 1 - turn) % p.axes.size();
}

/// The axes in turn k, slowest first: those that are already transformed, then the others, each in their given order.
std::vector<std::size_t> order_of(const problem& p, std::size_t turn) {
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < p.axes.size(); ++k) order.push_back((p.axes.size() - turn + k) % p.axes.size());
    return order;
}

/// Where the array is stored in turn k: first in the problem's own places, then alternately in two regions of
/// workspace. The other region is workspace for the row transforms.
memory_places places_in_turn(const problem& p, std::size_t turn) {
    if (turn == 0) return places_of(p);
    const auto order = order_of(p, turn);
    memory_place turned;
    turned.where = buffer::workspace;
    turned.offset = turn % 2 ? 0 : p.points();
    turned.axis_stride.resize(p.axes.size());
    std::uint64_t stride = 1;
    for (auto axis = order.rbegin(); axis != order.rend(); ++axis) {
        turned.axis_stride[*axis] = stride;
        stride *= p.axes[*axis].n;
    }
    turned.loop_stride = packed_loops(p, stride);
    return {turned, turned, turn % 2 ? p.points() : 0, order};
}

/// The transpose from turn k to the next: the fastest axis becomes the slowest.
tile_transpose transpose_step(const problem& p, std::size_t turn) {
    const auto from = places_in_turn(p, turn).output;
    const auto into = turn + 1 == p.axes.size() ? places_of(p).output : places_in_turn(p, turn + 1).input;
    const auto dim = [&](std::size_t axis) {
        return iodim{p.axes[axis].n, from.axis_stride[axis], into.axis_stride[axis]};
    };
    const auto fast = axis_of(p, turn), next = axis_of(p, turn + 1);
    tile_transpose t;
    t.element = complex_element(p.precision);
    t.rows = dim(next);
    t.columns = dim(fast);
    for (std::size_t axis = 0; axis < p.axes.size(); ++axis)
        if (axis != fast && axis != next) t.loops.push_back(dim(axis));
    for (std::size_t l = 0; l < p.loops.size(); ++l)
        t.loops.push_back({p.loops[l].n, from.loop_stride[l], into.loop_stride[l]});
    t.in_offset = from.offset;
    t.out_offset = into.offset;
    t.src = from.where;
    t.dst = into.where;
    return t;
}

/// The FFT of one axis alone.
struct rows {
    candidate found;
    std::uint64_t spare = 0;  ///< elements of workspace that it uses
};

pass_sequence sequence_of(const problem& p, std::size_t axis, const axis_split& split) {
    pass_sequence sequence;
    for (const auto& a : p.axes) sequence.splits.push_back({{a.n}, false});
    sequence.splits[axis] = split;
    for (std::size_t d = 0; d < split.digits.size(); ++d) sequence.passes.push_back({{axis, d}});
    return sequence;
}

/// The last turn scales.
problem of_turn(problem p, std::size_t turn) {
    if (turn + 1 < p.axes.size()) p.scale = 1;
    return p;
}

/// Joins the row transforms of all turns and their transposes.
candidate join(const problem& p, const device_description& device, std::vector<rows> turns) {
    candidate c;
    const auto bytes = whole_workspace(p);
    bool spare = turns.size() > 2;  // else one region may be enough
    double cost = 0;
    for (std::size_t k = 0; k < turns.size(); ++k) {
        auto& [found, elements] = turns[k];
        if (std::isinf(found.cost)) return {};
        cost += found.cost + transpose_seconds(2 * bytes, device);
        spare = spare || (k > 0 && elements > 0);
        for (auto& step : found.plan.steps) c.plan.steps.push_back(std::move(step));
        c.plan.steps.emplace_back(transpose_step(p, k));
        c.traffic.insert(c.traffic.end(), found.traffic.begin(), found.traffic.end());
        const auto& also = found.how;
        if (k == 0) c.how.sequence.splits = also.sequence.splits;
        c.how.sequence.splits[axis_of(p, k)] = also.sequence.splits[axis_of(p, k)];
        c.how.sequence.passes.insert(c.how.sequence.passes.end(), also.sequence.passes.begin(),
                                     also.sequence.passes.end());
        c.how.choices.insert(c.how.choices.end(), also.choices.begin(), also.choices.end());
    }
    c.cost = cost;
    c.plan.workspace_bytes = (spare ? 2 : 1) * bytes;
    c.how.system = system_name;
    return c;
}

rows cheapest_rows(const problem& p, std::size_t axis, const device_description& device, const memory_places& places) {
    rows best;
    shaper shapes(device, shape_options{8, 0});
    for (const auto& split : splits(p.axes[axis].n, tile_capacity(device, p.precision))) {
        rows r;
        r.found.how.sequence = sequence_of(p, axis, split);
        r.found.cost = 0;
        const auto all = passes_of(p, r.found.how.sequence, places);
        r.spare = all.workspace_elements;
        if (shapes.add(all.passes, best.found.cost, r.found)) best = std::move(r);
    }
    return best;
}

rows rows_by(const problem& p, std::size_t axis, const device_description& device, const memory_places& places,
             const plan_decisions& how, const pass_choice* choices) {
    rows r;
    const auto sequence = sequence_of(p, axis, how.sequence.splits[axis]);
    r.found.how.sequence = sequence;
    r.found.cost = 0;
    const auto all = passes_of(p, sequence, places);
    r.spare = all.workspace_elements;
    if (!add_shaped_passes(all.passes, choices, device, r.found).empty()) r.found = {};
    return r;
}

/// True if the passes transform one digit each: those of the last axis, then those of the axis before it, ..
bool is_rows_then_rows(const pass_sequence& q) {
    std::size_t pass = 0;
    for (auto axis = q.splits.size(); axis-- > 0;)
        for (std::size_t d = 0; d < q.splits[axis].digits.size(); ++d, ++pass)
            if (q.passes[pass].size() != 1 || q.passes[pass][0].axis != axis || q.passes[pass][0].digit != d)
                return false;
    return pass == q.passes.size();
}

bool is_plain_matrix(const problem& p) {
    return p.axes.size() == 2 && p.is_plain() && p.loops.size() <= 4;
}

candidate row_transpose_plan(const problem& p, const device_description& device) {
    std::vector<rows> turns;
    for (std::size_t k = 0; k < p.axes.size(); ++k)
        turns.push_back(cheapest_rows(of_turn(p, k), axis_of(p, k), device, places_in_turn(p, k)));
    return join(p, device, std::move(turns));
}

std::string objection_to_row_transpose(const plan_decisions& how) {
    const bool is_one = how.system == system_name && how.sequence.splits.size() > 1 && is_rows_then_rows(how.sequence);
    return is_one ? "" : "is not rows, transpose, rows, transpose";
}

candidate row_transpose_by(const problem& p, const device_description& device, const plan_decisions& how) {
    std::vector<rows> turns;
    const auto* choices = how.choices.data();
    for (std::size_t k = 0; k < p.axes.size(); ++k) {
        const auto axis = axis_of(p, k);
        turns.push_back(rows_by(of_turn(p, k), axis, device, places_in_turn(p, k), how, choices));
        choices += how.sequence.splits[axis].digits.size();
    }
    return join(p, device, std::move(turns));
}

}  // namespace

published_system row_transpose_system() {
    published_system rows{system_name, "row FFT, transpose, row FFT, transpose (AMD 2011)", row_transpose_plan,
                          objection_to_row_transpose};
    rows.build = row_transpose_by;
    rows.competes = is_plain_matrix;
    rows.is_searched = true;
    return rows;
}

}  // namespace stockham::internal
