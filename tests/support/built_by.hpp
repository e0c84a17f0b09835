// A problem's plan by a plan string.
#pragma once

#include <string>

#include "plan/planner.hpp"

inline stockham::candidate built_by(const stockham::problem& p, const stockham::device_description& device,
                                    const std::string& plan_string) {
    return build_plan(p, device, stockham::parse_plan_string(plan_string, own_family_of(device)));
}
