// Convolution and correlation: forward transform, pointwise multiply and inverse transform in fused passes.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <stockham/export.h>
#include <stockham/opencl.hpp>
#include <stockham/plan.hpp>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {

/// What to convolve. `signal` describes the signals as its input side and the results as its output side.
struct convolution_description {
    /// Kind c2c (forward) for complex signals; r2c for real ones, whose results are real, too: the output side is then
    /// described like the input. Lengths without prime factors above 13 take the fewest passes: see
    /// good_convolution_size(). An unscaled spectrum needs scale = 1 / (product of the lengths). `nonzero` prunes the
    /// signals (no zero padding needed for a linear convolution), `wanted` the results. `full_spectrum` and `algorithm`
    /// must keep their defaults.
    transform signal;
    /// Correlate: multiply by the conjugated spectrum.
    bool correlate = false;
    /// One spectrum per signal of the batch, instead of one for all.
    bool spectrum_each = false;
    /// Kernels per signal, out of place only. The signal is transformed once. The results of one kernel have the layout
    /// of the output side; those of the next kernel start `kernel_distance` elements later.
    std::size_t kernels = 1;
    std::size_t kernel_distance = 0;  ///< output elements from one kernel to the next; 0: packed
};

/// Circular convolution along all axes with kernels given by their spectra:
///   out = scale * IDFT(DFT(in) * spectrum), without normalisation.
/// A linear convolution needs lengths with room for the extent of the kernel. Two dimensions take three passes (four
/// with a prime factor above 13); two transforms and a product take five. Immutable, movable and thread-safe like plan;
/// members of a moved-from convolution throw argument_error.
class STOCKHAM_API convolution {
  public:
    /// Plans and compiles. Throws argument_error for the description (fields of check(); "kind": not c2c or r2c;
    /// "direction"; "kernels": 0, or several in place), unsupported_error (rule "convolution") for `full_spectrum` or
    /// `algorithm`, and as the constructor of plan. Lengths with a prime factor above 13 take two plans, the second of
    /// which multiplies on load; they accept no plan string (unsupported_error, rule "plan string").
    convolution(cl_context, cl_device_id, const convolution_description&, const plan_options& = {});
    ~convolution();
    convolution(convolution&&) noexcept;             ///< leaves the other moved-from
    convolution& operator=(convolution&&) noexcept;  ///< releases its own state; leaves the other moved-from
    convolution(const convolution&) = delete;
    convolution& operator=(const convolution&) = delete;

    /// The transform that computes the spectrum of a packed kernel: forward, complex or real to a full packed spectrum;
    /// with spectrum_each, one per signal of the batch. The spectra of several kernels follow each other.
    const transform& spectrum_transform() const;

    /// Bytes of workspace per execution, as plan::workspace_size().
    std::size_t workspace_size() const;
    /// Kernels launched per execution.
    std::size_t launches() const;
    /// As plan::to_string(), with the problem string of the signals.
    std::string to_string() const;

    /// As plan::enqueue(); buffers::spectrum holds the output of spectrum_transform().
    cl_event enqueue(cl_command_queue, const buffers&, cl_uint n_wait = 0, const cl_event* wait = nullptr) const;
    /// As plan::execute(), without an event.
    void execute(cl_command_queue, const buffers&, cl_uint n_wait = 0, const cl_event* wait = nullptr) const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace v0_2
}  // namespace stockham
