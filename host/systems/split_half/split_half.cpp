// The planner's own search among passes whose butterflies are products of halves.
#include "systems/split_half/split_half.hpp"

#include <algorithm>

#include "plan/passes/passes.hpp"

namespace stockham {

candidate split_half_plan(const problem& p, const device_description& device) {
    shape_options options;
    options.max_radix = 16;
    options.halves = true;
    auto found = search(p, device, options, places_of(p));
    return found.empty() ? candidate{} : std::move(found.front());
}

std::string objection_to_split_half(const recipe& how) {
    if (!how.system.empty()) return "goes by transposes";
    const bool all =
        std::all_of(how.choices.begin(), how.choices.end(), [](const pass_choice& c) { return c.split_half > 0; });
    return all ? "" : "has a pass without halves";
}

}  // namespace stockham
