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
/// array. A unit of trailing axes is a single run. A unit of other axes is a slab: as many lines as make a run long,
/// cut out of a block, which is all that follows the first transformed axis. Both sides have as many elements; the
/// output's are complex, never smaller than the input's.
struct stack {
    /// The transform of one unit, and its plan in writing; empty: the library's own.
    transform unit;
    std::string writing;
    std::size_t units = 1;

    std::size_t total_elements = 1;
    std::size_t runs = 1;
    std::size_t run_elements = 1;
    std::size_t run_stride = 1;
    std::size_t block_elements = 1;  ///< units_a_block units come from each block
    std::size_t units_a_block = 1;

    /// Not empty if the axes must change places on the host first: the array's axes in the order of the stack.
    std::vector<std::size_t> permutation;

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
    std::size_t most_batch = ~std::size_t{0};  ///< transforms of a unit
};

/// Trailing axes are packed transforms. Other axes use the descriptor's strides if what lies between and behind them is
/// one loop; else the axes change places on the host.
stack make_stack(const stack_request& request);

/// The axes of --axes, -1 being the last; none means the last two. Ascending. Throws usage_error.
std::vector<std::size_t> resolve_axes(const std::vector<int>& wanted, std::size_t rank);

/// Copies elements of `element_bytes` from an array of `shape` to one whose axis k is axis order[k] of it, or back.
void permute(const void* from, void* to, const std::vector<std::size_t>& shape, const std::vector<std::size_t>& order,
             std::size_t element_bytes, bool back);

}  // namespace stockham::tools
