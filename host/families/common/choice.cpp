// The chains of choices.
#include "families/common/choice.hpp"

#include "base/immortal.hpp"

namespace stockham::internal {

const std::vector<chain_link>& chain_of(const pass_choice& choice) {
    static const auto& none = immortal<std::vector<chain_link>>();
    const auto* own = choice.as<stage_choice>();
    return own ? own->chain : none;
}

void set_chain(pass_choice& choice, const std::vector<chain_link>& chain) {
    if (auto* own = choice.as<stage_choice>()) own->chain = chain;
}

}  // namespace stockham::internal
