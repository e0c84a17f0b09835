// The cases of a run, from suites and problem strings.
#pragma once

#include <string>
#include <vector>

#include "problem.hpp"
#include "tools/harness/suite.hpp"

namespace bench {

using harness::own_plan;

struct suite_case {
    problem what;
    std::string suite;
    double amplitude = 1;
    std::vector<own_plan> plans = {};
};

/// The cases of the words by harness::cases_of(). A case that a suite mentions several times is measured once, with the
/// plans of all mentions. Throws stockham::argument_error or harness::suite_error.
std::vector<suite_case> cases_of(const std::vector<std::string>& words, const std::string& placement,
                                 std::vector<std::string>* also = nullptr);

}  // namespace bench
