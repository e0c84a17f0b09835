// The choices for a pass: the options of a plan string, as a class per kernel family.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/polymorphic.hpp"

namespace stockham::internal {

/// Each family derives a class with its own options.
class family_choice {
  public:
    virtual ~family_choice() = default;

    /// The name of its row in the table of families (families/table.cpp).
    virtual std::string_view family() const = 0;
    /// True if real lines are paired.
    virtual bool pairs_lines() const { return false; }
};

using pass_choice = polymorphic<family_choice>;

/// A stage that a choice names: its radix, and which of the pass's digits (in the order of their axes) it transforms.
struct chain_link {
    unsigned digit = 0;
    unsigned radix = 1;
};

/// The stages of a pass, for families whose stages are butterflies.
struct stage_choice : family_choice {
    unsigned max_radix = 16;
    bool ascending = false;  ///< the smaller radices of a chain first
    /// The stages in order, without a check of the registers; empty: chains by max_radix and `ascending`. A radix is at
    /// most 32, or 64, 128 or 256. No device has the registers for the latter, which exist to show just that.
    std::vector<chain_link> chain;
};

/// The chain that a choice names; empty if it names none or its family has no chains.
const std::vector<chain_link>& chain_of(const pass_choice&);
/// Sets the chain of a choice, unless its family has no chains.
void set_chain(pass_choice&, const std::vector<chain_link>&);

}  // namespace stockham::internal
