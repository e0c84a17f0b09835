// Shaping: from a pass problem to the tile, the chain of stages and the work-group that run it on a device.
#pragma once

#include <optional>

#include <stockham/device.hpp>

#include "planner/pass_problem.hpp"
#include "planner/step.hpp"

namespace stockham {

/// What the shaper may do beyond the device's limits.
struct shape_options {
    unsigned max_radix = 32;
    unsigned work_items = 0;  ///< exactly so many in a work-group; 0: any number
};

/// How a work-group of a GPU may take on a pass: the choices beside the pass itself.
struct work_group_choice {
    std::uint64_t run = 16;  ///< lines side by side in a tile, where lines lie tighter than the transforms' points
    unsigned max_radix = 16;
    unsigned points = 16;       ///< of a work-item
    bool split = false;         ///< exchange real parts, then imaginary parts, through half the local memory
    bool ahead = false;         ///< tell the cache to fetch later tiles
    std::uint64_t least = 128;  ///< work-items below which the tile takes on more lines
};

struct shaped_pass {
    pass_step step;
    double cost = 0;  ///< in bytes of plain copying that take as long
};

/// The shape of a pass by these choices, or nothing if the device's work-groups cannot hold it.
std::optional<shaped_pass> shape_work_group(const pass_problem&, const device_description&, const work_group_choice&);

/// All choices worth a try on a device with work-groups that share local memory.
std::vector<work_group_choice> work_group_choices(const pass_problem&, const device_description&,
                                                  const shape_options& = {});

/// The cheapest shape of this pass on the device, or nothing if no tile holds it.
std::optional<shaped_pass> shape(const pass_problem&, const device_description&, const shape_options& = {});

/// The most points of one transform that a work-group of the device can hold.
std::uint64_t tile_capacity(const device_description&, precision);

/// The chain of radices for n points: as few stages as max_radix allows, the larger radices first.
std::vector<unsigned> radix_chain(std::uint64_t n, unsigned max_radix);

}  // namespace stockham
