// Why a pass has no shape.
#pragma once

#include <optional>
#include <string>

namespace stockham::internal {

/// The rule that stands against a shape, the option of the plan string that breaks it (empty: the device or the pass is
/// the reason, not an option), and a clause that says why, to follow "the option" or "the pass". The texts are
/// literals: thousands of shapes are tried for one plan.
struct refusal {
    const char* rule = "";
    const char* option = "";
    const char* reason = "";
};

/// What a check finds: nothing, or why not.
using objection = std::optional<refusal>;

/// `option radix: it must be ..`, or `the pass needs ..`.
inline std::string to_string(const refusal& r) {
    return (*r.option ? "option " + std::string(r.option) + ": it " : std::string("the pass ")) + r.reason;
}

}  // namespace stockham::internal
