// The cases of a run: what suites and problem strings name, as problems that the harness measures.
#pragma once

#include <string>
#include <vector>

#include "problem.hpp"
#include "tools/harness/suite.hpp"

namespace bench {

using harness::own_plan;
using harness::stated_figure;

struct suite_case {
    problem what;
    std::string suite;
    double amplitude = 1;
    std::vector<stated_figure> stated = {};
    std::vector<own_plan> plans = {};
};

/// The cases that the words name, as harness::cases_of() has them, no case of a suite twice: one that is mentioned
/// again is measured once, with what all mentions say of it. Throws stockham::argument_error or harness::suite_error.
std::vector<suite_case> cases_of(const std::vector<std::string>& words, const std::string& placement,
                                 std::vector<std::string>* also = nullptr);

}  // namespace bench
