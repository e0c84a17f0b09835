// The table of kernel families.
#pragma once

#include <string_view>
#include <vector>

#include "families/common/family.hpp"

namespace stockham::internal {

/// All families, in the order in which marks of plan strings are looked up.
const std::vector<const kernel_family*>& kernel_families();

/// The family of this name, of a step, or of a choice.
const kernel_family& family_named(std::string_view);
const kernel_family& family_of(const pass_step&);
const kernel_family& family_of(const pass_choice&);

/// The family of passes whose options mark none: lanes on devices with vectors, else work-groups.
const kernel_family& default_family(const device_description&);

}  // namespace stockham::internal
