// Shaping: from a pass problem to the tile, the chain of stages and the work-group that run it on a device.
#pragma once

#include <optional>

#include <stockham/device.hpp>

#include "planner/pass_problem.hpp"
#include "planner/step.hpp"

namespace stockham {

/// What the shaper may do beyond the device's limits.
struct shape_options {
    unsigned max_radix = 16;
};

struct shaped_pass {
    pass_step step;
    double cost = 0;  ///< in bytes of plain copying that take as long
};

/// The cheapest shape of this pass on the device, or nothing if no tile holds it.
std::optional<shaped_pass> shape(const pass_problem&, const device_description&, const shape_options& = {});

/// The most points of one transform that a work-group of the device can hold.
std::uint64_t tile_capacity(const device_description&, precision);

/// The chain of radices for n points: as few stages as max_radix allows, the larger radices first.
std::vector<unsigned> radix_chain(std::uint64_t n, unsigned max_radix);

}  // namespace stockham
