// Plans whose passes share a launch: two passes that wait for each other, or lane passes part by part.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <stockham/device.hpp>

#include "plan/branch_and_bound.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// Why no two passes of a problem share a launch on the device; empty if the planner tries it.
std::string why_not_shared(const problem&, const device_description&);

/// The number of cheapest plans whose sequences are tried in one launch.
constexpr std::size_t shared_sequences = 6;

/// How many plans a search returns if the planner wants `count`, including others that can still win by sharing a
/// launch.
search_count count_with_shared(std::size_t count, const problem&, const device_description&);

/// The cheapest plan of two passes in one launch, among the sequences of `others`, if it costs less than all of them.
std::optional<candidate> in_one_launch(const std::vector<const candidate*>& others, const problem&,
                                       const device_description&);

/// The plan with its passes in one launch by parts, if that is possible and cheaper.
std::optional<candidate> in_parts(const candidate&, const problem&, const device_description&);

/// Plans of two passes that share a launch (cl/common/two_passes.cl), up to two for each number of work-items. Empty if
/// the transform is too large to gain from it or the device does not support such launches.
std::vector<candidate> shared_launches(const problem&, const device_description&);

/// Makes the passes of a plan share a launch. Returns why they cannot; empty on success.
std::string share_launch(candidate&, const problem&, const device_description&);

}  // namespace stockham::internal
