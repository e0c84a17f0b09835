// What a search tries for a problem: sequences, the shapes of their passes, and plans that only count as a whole.
#pragma once

#include <vector>

#include <stockham/plan.hpp>

#include "plan/planner.hpp"

namespace stockham::internal {

/// How much is tried, by rigor.
struct effort {
    std::size_t sequences;  ///< of the rules, the cheapest by the cost model
    std::size_t shapes;     ///< of each pass, likewise
    std::size_t varied;     ///< how many of these shapes are varied in what the cost model cannot tell
    std::size_t finalists;  ///< whole plans measured against each other at the end
    unsigned rounds;        ///< of that
};
/// Less where a kernel takes a second to compile, as for vectors.
effort effort_of(rigor, const device_description&);

/// A pass and the shapes to try, the cost model's first.
struct pass_options {
    pass_problem pass;
    std::vector<shaped_pass> shapes;
};

/// A sequence and its passes, by their number among the space's.
struct outline {
    pass_sequence sequence;
    std::vector<std::size_t> passes;
};

struct search_space {
    std::vector<pass_options> passes;
    std::vector<outline> outlines;      ///< the cost model's favourite first
    std::vector<candidate> whole;       ///< the estimate's plan first, then what cannot be measured pass by pass
    std::uint64_t workspace_bytes = 0;  ///< enough for all of it
};
search_space space_of(const problem&, const device_description&, const effort&);

/// All launches of all that is in the space, each source once.
std::vector<launch> launches_of(const search_space&, const device_description&);

}  // namespace stockham::internal
