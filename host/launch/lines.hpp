// The lines of a text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace stockham::internal {

/// Calls `use` with each line, without its end.
template <class Use>
void each_line(std::string_view text, const Use& use) {
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        use(text.substr(at, end - at));
        at = end + 1;
    }
}

}  // namespace stockham::internal
