// Converts the cases of suites to those of the harness.
#include "cases.hpp"

#include <map>

#include <fmt/format.h>
#include <stockham/error.hpp>

namespace bench {

namespace {

problem problem_of(const harness::suite_case& c) {
    try {
        return measurable(c.what);
    } catch (const stockham::argument_error& e) {
        if (c.suite.empty()) throw;
        throw harness::suite_error(c.origin() + e.what());
    }
}

/// Adds a plan. A name must denote one plan of a case.
void add_plan(std::vector<own_plan>& plans, const own_plan& plan, const std::string& name) {
    for (const auto& other : plans)
        if (other.name == plan.name) {
            if (other.demanded == plan.demanded && other.rough == plan.rough) return;
            throw harness::suite_error(fmt::format("two plans of '{}' are called '{}'", name, plan.name));
        }
    plans.push_back(plan);
}

}  // namespace

std::vector<suite_case> cases_of(const std::vector<std::string>& words, const std::string& placement,
                                 std::vector<std::string>* also) {
    std::map<std::string, std::size_t> seen;
    std::vector<suite_case> once;
    for (const auto& c : harness::cases_of(words, placement, also)) {
        const suite_case made{problem_of(c), c.suite.empty() ? "problems" : c.suite, c.amplitude, c.plans};
        const auto [at, is_new] =
            seen.try_emplace(fmt::format("{} {} {}", made.suite, made.what.name(), made.what.placement()), once.size());
        if (is_new) {
            once.push_back(made);
            continue;
        }
        auto& known = once[at->second];
        for (const auto& plan : c.plans) add_plan(known.plans, plan, made.what.name());
    }
    return once;
}

}  // namespace bench
