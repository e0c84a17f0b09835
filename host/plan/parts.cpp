// Finds the parts of a plan by the loops of its passes.
#include "plan/parts.hpp"

#include <algorithm>
#include <optional>

namespace stockham::internal {

namespace {

/// The stride between parts on both sides of a pass; empty if the groups of a part are not consecutive.
std::optional<iodim> step_of_part(const pass_step& s, std::uint64_t parts) {
    if (parts == 1) return iodim{1, 0, 0};
    if (s.loops.empty()) return {};
    const auto& slowest = s.loops.back();
    const bool cut_off = std::any_of(s.guards.begin(), s.guards.end(), [&](const guard& g) {
        return g.loop + 1 == s.loops.size() && slowest.n * s.lines_along(g.dim) > g.extent;
    });
    if (cut_off || slowest.n % parts != 0) return {};
    const auto each = slowest.n / parts;
    return iodim{parts, each * slowest.is, each * slowest.os};
}

/// True if the pass may run part by part, in one kernel with others.
bool runs_by_parts(const pass_step& s) {
    return s.family->sharing() == launch_sharing::by_parts && s.outer.empty() && !s.needs_64_bit_offsets() &&
           s.in.form.callback.empty() && s.out.form.callback.empty();
}

/// In place, a part may overwrite what a later one has yet to read, unless both sides have the same layout.
bool overwrites_others(const problem& p) {
    const auto moves = [](const iodim& d) { return d.is != d.os; };
    return p.in_place &&
           (std::any_of(p.axes.begin(), p.axes.end(), moves) || std::any_of(p.loops.begin(), p.loops.end(), moves) ||
            p.in_form.numbers != p.out_form.numbers || p.in_form.half != p.out_form.half);
}

}  // namespace

std::uint64_t independent_parts(const step_plan& plan, const problem& p) {
    if (plan.steps.size() < 2 || overwrites_others(p)) return 0;
    const auto batch = p.loops.empty() ? iodim{1, 0, 0} : p.loops.front();
    auto before = batch.is;
    for (const auto& each : plan.steps) {
        const auto* s = std::get_if<pass_step>(&each);
        if (!s || !runs_by_parts(*s) || (s != &std::get<pass_step>(plan.steps.back()) && s->scale != 1)) return 0;
        const auto moved = step_of_part(*s, batch.n);
        if (!moved || moved->is != before) return 0;
        before = moved->os;
    }
    return before == batch.os ? batch.n : 0;
}

}  // namespace stockham::internal
