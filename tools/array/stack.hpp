// How an array of any rank becomes a stack of equal units, each of which one plan transforms at once.
//
// The plan depends on its batch, and rounding on the plan. So a unit is made for the array alone, whatever the memory
// of the device or a limit to it: however many units go to the device at a time, the same bits come back. Where not
// even one of them fits, passes.hpp makes smaller ones.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <stockham/transform.hpp>

namespace stockham::tools {

/// What one side of a stack has, in bytes.
struct stack_side {
    std::size_t element_bytes = 0;
    std::size_t total_bytes = 0;
    /// From one unit to the next on the device and in pinned memory: a multiple of what sub-buffers need.
    std::size_t pitch = 0;
};

/// The elements of a unit lie in `runs` of `run_elements`; one behind the other in the unit, `run_stride` apart in the
/// array. A unit of trailing axes is a single run, and so is one of whole blocks: a block is all that follows the first
/// transformed axis, and the axes in it that are not transformed are the transform's loops. Where a block is too large
/// for that, a unit is a slab: as many lines as make a run long, cut out of a block. Both sides have as many elements;
/// the output's are complex, never smaller than the input's.
struct stack {
    /// The transform of one unit, and its plan string; empty: the library's own.
    transform unit;
    std::string plan_string;
    std::size_t units = 1;
    std::size_t parts = 1;  ///< transforms, blocks or lines that a unit is made of

    std::size_t total_elements = 1;
    std::size_t runs = 1;
    std::size_t run_elements = 1;
    std::size_t run_stride = 1;
    std::size_t block_elements = 1;  ///< units_a_block units come from each block
    std::size_t units_a_block = 1;

    std::size_t unit_elements() const noexcept { return runs * run_elements; }
    bool is_real() const noexcept { return is_real_input(unit.kind); }
    stack_side input() const noexcept;
    stack_side output() const noexcept;

    /// Calls f(place in the array, place in the unit, count) for the pieces that make up elements first .. first +
    /// count of a unit. The last unit may reach beyond its block: that part is left out.
    void for_each_piece(std::size_t unit_number, std::size_t first, std::size_t count,
                        const std::function<void(std::size_t, std::size_t, std::size_t)>& f) const;
};

struct stack_request {
    std::vector<std::size_t> shape;
    std::vector<std::size_t> axes;  ///< distinct, ascending
    stockham::precision precision = precision::f32;
    bool inverse = false;                      ///< with scale 1 / N
    bool real = false;                         ///< real numbers are transformed, forward, to all of their spectrum
    std::size_t most_parts = ~std::size_t{0};  ///< of a unit
    bool slabs = false;                        ///< not whole blocks, where that is possible
};

/// Trailing axes are packed transforms. Other axes are transformed in whole blocks; where there is but one block, or
/// they are large, in slabs, if what lies between and behind the axes is one loop.
stack make_stack(const stack_request& request);

/// Whether make_stack() can make slabs of it.
bool has_slabs(const stack_request& request);

/// The axes of --axes, -1 being the last; none means the last two. Ascending. Throws usage_error.
std::vector<std::size_t> resolve_axes(const std::vector<int>& wanted, std::size_t rank);

}  // namespace stockham::tools
