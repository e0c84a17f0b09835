// The rules that propose plans. A new way to plan a transform is one function and one row of the table in rules.cpp.
#pragma once

#include <string>
#include <vector>

#include <stockham/device.hpp>

#include "plan/branch_and_bound.hpp"
#include "plan/published_system.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// A problem whose solution is that of the given one.
enum class form_kind { given, packed, lengthened, relengthened };
struct problem_form {
    /// Unchanged; real lines packed; axes without a chain lengthened, of either; or lengthened otherwise, for a tile.
    form_kind kind;
    problem equivalent;
};
/// The forms whose axes have the lengths that Bluestein's algorithm takes by default.
std::vector<problem_form> forms_of(const problem&);

/// A plan that a rule proposes, for one of the problem's forms.
struct proposal {
    const char* rule;
    std::size_t form = 0;
    candidate plan;
};

/// The outcome of a rule, for `stockham plan --why`.
struct rule_outcome {
    std::string rule;
    std::size_t proposed = 0;
    std::string plan;      ///< plan string of the cheapest proposal; empty: none
    double seconds = 0;    ///< its cost by the cost model
    std::string rejected;  ///< why the rule proposed nothing, or why its cheapest proposal was not chosen
};

/// A planning run, which rules read and add to.
struct planning {
    const problem& given;
    const device_description& device;
    std::size_t count = 1;  ///< plans wanted
    std::vector<problem_form> forms;
    std::vector<proposal> proposals;  ///< of the rules before
};

/// A rule adds proposals to the run. It returns why it has none; empty if it has one. The reason completes "no plan: ".
struct plan_rule {
    const char* name;
    std::string (*propose)(const plan_rule&, planning&);
    const published_system* system = nullptr;  ///< of the rule for a published system
};

/// All rules, in the order in which they are applied: the general ones, then one for each system.
std::vector<plan_rule> plan_rules(const system_table&);

}  // namespace stockham::internal
