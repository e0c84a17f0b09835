// How an array of any rank becomes a stack of transforms: which axes are transformed, and in which units it can be cut.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <stockham/transform.hpp>

namespace stockham::tools {

/// A stack is `units` equal pieces that lie one behind the other and can go to the device in any number at a time.
struct stack {
    /// The transform of one unit; packed() units are batched by its `batch`.
    transform unit;
    std::size_t units = 1;
    std::size_t unit_elements = 1;
    /// The most units that one plan can take: strided units use up the batch for themselves.
    std::size_t most_units = 1;
    /// Not empty if the axes must change places on the host: the array's axes in the order of the stack.
    std::vector<std::size_t> permutation;

    std::size_t unit_bytes() const noexcept { return unit_elements * element_size(unit.precision); }

    /// The transform of `n` units at once.
    transform for_units(std::size_t n) const;
};

struct stack_request {
    std::vector<std::size_t> shape;
    std::vector<std::size_t> axes;  ///< distinct, ascending
    stockham::precision precision = precision::f32;
    bool inverse = false;                            ///< with scale 1 / N
    std::size_t most_block_bytes = ~std::size_t{0};  ///< what a strided unit may need
};

/// Trailing axes are packed transforms. Other axes use the descriptor's strides where all that lies between and behind
/// them is one loop and a unit is large enough to keep the device busy; else the axes change places on the host.
stack make_stack(const stack_request& request);

/// The axes of --axes, -1 being the last; none means the last two. Ascending. Throws usage_error.
std::vector<std::size_t> resolve_axes(const std::vector<int>& wanted, std::size_t rank);

/// Throws job_error that names the nearest lengths unless every length is a power of two.
void check_lengths(const std::vector<std::size_t>& shape, const std::vector<std::size_t>& axes,
                   const std::string& name);

/// Copies elements of `element_bytes` from an array of `shape` to one whose axis k is axis order[k] of it, or back.
void permute(const void* from, void* to, const std::vector<std::size_t>& shape, const std::vector<std::size_t>& order,
             std::size_t element_bytes, bool back);

}  // namespace stockham::tools
