// Registers of a work-item, and the number of work-groups that fit a compute unit.
#pragma once

#include <cstdint>

#include <stockham/device.hpp>

#include "model/step.hpp"

namespace stockham::internal {

/// 32-bit registers available to a work-item if `work_items` share those of a compute unit.
std::uint64_t registers_each(std::uint64_t work_items, const device_description&);

/// 32-bit registers that a work-item needs for its points, addresses, twiddle factors and sums; with fewer, values
/// spill. More are needed for butterflies that do not work in place and for passes that multiply by a spectrum. At most
/// the device's limit per work-item.
std::uint64_t registers_wanted(const pass_step&, const device_description&);

/// True if the work-items have enough registers, or almost enough where spilling a few costs little: see
/// register_model::spilled and beyond_item.
bool has_registers(const pass_step&, const device_description&);

/// The sub-group size that the kernel asks for, because the compiler would choose a larger one and spill; 0: none. See
/// device_capabilities::wide_group_registers.
unsigned wanted_sub_group(const pass_step&, const device_description&);

/// Points that the registers of a work-item can hold at most, whatever the work-group.
std::uint64_t most_points(precision, const device_description&);

/// Work-groups that a compute unit can hold at a time.
std::uint64_t groups_that_fit(const pass_step&, const device_description&);

}  // namespace stockham::internal
