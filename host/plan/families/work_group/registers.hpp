// How many registers a work-item takes, and how many work-groups they leave room for.
#pragma once

#include <cstdint>

#include <stockham/device.hpp>

#include "plan/step.hpp"

namespace stockham::internal {

/// 32-bit registers that a work-item may have where so many share a unit's.
std::uint64_t registers_each(std::uint64_t work_items, const device_description&);

/// What a work-item's points take, and what its addresses, twiddles and sums take beside: more where butterflies do not
/// work in place, or where the tile goes there and back. With fewer registers than these, values spill; never more than
/// a work-item of the device may have.
std::uint64_t registers_wanted(const pass_step&, const device_description&);

/// Work-groups that fit a unit of the device side by side.
std::uint64_t groups_that_fit(const pass_step&, const device_description&);

}  // namespace stockham::internal
