// Shaping: chooses the tile, the chain of stages and the work-group for a pass problem on a device.
#pragma once

#include <vector>

#include <stockham/device.hpp>

#include "families/common/family.hpp"

namespace stockham::internal {

/// Pairing of real lines as the real and imaginary parts of complex lines: where the cost model prefers it; nowhere; or
/// in every pass with real lines.
enum class line_pairing { any, single, paired };

/// Restrictions of the shaper beyond the device's limits.
struct shape_options {
    unsigned max_radix = 32;
    unsigned work_items = 0;   ///< the exact size of work-groups; 0: any size
    unsigned least_radix = 2;  ///< of every stage whose dimension has at least that many points
    bool splits_axes = true;   ///< false: every axis is one digit
    line_pairing real_lines = line_pairing::any;
    const kernel_family* family = nullptr;  ///< the only family to use; null: the device's own
};

/// The shape of a pass by these choices. Refused if the choices do not apply to it, or if the device's work-groups
/// cannot hold it.
shape_result shape_by(const pass_problem&, const device_description&, const pass_choice&, fidelity = fidelity::exact);

/// The choices to try for a pass on this device, as declared by its kernel family.
std::vector<pass_choice> pass_choices(const pass_problem&, const device_description&, const shape_options& = {});

/// Choices similar to this one, for a search on the device.
std::vector<pass_choice> variations(const pass_choice&, const device_description&);

/// The cheapest shape of this pass on the device; refused if no tile holds it.
shape_result shape(const pass_problem&, const device_description&, const shape_options& = {});

/// The most points of one transform that a work-group of the device can hold.
std::uint64_t tile_capacity(const device_description&, precision, const shape_options& = {});

}  // namespace stockham::internal
