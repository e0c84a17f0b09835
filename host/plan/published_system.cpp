// Published systems by name.
#include "plan/published_system.hpp"

#include <algorithm>

namespace stockham::internal {

const published_system* system_named(const system_table& systems, std::string_view name) {
    const auto found = std::find_if(systems.begin(), systems.end(), [&](const auto& s) { return name == s.name; });
    return found == systems.end() ? nullptr : &*found;
}

}  // namespace stockham::internal
