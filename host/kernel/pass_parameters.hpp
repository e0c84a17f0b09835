// Parameters of a pass's kernel besides its main buffers and numbers: mainly tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "launch/launch.hpp"
#include "model/step.hpp"

namespace stockham::internal {

/// One such parameter.
struct parameter {
    std::string type;  // a pointer type, to which "restrict" may be added
    std::string name;
    argument value;
};

/// In the order of the kernel's arguments: tables, with those of the stages' butterflies if wanted, then buffers for
/// the sides and the spectrum.
std::vector<parameter> parameters_of(const pass_step&, bool butterflies);

/// The name of the table of a dimension's chain before or after the multiplication by a spectrum.
std::string chain_name(std::size_t dim, bool mirrored);

parameter table_parameter(const std::string& name, twiddle_table);

/// The least number of bits that number n items.
unsigned log2_of(std::uint64_t n);

/// The number of low bits that index the fine table; the other bits of an index below `order` index the coarse table.
/// Both tables have about the same size.
unsigned split_of(std::uint64_t order);

/// The increment of an inter-pass twiddle's phase from one lane to the next.
std::uint32_t lane_growth(const pass_step&, const inter_pass_twiddle&);

/// The inter-pass twiddles of a butterfly's points differ by powers of a root of unity. Returns the order of that root
/// if a table of all its powers is small enough for a cache; otherwise 0.
std::uint64_t powers_order(const pass_step&, const inter_pass_twiddle&);

}  // namespace stockham::internal
