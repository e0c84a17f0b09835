// The table of kernel families. A family is a folder beside this file; add new families here.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include <stockham/device.hpp>

#include "plan/families/lanes/lanes.hpp"
#include "plan/families/word_groups/word_groups.hpp"
#include "plan/families/work_group/work_group.hpp"
#include "plan/passes/pass_problem.hpp"
#include "plan/shapes/refusal.hpp"

namespace stockham::internal {

class shape_result;

/// The choices for a pass: the options of a plan string, by kernel family.
using pass_choice = std::variant<work_group_choice, lanes_choice, word_group_choice>;

/// How much of a shape is computed: all of it, or enough for the cost model to compare it with others. The latter skips
/// the search for the local-memory layout with the fewest bank conflicts.
enum class fidelity { exact, comparable };

/// Every family defines these functions for its own choices.
/// Why options contradict each other or have invalid values; empty if they are valid.
objection contradiction(const work_group_choice&);
objection contradiction(const lanes_choice&);
objection contradiction(const word_group_choice&);
/// The shape of a pass by these choices.
shape_result shape_of(const pass_problem&, const device_description&, const work_group_choice&, fidelity);
shape_result shape_of(const pass_problem&, const device_description&, const lanes_choice&, fidelity);
shape_result shape_of(const pass_problem&, const device_description&, const word_group_choice&, fidelity);
/// Similar choices that the cost model cannot rank and a search measures: more or fewer lines, other layouts and
/// chains, prefetching, and no register limit for the compiler.
std::vector<pass_choice> variations(const work_group_choice&, const device_description&);
std::vector<pass_choice> variations(const lanes_choice&, const device_description&);
std::vector<pass_choice> variations(const word_group_choice&, const device_description&);

/// The same for a choice of any family.
objection contradiction(const pass_choice&);
std::vector<pass_choice> variations(const pass_choice&, const device_description&);

/// The chain that a choice names; empty if it names none or its family has no chains.
const std::vector<chain_link>& chain_of(const pass_choice&);
/// Sets the chain of a choice, unless its family has no chains.
void set_chain(pass_choice&, const std::vector<chain_link>&);

/// A kernel family as the search for the cheapest plan uses it.
struct kernel_family {
    /// The choices to try for a pass: those that the cost model can rank, with radices up to `max_radix`.
    std::vector<pass_choice> (*choices)(const pass_problem&, const device_description&, unsigned max_radix);
    /// The largest number of transformed points of a pass.
    std::uint64_t (*capacity)(const device_description&, precision);
};
const kernel_family& work_group_family();
const kernel_family& lanes_family();
const kernel_family& word_group_family();

/// The family of passes whose options name none: lanes on devices with vectors, else work-groups.
enum class own_family { work_group, lanes };
own_family own_family_of(const device_description&);

}  // namespace stockham::internal
