// The search over those sequences of passes that formulas can express.
#include "systems/tensor/tensor_system.hpp"

#include "decompose/passes.hpp"
#include "families/table.hpp"
#include "systems/tensor/formula_plan.hpp"

namespace stockham::internal {

namespace {

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

plan_decisions read_formula(std::string_view text, const problem& p, const device_description& device) {
    return to_decisions(parse_formula(text, default_family(device)), p, device);
}

std::optional<std::string> write_formula(const problem& p, const plan_decisions& how, const std::vector<step>& steps) {
    const auto f = to_formula(p, how, steps);
    return f ? std::optional(to_string(*f)) : std::nullopt;
}

}  // namespace

published_system tensor_system() {
    published_system tensor{"tensor",
                            "a tensor formula: codelets of 8 to 32 points decomposed, grouped and commuted at the "
                            "least cost (Gu, Li, Siegel 2010, section 3.3)",
                            tensor_plan, objection_to_tensor};
    tensor.notation = {"formula", is_formula, read_formula, write_formula};
    return tensor;
}

}  // namespace stockham::internal
