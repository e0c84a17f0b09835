// Plans with word groups and given switches, shared by the tests of constant-geometry FFTs.
#pragma once

#include <vector>

#include "families/constant_geometry/constant_geometry.hpp"
#include "systems/planning.hpp"

/// All valid combinations of switches, with either geometry.
inline std::vector<stockham::internal::constant_geometry_choice> all_geometries() {
    using namespace stockham;
    using namespace stockham::internal;
    constexpr bool constant_geometry_choice::*switches[] = {
        &constant_geometry_choice::swizzled, &constant_geometry_choice::conventional,
        &constant_geometry_choice::barrier_per_stage, &constant_geometry_choice::global_twiddles};
    std::vector<constant_geometry_choice> all;
    for (unsigned geometry : {2U, 4U})
        for (auto schedule : {group_schedule::balanced, group_schedule::unbalanced, group_schedule::alone})
            for (unsigned set = 0; set < 1U << std::size(switches); ++set) {
                constant_geometry_choice c;
                c.geometry = geometry;
                c.schedule = schedule;
                for (std::size_t k = 0; k < std::size(switches); ++k) c.*switches[k] = set >> k & 1;
                if (!constant_geometry_contradiction(c)) all.push_back(c);
            }
    return all;
}

/// The decisions of the named algorithm for a problem, with these switches in every pass and unchanged sizes.
inline stockham::internal::plan_decisions switched(stockham::internal::plan_decisions how,
                                                   const stockham::internal::constant_geometry_choice& to) {
    for (auto& c : how.choices) {
        const auto own = *c.as<stockham::internal::constant_geometry_choice>();
        auto another = to;
        another.width = own.width;
        another.points = own.points;
        another.min_items = own.min_items;
        c = another;
    }
    return how;
}
