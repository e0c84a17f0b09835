// Two row transforms and two transposes between places that hold the matrix one way or the other.
#include "planner/row_transpose.hpp"

#include <cmath>

#include "planner/cost.hpp"
#include "planner/passes.hpp"
#include "planner/recipe_check.hpp"

namespace stockham {

namespace {

element complex_element(precision p) {
    return p == precision::f32 ? element::complex_f32 : element::complex_f64;
}

/// The transpose of a 2-D batch from one place to another: axis 0 is the rows, in either place at its stride there.
tile_transpose transpose_step(const problem& p, const memory_place& from, const memory_place& into) {
    tile_transpose t;
    t.element = complex_element(p.precision);
    t.rows = {p.axes[0].n, from.axis_stride[0], into.axis_stride[0]};
    t.columns = {p.axes[1].n, from.axis_stride[1], into.axis_stride[1]};
    if (p.batch.n > 1) t.loops.push_back({p.batch.n, from.distance, into.distance});
    t.in_offset = from.offset;
    t.out_offset = into.offset;
    t.src = from.where;
    t.dst = into.where;
    return t;
}

/// The FFT of one axis alone.
struct rows {
    candidate found;
    std::uint64_t spare = 0;  ///< elements of its places' workspace that it goes through
};

pass_sequence sequence_of(const problem& p, std::size_t axis, const axis_split& split) {
    pass_sequence sequence;
    for (const auto& a : p.axes) sequence.splits.push_back({{a.n}, false});
    sequence.splits[axis] = split;
    for (std::size_t d = 0; d < split.digits.size(); ++d) sequence.passes.push_back({{axis, d}});
    return sequence;
}

/// Where the matrix lies transposed, and beside it room for the row transforms there.
struct turned_places {
    memory_places rows, columns;
};
turned_places places_between(const problem& p) {
    turned_places t;
    t.rows = places_of(p);
    memory_place turned;
    turned.where = buffer::workspace;
    turned.axis_stride = {1, p.axes[0].n};
    turned.distance = p.axes[0].n * p.axes[1].n;
    t.columns = {turned, turned, p.points(), {1, 0}};
    return t;
}

/// Puts the two row transforms and their transposes together.
candidate join(const problem& p, const device_description& device, const turned_places& places, rows first,
               rows second) {
    candidate c;
    if (std::isinf(first.found.cost) || std::isinf(second.found.cost)) return c;
    const auto bytes = whole_workspace(p);
    const auto& turned = places.columns.input;
    c.cost = first.found.cost + second.found.cost + 2 * transpose_cost(2 * bytes, device);
    c.plan.steps = std::move(first.found.plan.steps);
    c.plan.steps.emplace_back(transpose_step(p, places.rows.output, turned));
    for (auto& step : second.found.plan.steps) c.plan.steps.push_back(std::move(step));
    c.plan.steps.emplace_back(transpose_step(p, turned, places.rows.output));
    c.plan.workspace_bytes = (second.spare ? 2 : 1) * bytes;

    c.how = std::move(first.found.how);
    c.how.row_transpose = true;
    const auto& also = second.found.how;
    c.how.sequence.splits[0] = also.sequence.splits[0];
    c.how.sequence.passes.insert(c.how.sequence.passes.end(), also.sequence.passes.begin(), also.sequence.passes.end());
    c.how.choices.insert(c.how.choices.end(), also.choices.begin(), also.choices.end());
    return c;
}

rows cheapest_rows(const problem& p, std::size_t axis, const device_description& device, const memory_places& places) {
    rows best;
    shaper shapes(device, shape_options{8, 0});
    for (const auto& split : splits(p.axes[axis].n, tile_capacity(device, p.precision))) {
        rows r;
        r.found.how.sequence = sequence_of(p, axis, split);
        r.found.cost = 0;
        if (shapes.add(passes_of(p, r.found.how.sequence, places, r.spare), best.found.cost, r.found))
            best = std::move(r);
    }
    return best;
}

rows rows_by(const problem& p, std::size_t axis, const device_description& device, const memory_places& places,
             const recipe& how, const pass_choice* choices) {
    rows r;
    const auto sequence = sequence_of(p, axis, how.sequence.splits[axis]);
    r.found.how.sequence = sequence;
    r.found.cost = 0;
    if (!add_by(passes_of(p, sequence, places, r.spare), choices, device, r.found)) r.found = {};
    return r;
}

problem unscaled(problem p) {
    p.scale = 1;
    return p;
}

}  // namespace

candidate cheapest_row_transpose(const problem& p, const device_description& device) {
    const auto places = places_between(p);
    return join(p, device, places, cheapest_rows(unscaled(p), 1, device, places.rows),
                cheapest_rows(p, 0, device, places.columns));
}

std::string objection_to_row_transpose(const recipe& how) {
    return how.row_transpose ? "" : "is not rows, transpose, rows, transpose";
}

candidate row_transpose_by(const problem& p, const device_description& device, const recipe& how) {
    const auto places = places_between(p);
    const auto* choices = how.choices.data();
    return join(p, device, places, rows_by(unscaled(p), 1, device, places.rows, how, choices),
                rows_by(p, 0, device, places.columns, how, choices + how.sequence.splits[1].digits.size()));
}

}  // namespace stockham
