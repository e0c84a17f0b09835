// Plans with word groups and given switches, shared by the tests of constant-geometry FFTs.
#pragma once

#include <vector>

#include "plan/planner.hpp"

/// All valid combinations of switches, with either geometry.
inline std::vector<stockham::internal::word_group_choice> all_geometries() {
    using namespace stockham;
    using namespace stockham::internal;
    constexpr bool word_group_choice::*switches[] = {&word_group_choice::swizzled, &word_group_choice::conventional,
                                                     &word_group_choice::barrier_per_stage,
                                                     &word_group_choice::global_twiddles};
    std::vector<word_group_choice> all;
    for (unsigned geometry : {2U, 4U})
        for (auto schedule : {group_schedule::balanced, group_schedule::unbalanced, group_schedule::alone})
            for (unsigned set = 0; set < 1U << std::size(switches); ++set) {
                word_group_choice c;
                c.geometry = geometry;
                c.schedule = schedule;
                for (std::size_t k = 0; k < std::size(switches); ++k) c.*switches[k] = set >> k & 1;
                if (!contradiction(c)) all.push_back(c);
            }
    return all;
}

/// The decisions of the named algorithm for a problem, with these switches in every pass and unchanged sizes.
inline stockham::internal::plan_decisions switched(stockham::internal::plan_decisions how,
                                                   const stockham::internal::word_group_choice& to) {
    for (auto& c : how.choices) {
        const auto own = std::get<stockham::internal::word_group_choice>(c);
        auto another = to;
        another.width = own.width;
        another.points = own.points;
        another.min_items = own.min_items;
        c = another;
    }
    return how;
}
