// Fused convolution and correlation: transform, multiply, transform back, in fewer passes than the three steps apart.
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

/// What to convolve: signals as the input side of `signal` describes them, results as its output side does.
struct convolution_description {
    /// c2c: complex signals, forward; r2c: real ones (whose output side, here, is real and described like the input).
    /// Lengths without prime factors above 13 take the fewest passes (good_convolution_size() finds such); `scale`
    /// defaults to 1: that of a circular convolution proper is 1 / (product of the lengths) where the spectrum is not
    /// scaled. `nonzero` says which points of the signals are there: a linear convolution need not fill up the rest
    /// with zeros. `wanted` says which points of the results are written, of real signals, too. `full_spectrum` and
    /// `algorithm` keep their defaults.
    transform signal;
    /// Multiply by the conjugates: correlation.
    bool correlate = false;
    /// A spectrum for each signal of the batch, not one for all.
    bool spectrum_each = false;
    /// So many kernels with each signal (out of place): the results of a kernel lie as the output side of `signal`
    /// says, those of the next one `kernel_distance` elements behind them; 0: behind all of them.
    /// Their signals are transformed once.
    std::size_t kernels = 1;
    std::size_t kernel_distance = 0;  ///< elements of the output between the results of two kernels
};

/// Circular convolution along all axes with kernels whose spectra are given:
///   out = scale * IDFT(DFT(in) * spectrum), both sums not normalised.
/// For a linear convolution lengths must leave room for the kernel's extent. In two dimensions this takes three passes
/// (four for lengths with a prime factor above 13), where two transforms and a product take five. As plan, it is
/// immutable, movable (what was moved from throws argument_error), may be enqueued from many threads at once, and made
/// by many.
class STOCKHAM_API convolution {
  public:
    /// Plans and compiles. Throws argument_error for the description (field "kind": no c2c or r2c; "direction";
    /// "kernels": 0, or several in place; the fields of check()), unsupported_error (rule "convolution") for a
    /// `full_spectrum` or an `algorithm`, and else what plan's constructor throws. Lengths with a prime factor above 13
    /// are convolved by two plans, of which the second one multiplies as it loads: unsupported_error (rule "plan
    /// string") for a plan string of those.
    convolution(cl_context, cl_device_id, const convolution_description&, const plan_options& = {});
    ~convolution();
    convolution(convolution&&) noexcept;             ///< takes over; the other one is moved from
    convolution& operator=(convolution&&) noexcept;  ///< takes over; what it was is released
    convolution(const convolution&) = delete;
    convolution& operator=(const convolution&) = delete;

    /// The transform that makes the spectrum of a kernel laid out packed: forward, from complex or real data to a full
    /// spectrum, packed, one or (spectrum_each) one for each signal; of several kernels one such set behind the other.
    const transform& spectrum_transform() const;

    /// Bytes of workspace one execution needs, as plan::workspace_size().
    std::size_t workspace_size() const;
    /// The number of kernels that one execution launches.
    std::size_t launches() const;
    /// As plan::to_string(), for the signals' problem string.
    std::string to_string() const;

    /// As plan::enqueue(); buffers::spectrum holds what spectrum_transform() gives.
    cl_event enqueue(cl_command_queue, const buffers&, cl_uint n_wait = 0, const cl_event* wait = nullptr) const;
    /// As plan::execute(): no event.
    void execute(cl_command_queue, const buffers&, cl_uint n_wait = 0, const cl_event* wait = nullptr) const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace v0_2
}  // namespace stockham
