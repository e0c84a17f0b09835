// The search over those sequences of passes that formulas can express.
#include "systems/tensor/tensor_system.hpp"

#include "decompose/passes.hpp"
#include "systems/tensor/formula_plan.hpp"

namespace stockham::internal {

candidate tensor_plan(const problem& p, const device_description& device) {
    shape_options options;
    options.least_radix = 8;  // "a codelet of size 8 to 32 is usually small enough"
    auto found = search(p, device, options, places_of(p));
    if (found.empty()) found = search(p, device, {}, places_of(p));  // work-groups that hold smaller codelets only
    if (found.empty()) return {};
    auto c = std::move(found.front());
    for (std::size_t k = 0; k < c.plan.steps.size(); ++k)
        set_chain(c.how.choices[k], chain_of(std::get<pass_step>(c.plan.steps[k])));
    return c;
}

std::string objection_to_tensor(const plan_decisions& how) {
    if (!how.system.empty()) return "has transposes, which formulas cannot express";
    if (how.one_launch) return "has two kernels in one launch, but each kernel of a formula needs its own";
    for (const auto& choice : how.choices)
        for (const auto& link : chain_of(choice))
            if (link.radix > 64) return "has a codelet of more than 64 points";
    return {};
}

}  // namespace stockham::internal
