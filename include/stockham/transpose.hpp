// Transposes and axis permutations, as the FFT plans use them between passes.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/export.h>
#include <stockham/memory.hpp>
#include <stockham/opencl.hpp>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {

/// Type of an element.
enum class element {
    real_f32,     ///< 4 bytes
    real_f64,     ///< 8 bytes
    complex_f32,  ///< 8 bytes
    complex_f64   ///< 16 bytes
};

/// A batched permutation of the axes of a packed row-major array of shape {batch, lengths...}. Output axis k is input
/// axis order[k]: order {1, 0} transposes a matrix, {2, 0, 1} maps (n, m, k) to (k, n, m).
///
/// In place works where merging axes that stay adjacent leaves a batch of matrix transposes: {1, 0}, {2, 0, 1},
/// {0, 2, 1}. Square matrices swap tiles. Rectangular ones shuffle rows and rotate columns (Catanzaro, Keller, Garland,
/// "A decomposition for in-place matrix transposition", PPoPP 2014), with at most one row or column of scratch per
/// work-group, in local memory if it fits, else in the workspace. Elements are copied bitwise: f64 works on any device.
struct permutation {
    std::vector<std::size_t> lengths;  ///< of the input, slowest first: 1 to 8 axes of at least 1
    std::vector<std::size_t> order;    ///< a permutation of the axes 0, 1, ..
    std::size_t batch = 1;             ///< number of adjacent arrays, at least 1
    stockham::element element = stockham::element::complex_f32;         ///< type of the elements
    stockham::placement placement = stockham::placement::out_of_place;  ///< one buffer or two
    /// Use the naive kernel without local memory, out of place: a baseline for benchmarks (AMD 2011, figure 11).
    bool plain = false;
};

/// A permutation compiled for one device of a context. Immutable, movable and thread-safe like plan; members of a
/// moved-from transposition throw argument_error.
class STOCKHAM_API transposition {
  public:
    /// Compiles the kernels. Throws argument_error (fields of the permutation, overflow, context, device);
    /// unsupported_error for a permutation that is not possible in place (also `plain`), or with rule "check at first
    /// use" if the OpenCL implementation computes wrong results; opencl_error with the build log.
    transposition(cl_context, cl_device_id, const permutation&);
    ~transposition();
    transposition(transposition&&) noexcept;             ///< leaves the other moved-from
    transposition& operator=(transposition&&) noexcept;  ///< releases its own state; leaves the other moved-from
    transposition(const transposition&) = delete;
    transposition& operator=(const transposition&) = delete;

    /// The kernels that it launches, one per line, for people.
    std::string to_string() const;

    /// Bytes of workspace per execution. 0 out of place, for square matrices, and if the longer side of a rectangular
    /// matrix fits local memory. Otherwise one longer side per work-group, at most an eighth of the matrices.
    std::size_t workspace_size() const;

    /// As plan::enqueue().
    cl_event enqueue(cl_command_queue, device_memory in, device_memory out = {}, device_memory workspace = {},
                     cl_uint n_wait = 0, const cl_event* wait = nullptr) const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace v0_2
}  // namespace stockham
