// The search for sequences of passes whose butterflies are fp16 products.
#include "systems/split_half/split_half.hpp"

#include <algorithm>

#include "decompose/passes.hpp"
#include "families/table.hpp"

namespace stockham::internal {

namespace {

candidate split_half_plan(const problem& p, const device_description& device) {
    shape_options options;
    options.max_radix = 16;
    options.family = &family_named("split half");
    auto found = search(p, device, options, places_of(p));
    return found.empty() ? candidate{} : std::move(found.front());
}

std::string objection_to_split_half(const plan_decisions& how) {
    if (!how.system.empty()) return "uses transposes";
    const bool all = std::all_of(how.choices.begin(), how.choices.end(),
                                 [](const pass_choice& c) { return c->family() == "split half"; });
    return all ? "" : "has a pass without halves";
}

}  // namespace

published_system split_half_system() {
    return {"split_half",
            "butterflies as products of half-precision matrices, data split into two scaled halves "
            "(Kang, Glaeser, D'Azevedo, Wong, Tomov 2019, algorithm 1)",
            split_half_plan, objection_to_split_half};
}

}  // namespace stockham::internal
