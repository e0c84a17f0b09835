// The probes that all families with butterflies share: special loads, stores and lengths.
#pragma once

#include <string>
#include <vector>

#include "families/common/family.hpp"

namespace stockham::internal {

/// A length of two stages, and a batch that does not fill whole tiles. Small radices: PoCL takes seconds to compile
/// stages of radix 16.
inline constexpr const char* probe_points = "24";
inline constexpr const char* probe_lines = " b19";

/// The precision of a step as a word of a problem string, between blanks.
std::string number_word(const pass_step&);

/// The probes of a step's special loads, stores and lengths. Their names begin with `kind`. Real lines have
/// `real_points`, an even number.
std::vector<pass_probe> special_probes(const pass_step&, const std::string& kind,
                                       const std::string& real_points = probe_points);

}  // namespace stockham::internal
