// Plans by word groups with switches set: what the tests of constant-geometry FFTs share.
#pragma once

#include <vector>

#include "plan/planner.hpp"

/// All switches that go together, with either geometry.
inline std::vector<stockham::pass_choice> all_geometries() {
    using namespace stockham;
    constexpr bool pass_choice::*switches[] = {&pass_choice::conventional, &pass_choice::barrier_per_stage,
                                               &pass_choice::global_twiddles};
    std::vector<pass_choice> all;
    for (unsigned geometry : {2U, 4U})
        for (auto schedule : {group_schedule::balanced, group_schedule::unbalanced, group_schedule::alone})
            for (auto layout : {layout_choice::fewest_conflicts, layout_choice::swizzle})
                for (unsigned set = 0; set < 1U << std::size(switches); ++set) {
                    pass_choice c;
                    c.geometry = geometry;
                    c.schedule = schedule;
                    c.layout = layout;
                    for (std::size_t k = 0; k < std::size(switches); ++k) c.*switches[k] = set >> k & 1;
                    if (!contradiction(c)) all.push_back(c);
                }
    return all;
}

/// The named system's own decisions for a problem, with these switches in every pass and the sizes left as they were.
inline stockham::plan_decisions switched(stockham::plan_decisions how, const stockham::pass_choice& to) {
    for (auto& c : how.choices) {
        const auto own = c;
        c = to;
        c.width = own.width;
        c.points = own.points;
        c.min_items = own.min_items;
    }
    return how;
}
