// The table of kernel families: what a pass may be, and how each family shapes one. A family is a folder beside this
// file; who adds one adds it here.
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

/// How a pass is taken on: everything that is free to choose beside the pass itself.
using pass_choice = std::variant<work_group_choice, lanes_choice, word_group_choice>;

/// How much of a shape is made: all of it, or enough for the cost model to compare it with others, without a search for
/// the layout of local memory that has the fewest bank conflicts.
enum class fidelity { exact, comparable };

/// What families have, each for its own choices:
/// why these do not go together, or are none (numbers that mean nothing);
objection contradiction(const work_group_choice&);
objection contradiction(const lanes_choice&);
objection contradiction(const word_group_choice&);
/// the shape of a pass by these choices;
shape_result shape_of(const pass_problem&, const device_description&, const work_group_choice&, fidelity);
shape_result shape_of(const pass_problem&, const device_description&, const lanes_choice&, fidelity);
shape_result shape_of(const pass_problem&, const device_description&, const word_group_choice&, fidelity);
/// beside a choice, those that only measuring can tell from it: more or fewer lines, other layouts and chains, fetching
/// ahead where it seldom pays, the compiler left alone with the registers.
std::vector<pass_choice> variations(const work_group_choice&, const device_description&);
std::vector<pass_choice> variations(const lanes_choice&, const device_description&);
std::vector<pass_choice> variations(const word_group_choice&, const device_description&);

/// The same of any choice.
objection contradiction(const pass_choice&);
std::vector<pass_choice> variations(const pass_choice&, const device_description&);

/// The chain that a choice names, of families that have chains; else none.
const std::vector<chain_link>& chain_of(const pass_choice&);
/// Gives it another; families without chains stay as they are.
void set_chain(pass_choice&, const std::vector<chain_link>&);

/// What a search for the cheapest plan is told to go by.
struct kernel_family {
    /// The choices worth a try for a pass, of radices that the device has the registers for, as far as the cost model
    /// can tell them apart.
    std::vector<pass_choice> (*choices)(const pass_problem&, const device_description&, unsigned max_radix);
    /// The most points of a transform in one pass.
    std::uint64_t (*capacity)(const device_description&, precision);
};
const kernel_family& work_group_family();
const kernel_family& lanes_family();
const kernel_family& word_group_family();

/// The family of plans that name none: lanes where the device has vectors, else work-groups.
enum class own_family { work_group, lanes };
own_family own_family_of(const device_description&);

}  // namespace stockham::internal
