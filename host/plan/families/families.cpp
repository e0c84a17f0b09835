// Functions of any kernel family, dispatched to the family of a choice.
#include "plan/families/families.hpp"

#include <type_traits>

namespace stockham::internal {

namespace {

template <class Choice>
constexpr bool has_stages = std::is_base_of_v<stage_choice, Choice>;

}  // namespace

own_family own_family_of(const device_description& device) {
    return device.vector_bytes ? own_family::lanes : own_family::work_group;
}

objection contradiction(const pass_choice& choice) {
    return std::visit([](const auto& own) { return contradiction(own); }, choice);
}

std::vector<pass_choice> variations(const pass_choice& choice, const device_description& device) {
    return std::visit([&](const auto& own) { return variations(own, device); }, choice);
}

const std::vector<chain_link>& chain_of(const pass_choice& choice) {
    static const std::vector<chain_link> none;
    return std::visit(
        [](const auto& own) -> const std::vector<chain_link>& {
            if constexpr (has_stages<std::decay_t<decltype(own)>>) return own.chain;
            return none;
        },
        choice);
}

void set_chain(pass_choice& choice, const std::vector<chain_link>& chain) {
    std::visit(
        [&](auto& own) {
            if constexpr (has_stages<std::decay_t<decltype(own)>>) own.chain = chain;
        },
        choice);
}

}  // namespace stockham::internal
