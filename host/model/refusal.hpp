// Why a pass has no shape.
#pragma once

#include <optional>
#include <string>

namespace stockham::internal {

/// The option of the plan string at fault (empty: the device or the pass is the reason), and a clause with the reason
/// that follows "option X: it" or "the pass". The texts are literals, because one plan tries thousands of shapes.
struct refusal {
    const char* option = "";
    const char* reason = "";
};

/// The result of a check: empty if it passes, else why not.
using objection = std::optional<refusal>;

/// `option radix: it must be ..`, or `the pass needs ..`.
inline std::string to_string(const refusal& r) {
    return (*r.option ? "option " + std::string(r.option) + ": it " : std::string("the pass ")) + r.reason;
}

}  // namespace stockham::internal
