// Chains whose stages suit one number of work-items.
#pragma once

#include <cstdint>
#include <vector>

namespace stockham::internal {

/// A chain of radices for a line, and the work-items that compute it.
struct even_chain {
    std::vector<unsigned> radices;
    std::uint64_t items = 1;
    std::uint64_t held = 1;  ///< the most points of a work-item
    double work = 0;         ///< of all stages in points, as stage_work counts it
};

/// The limits of even_chains().
struct chain_limits {
    unsigned radix = 16;                ///< the largest
    std::uint64_t points = 16;          ///< of a work-item
    std::uint64_t items = 1024;         ///< of a work-group
    std::uint64_t registers = 0;        ///< of a work-group
    std::uint64_t item_registers = 0;   ///< of a work-item beside its points
    std::uint64_t point_registers = 2;  ///< of a point
    double uneven = 1;                  ///< work_shares::uneven
};

/// The chains for lines of n points with the least work: up to three with the fewest stages, and up to three with one
/// stage more. Stages whose butterflies do not fill whole rounds of work-items are inner ones: a first or last stage
/// that is uneven accesses global memory, or multiplies by a spectrum, in partly filled rounds.
std::vector<even_chain> even_chains(std::uint64_t n, const chain_limits&);

}  // namespace stockham::internal
