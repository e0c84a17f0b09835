// Runs transforms on the device under test, with everything around the data poisoned or guarded.
#pragma once

#include <complex>
#include <vector>

#include <stockham/opencl.hpp>
#include <stockham/stockham.hpp>

#include "memory.hpp"
#include "reference.hpp"
#include "tools/harness/opencl.hpp"

/// The device that STOCKHAM_DEVICE names (else the default), with a context and an in-order queue. Made once.
struct test_device {
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    bool has_double = false;
    bool has_out_of_order = false;  // queues

    static const test_device& get();
};

/// Another queue of the device under test.
using stockham::internal::queue_object;
queue_object make_queue(cl_command_queue_properties = 0);

/// The kinds of queues that the device under test has: in order, and out of order, which not every device has.
std::vector<cl_command_queue_properties> queue_kinds();

/// Whether the device under test has what a test needs; where not, one more is skipped, says a message.
bool can_run(const stockham::transform&);
bool can_run_out_of_order();

/// A context of its own.
stockham::internal::context_object make_context();

/// The device under test, then the AMD cards whose plans must be right here because no such card is at hand.
std::vector<stockham::device_description> everyone();

/// A device buffer of complex elements, released at the end of its scope.
class device_buffer {
  public:
    device_buffer(std::size_t bytes, const void* data = nullptr);
    cl_mem get() const { return memory_.get(); }
    std::vector<unsigned char> read() const;

  private:
    stockham::internal::memory_object memory_;
    std::size_t bytes_ = 0;
};

/// Long double numbers as the bytes of a precision's interleaved elements, and back.
std::vector<unsigned char> to_bytes(const std::vector<reference::number>&, stockham::precision);
std::vector<reference::number> from_bytes(const std::vector<unsigned char>&, stockham::precision);

/// Numbers as a precision has them in memory, and back.
std::vector<unsigned char> number_bytes(const std::vector<long double>&, stockham::precision);
std::vector<long double> bytes_numbers(const std::vector<unsigned char>&, stockham::precision);

/// Waits for an event and releases it; throws if the execution failed.
void finish(cl_event);

/// The buffers, interleaved or real, after one execution on this input; `poison` is what the output buffer held before
/// (in place: unused).
struct outcome {
    std::vector<reference::number> input, output;
};
outcome run(const stockham::plan&, const std::vector<reference::number>& input,
            const std::vector<reference::number>& poison);

/// What a plan makes of a trial's data: the relative L2 error, numbers written that nothing names, and whether the
/// input was written (out of place).
struct verdict {
    double error = 0;
    std::size_t spoilt = 0;
    bool input_written = false;
};
verdict judge(const stockham::plan&, const device_trial&);

/// Runs a plan on a trial's data and checks by Boost.Test: the error against FFTW's long double is within DESIGN's
/// gate, nothing outside the output's layout is written, nor (out of place) the input.
void check_trial(const stockham::plan&, const device_trial&);

/// Plans `t` for each description, runs it on uniform random data from `seed`, and checks by Boost.Test: the error
/// against FFTW's long double is within DESIGN's gate (small transforms pooled over their batch), every canary in every
/// gap of the output is untouched, and out of place the input too. Without any description: for the device itself.
/// Where the device lacks the transform's precision, that must be what the plan says.
void check_on_device(const stockham::transform& t, unsigned seed,
                     const std::vector<stockham::device_description>& planned_for = {});
