// Fused convolution and correlation: transform, multiply, transform back, in fewer passes than the three steps apart.
#pragma once

#include <cstddef>
#include <string>

#include <stockham/export.hpp>
#include <stockham/opencl.hpp>
#include <stockham/plan.hpp>
#include <stockham/transform.hpp>

namespace stockham {

/// What to convolve: signals as the input side of `signal` describes them, results as its output side does.
struct convolution_description {
    /// c2c: complex signals, forward; r2c: real ones (whose output side, here, is real and described like the input).
    /// Lengths have no prime factor above 13 (good_size() finds such); `scale` defaults to 1: that of a circular
    /// convolution proper is 1 / (product of the lengths) where the spectrum is not scaled.
    transform signal;
    /// Multiply by the conjugates: correlation.
    bool correlate = false;
    /// A spectrum for each signal of the batch, not one for all.
    bool spectrum_each = false;
};

/// Circular convolution along all axes with kernels whose spectra are given:
///   out = scale * IDFT(DFT(in) * spectrum), both sums not normalised.
/// For a linear convolution lengths must leave room for the kernel's extent. In two dimensions this takes three passes,
/// where two transforms and a product take five. As plan, it is immutable, movable (what was
/// moved from throws argument_error), may be enqueued from many threads at once, and made by many.
class STOCKHAM_API convolution {
  public:
    /// Plans and compiles. Throws argument_error for the description (field "kind": no c2c or r2c; "direction"; the
    /// fields of check()), unsupported_error (rule "lengths") for lengths with a prime factor above 13, and else what
    /// plan's constructor throws.
    convolution(cl_context, cl_device_id, const convolution_description&, const plan_options& = {});

    /// The transform that makes the spectrum of a kernel laid out packed: forward, from complex or real data to a full
    /// spectrum, packed, one or (spectrum_each) one for each signal.
    const transform& spectrum_transform() const;

    std::size_t workspace_size() const { return plan_.workspace_size(); }
    std::size_t launches() const { return plan_.launches(); }
    /// As plan::to_string(), for the signals' problem string.
    std::string to_string() const;

    /// As plan::enqueue(); buffers::spectrum holds what spectrum_transform() gives.
    cl_event enqueue(cl_command_queue queue, const buffers& b, cl_uint n_wait = 0,
                     const cl_event* wait = nullptr) const {
        return plan_.enqueue(queue, b, n_wait, wait);
    }
    void execute(cl_command_queue queue, const buffers& b, cl_uint n_wait = 0, const cl_event* wait = nullptr) const {
        plan_.execute(queue, b, n_wait, wait);
    }

  private:
    transform signal_, spectrum_;
    plan plan_;
};

}  // namespace stockham
