// The candidates of a search: sequences of passes, shapes of the passes, and complete plans.
#pragma once

#include <vector>

#include <stockham/plan.hpp>

#include "systems/planning.hpp"

namespace stockham::internal {

/// The extent of a search, by rigor.
struct effort {
    std::size_t sequences;  ///< number of sequences, the cheapest by the cost model
    std::size_t shapes;     ///< number of shapes per pass, likewise
    std::size_t varied;     ///< number of these shapes that are varied in options that the cost model does not cover
    std::size_t finalists;  ///< complete plans compared at the end
    unsigned rounds;        ///< rounds of that comparison
};
/// Smaller for devices with vectors, whose kernels take a second to compile.
effort effort_of(rigor, const device_description&);

/// Two shapes of a pass are equal if they run the same program on the same number of work-groups: what differs
/// otherwise needs no second measurement.
std::string kernel_identity(const pass_step&);

/// A pass and the shapes to try, cheapest first.
struct pass_options {
    pass_problem pass;
    std::vector<shaped_pass> shapes;
};

/// A sequence and its passes, as indices into search_space::passes.
struct outline {
    pass_sequence sequence;
    std::vector<std::size_t> passes;
};

struct search_space {
    std::vector<pass_options> passes;
    std::vector<outline> outlines;      ///< cheapest first
    std::vector<candidate> whole;       ///< the cost model's plan, then plans that cannot be measured pass by pass
    std::uint64_t workspace_bytes = 0;  ///< enough for all candidates
};
search_space space_of(const problem&, const device_description&, const effort&);

/// All launches of the space, each source once.
std::vector<launch> launches_of(const search_space&, const device_description&);

}  // namespace stockham::internal
