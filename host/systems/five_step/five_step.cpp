// The five steps as a sequence of passes with the paper's shapes.
#include "systems/five_step/five_step.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "decompose/passes.hpp"
#include "families/shape.hpp"
#include "families/table.hpp"
#include "plan/plan_string.hpp"

namespace stockham::internal {

namespace {

/// The two digits of an outer axis: 256 = 16 x 16, 128 = 16 x 8.
axis_split two_digits(std::uint64_t n) {
    std::uint64_t second = 1;
    while (second * second * 4 <= n) second *= 2;
    return {{n / second, second}, false};
}

pass_sequence five_passes(const problem& p) {
    return {{two_digits(p.axes[0].n), two_digits(p.axes[1].n), {{p.axes[2].n}, false}},
            {{{0, 0}}, {{0, 1}}, {{1, 0}}, {{1, 1}}, {{2, 0}}}};
}

using options = std::vector<std::string>;

/// A work-item holds a whole digit in registers, in work-groups of 64.
options step_of_digit(std::uint64_t digit) {
    const auto points = std::to_string(digit);
    return {"width=64", "points=" + points, "radix=" + points, "min_items=64"};
}

/// The inner axis: 64 work-items of 64 bytes each exchange through local memory. The paper's had 4 points in single
/// precision, 256 points in all; current devices need fewer and larger work-groups.
options step_of_lines(precision p) {
    const auto points = std::to_string(64 / element_size(p));
    return {"points=" + points, "radix=" + points, "min_items=64"};
}

candidate five_step_plan(const problem& p, const device_description& device) {
    candidate c;
    c.how.sequence = five_passes(p);
    const auto found = passes_of(p, c.how.sequence, places_of(p));
    const auto& passes = found.passes;
    c.start(found.workspace_elements, p, device);
    for (std::size_t k = 0; k < passes.size(); ++k) {
        const auto& name = c.how.sequence.passes[k].front();
        const auto own = k + 1 == passes.size() ? step_of_lines(p.precision)
                                                : step_of_digit(c.how.sequence.splits[name.axis].digits[name.digit]);
        auto shaped = device.vector_bytes ? shape(passes[k], device)
                                          : shape_by(passes[k], device, parse_choice(own, default_family(device)));
        if (!shaped) shaped = shape(passes[k], device);  // the device is too small for the paper's shapes
        if (!shaped) return {};
        c.add(std::move(*shaped));
    }
    return c;
}

std::string objection_to_five_step(const plan_decisions& how) {
    const auto& q = how.sequence;
    const bool digits = q.splits.size() == 3 && q.splits[0].digits.size() == 2 && q.splits[1].digits.size() == 2 &&
                        q.splits[2].digits.size() == 1;
    if (!digits || !how.system.empty() || how.one_launch)
        return "does not have two outer axes of two digits and an inner one";
    if (q.passes.size() != 5) return "does not have five passes";
    for (std::size_t k = 0; k < 5; ++k)
        if (q.passes[k].front().axis != k / 2) return "does not go from the outer axis to the inner one";
    return {};
}

}  // namespace

published_system five_step_system() {
    return {"five_step",
            "five steps: two for each outer axis, whose digits work-items hold whole, and one for the "
            "inner axis (Nukada, Ogata, Endo, Matsuoka 2008, section 3)",
            five_step_plan, objection_to_five_step};
}

}  // namespace stockham::internal
