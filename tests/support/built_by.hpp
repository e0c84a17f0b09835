// Builds the plan of a problem from a plan string.
#pragma once

#include <string>

#include "families/table.hpp"
#include "systems/planning.hpp"

inline stockham::internal::candidate built_by(const stockham::internal::problem& p,
                                              const stockham::device_description& device,
                                              const std::string& plan_string) {
    return build_plan(p, device,
                      stockham::internal::parse_plan_string(plan_string, stockham::internal::default_family(device)));
}
