// Classifies a plan's steps into kernel families, and checks those that a device has not run yet.
#include "runtime/first_use/plan_check.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <stockham/error.hpp>

#include "families/table.hpp"
#include "runtime/first_use/first_use.hpp"
#include "runtime/first_use/probes.hpp"
#include "runtime/first_use/transpose_families.hpp"
#include "runtime/first_use/trial_run.hpp"

namespace stockham::internal {

namespace {

struct families_of_plan {
    std::vector<checked_family> steps;
    std::optional<checked_family> shared_launch;
    bool rounded = false;  ///< a family is less accurate than its precision

    std::vector<checked_family> all() const {
        auto both = steps;
        if (shared_launch) both.push_back(*shared_launch);
        return both;
    }
};

families_of_plan families_of(const step_plan& plan, const device_description& limits) {
    std::set<pass_probe> passes;
    std::set<element> transposed;
    for (const auto& any : plan.steps) {
        if (const auto* pass = std::get_if<pass_step>(&any))
            for (auto& probe : family_of(*pass).probes(*pass)) passes.insert(std::move(probe));
        else
            transposed.insert(std::get<tile_transpose>(any).element);
    }
    families_of_plan families;
    for (const auto& family : passes) {
        families.steps.push_back(probed_family(family, limits));
        families.rounded = families.rounded || family.tolerance > 0;
    }
    for (const auto e : transposed) families.steps.push_back(transpose_family(e, limits));
    if (plan.one_launch) families.shared_launch = probed_family(shared_launch_of(plan), limits);
    return families;
}

/// The message of an unsupported_error that `examine_it` throws; otherwise empty.
template <class Examine>
std::string fault_of(const Examine& examine_it) {
    try {
        examine_it();
        return {};
    } catch (const unsupported_error& e) {
        return e.what();
    }
}

/// Checks the families by small transforms if the plan itself cannot be run, and records the correct ones.
std::string check_by_small_transforms(context_state& context, cl_device_id device, const families_of_plan& families) {
    if (families.shared_launch) {
        auto fault = fault_of([&] { check_first_use(context, device, *families.shared_launch); });
        if (!fault.empty()) return fault;
    }
    for (const auto& family : families.steps) check_first_use(context, device, family);
    return {};
}

/// Finds the family at fault if the plan itself is wrong. Records nothing, since the small transforms may all pass.
std::string find_fault(context_state& context, cl_device_id device, const families_of_plan& families,
                       const std::string& what, const std::string& why) {
    if (families.shared_launch) {
        auto fault = fault_of([&] { examine(context, device, *families.shared_launch); });
        if (!fault.empty()) return fault;
    }
    for (const auto& family : families.steps) examine(context, device, family);
    const auto& first = families.steps.front().name;
    if (!families.shared_launch) refuse(context.description(device), first, what, why);
    return fault_of([&] { refuse(context.description(device), first, what, why); });
}

}  // namespace

std::string check_plan(context_state& context, cl_device_id device, const step_plan& plan, const executable& kernels,
                       const problem& p, const buffer_needs& needs, const device_description& planned_for) {
    if (!checks_first_use()) return {};
    auto limits = planned_for;
    limits.fp64 = context.description(device).fp64;  // the extension that this device's compiler supports
    const auto families = families_of(plan, limits);
    const auto all = families.all();
    const auto known = [&](const checked_family& family) { return is_known_correct(context, device, family); };
    if (std::all_of(all.begin(), all.end(), known)) return {};
    const auto fault = families.rounded ? std::nullopt : fault_of_trial_run(context, device, kernels, p, needs);
    if (!fault) return check_by_small_transforms(context, device, families);
    if (!fault->empty()) return find_fault(context, device, families, "the plan itself", *fault);
    for (const auto& family : all) record_correct(context, device, family);
    return {};
}

}  // namespace stockham::internal
