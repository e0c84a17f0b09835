// Divides an array of any rank into a stack of equal units. One execution of one plan transforms a unit.
//
// The plan depends on the batch, and rounding depends on the plan. The unit is therefore chosen from the array alone,
// not from the device's memory: the result has the same bits for any number of units per chunk. If not even one unit
// fits the device, passes.hpp makes smaller ones.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <stockham/transform.hpp>

namespace stockham::tools {

/// Sizes of one side of a stack, in bytes.
struct stack_side {
    std::size_t element_bytes = 0;
    std::size_t total_bytes = 0;
    /// Distance of units on the device and in pinned memory; a multiple of the alignment of sub-buffers.
    std::size_t pitch = 0;
};

/// A unit consists of `runs` runs of `run_elements` elements, contiguous in the unit and `run_stride` apart in the
/// array. There are three kinds of units:
/// - trailing axes: a single run of packed transforms;
/// - whole blocks: a single run. A block starts at the first transformed axis; axes in it that are not transformed
///   are loops;
/// - slabs: lines cut out of a block, enough of them to make runs long. Used for blocks that are too large.
/// Input and output have the same number of elements; those of the output are complex and never smaller.
struct stack {
    transform unit;           ///< the transform of one unit
    std::string plan_string;  ///< its plan; empty: the planner's choice
    std::size_t units = 1;
    std::size_t parts = 1;  ///< transforms, blocks or lines per unit

    std::size_t total_elements = 1;
    std::size_t runs = 1;
    std::size_t run_elements = 1;
    std::size_t run_stride = 1;
    std::size_t block_elements = 1;
    std::size_t units_per_block = 1;

    std::size_t unit_elements() const noexcept { return runs * run_elements; }
    bool is_real() const noexcept { return is_real_input(unit.kind); }
    stack_side input() const noexcept;
    stack_side output() const noexcept;

    /// Calls f(place in the array, place in the unit, count) for the contiguous pieces of the elements first ..
    /// first + count of a unit. Elements of the last unit beyond the end of its block are skipped.
    void for_each_piece(std::size_t unit_number, std::size_t first, std::size_t count,
                        const std::function<void(std::size_t, std::size_t, std::size_t)>& f) const;
};

struct stack_request {
    std::vector<std::size_t> shape;
    std::vector<std::size_t> axes;  ///< distinct, ascending
    stockham::precision precision = precision::f32;
    bool inverse = false;                      ///< with scale 1 / N
    bool real = false;                         ///< forward transform of real numbers to the full spectrum
    std::size_t most_parts = ~std::size_t{0};  ///< limit of the parts per unit
    bool slabs = false;                        ///< use slabs instead of whole blocks if possible
};

/// Trailing axes become packed transforms, other axes whole blocks. Slabs are used if there is only one block, or if
/// blocks are large, provided that the axes that are not transformed merge into one loop.
stack make_stack(const stack_request& request);

/// True if make_stack() can use slabs.
bool has_slabs(const stack_request& request);

/// The axes given by --axes, ascending; -1 is the last axis. An empty list means the last two axes. Throws usage_error.
std::vector<std::size_t> resolve_axes(const std::vector<int>& wanted, std::size_t rank);

}  // namespace stockham::tools
