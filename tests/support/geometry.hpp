// Plans by word groups with switches set: what the tests of constant-geometry FFTs share.
#pragma once

#include <vector>

#include "plan/planner.hpp"

/// All switches that go together, with either geometry.
inline std::vector<stockham::pass_choice> all_geometries() {
    using stockham::pass_choice;
    constexpr bool pass_choice::*switches[] = {&pass_choice::conventional,    &pass_choice::unbalanced,
                                               &pass_choice::alone,           &pass_choice::meeting,
                                               &pass_choice::global_twiddles, &pass_choice::swizzled};
    std::vector<pass_choice> all;
    for (unsigned geometry : {2U, 4U})
        for (unsigned set = 0; set < 1U << std::size(switches); ++set) {
            pass_choice c;
            c.geometry = geometry;
            for (std::size_t k = 0; k < std::size(switches); ++k) c.*switches[k] = set >> k & 1;
            if (!contradiction(c)) all.push_back(c);
        }
    return all;
}

/// The named system's own recipe for a problem, with these switches in every pass and the sizes left as they were.
inline stockham::recipe switched(stockham::recipe how, const stockham::pass_choice& to) {
    for (auto& c : how.choices) {
        const auto own = c;
        c = to;
        c.run = own.run;
        c.points = own.points;
        c.least = own.least;
    }
    return how;
}
