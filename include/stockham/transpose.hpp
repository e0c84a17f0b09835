// Transposes and axis permutations on their own: what the FFT plans use between row passes, open to everybody.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/export.h>
#include <stockham/opencl.hpp>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {

/// What one element is: real or complex, in either precision.
enum class element {
    real_f32,     ///< 4 bytes
    real_f64,     ///< 8 bytes
    complex_f32,  ///< 8 bytes
    complex_f64   ///< 16 bytes
};

/// A batched permutation of the axes of a packed row-major array: input of shape {batch, lengths...}, output axis k is
/// input axis order[k], so order {1, 0} is a matrix transpose and {2, 0, 1} maps (n, m, k) to (k, n, m).
/// In place (placement::in_place) is possible for matrices, order {1, 0}, and for all that comes to a batch of matrix
/// transposes once neighbours that stay neighbours are one axis, such as {2, 0, 1} or {0, 2, 1}: square ones by
/// swapping tiles, rectangular ones by the row shuffles and column rotations of Catanzaro, Keller, Garland, "A
/// decomposition for in-place matrix transposition" (PPoPP 2014), with at most one row or column of scratch a
/// work-group: in local memory where it fits, else in the workspace. Elements are moved bit by bit, so that double
/// precision works on devices without it, too.
struct permutation {
    std::vector<std::size_t> lengths;  ///< slowest first, 1 to 8 axes, any length from 1
    std::vector<std::size_t> order;    ///< as many entries as lengths, each axis once
    std::size_t batch = 1;             ///< arrays of these lengths, one behind the other; at least 1
    stockham::element element = stockham::element::complex_f32;         ///< what is moved
    stockham::placement placement = stockham::placement::out_of_place;  ///< one buffer or two
    /// The naive kernel without local memory, out of place: the baseline of the benchmarks (AMD 2011, figure 11).
    bool plain = false;
};

/// A permutation made ready for one device of a context. Immutable; enqueue() may be called from many threads at once,
/// and many may make transpositions. Movable: whatever is asked of what was moved from throws argument_error.
class STOCKHAM_API transposition {
  public:
    /// Throws argument_error (lengths, order, batch, element, placement, overflow, a device that is none of the
    /// context's), unsupported_error (in place for what is no matrix transpose, or plain; "check at first use" where
    /// the OpenCL implementation computes wrong numbers), opencl_error with the build log.
    transposition(cl_context, cl_device_id, const permutation&);
    ~transposition();
    transposition(transposition&&) noexcept;             ///< takes over; the other one is moved from
    transposition& operator=(transposition&&) noexcept;  ///< takes over; what it was is released
    transposition(const transposition&) = delete;
    transposition& operator=(const transposition&) = delete;

    /// The kernels it launches, one a line, for people.
    std::string to_string() const;

    /// Bytes of workspace one execution needs; 0 out of place, for square matrices, and where the longer side of a
    /// rectangular one fits the local memory. Else one such side for each work-group that runs, of which there are no
    /// more than make an eighth of the matrices.
    std::size_t workspace_size() const;

    /// Same contract as plan::enqueue.
    cl_event enqueue(cl_command_queue, cl_mem in, cl_mem out = nullptr, cl_mem workspace = nullptr, cl_uint n_wait = 0,
                     const cl_event* wait = nullptr) const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace v0_2
}  // namespace stockham
