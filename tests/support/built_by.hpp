// Builds the plan of a problem from a plan string.
#pragma once

#include <string>

#include "plan/planner.hpp"

inline stockham::internal::candidate built_by(const stockham::internal::problem& p,
                                              const stockham::device_description& device,
                                              const std::string& plan_string) {
    return build_plan(p, device,
                      stockham::internal::parse_plan_string(plan_string, stockham::internal::own_family_of(device)));
}
