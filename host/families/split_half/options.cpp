// The options of split-half passes: those of work-groups, and the number of matrices that are split.
#include <algorithm>

#include "families/split_half/split_half.hpp"

#include "base/immortal.hpp"

namespace stockham::internal {

const std::vector<pass_option>& split_half_options() {
    static const auto& all = immortal([] {
        using c = split_half_choice;
        auto options = work_group_options();
        const auto behind = std::find_if(options.begin(), options.end(),
                                         [](const pass_option& o) { return o.word == "exchange=separate"; });
        // The option is always printed, because it marks passes of this family in a plan string.
        options.insert(behind, option_table::positive<c, &c::split_half>("split_half="));
        return options;
    }());
    return all;
}

objection split_half_contradiction(const family_choice& given) {
    if (const auto why = work_group_contradiction(given)) return why;
    if (static_cast<const split_half_choice&>(given).split_half > 2) return refusal{"split_half", "must be 1 or 2"};
    return {};
}

}  // namespace stockham::internal
