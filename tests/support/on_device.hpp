// Runs transforms on the device under test, with poison or guards around the data.
#pragma once

#include <complex>
#include <vector>

#include <stockham/opencl.hpp>
#include <stockham/stockham.hpp>

#include "tools/harness/opencl.hpp"
#include "tools/harness/oracle/memory.hpp"
#include "tools/harness/oracle/reference.hpp"
#include "tools/harness/oracle/run_trial.hpp"

/// The device that STOCKHAM_DEVICE names, or the default, with a context and an in-order queue. Made once.
struct test_device {
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    bool has_double = false;
    bool has_out_of_order = false;  // whether the device has out-of-order queues

    static const test_device& get();
};

/// Another queue of the device under test.
using stockham::internal::queue_object;
queue_object make_queue(cl_command_queue_properties = 0);

/// The kinds of queues that the device under test has: in order, and on some devices out of order.
std::vector<cl_command_queue_properties> queue_kinds();

/// Returns whether the device under test supports a test. If not, prints that the test is skipped.
bool can_run(const stockham::transform&);
bool can_run_out_of_order();

/// A separate context.
stockham::internal::context_object make_context();

/// The device under test, then the AMD cards. No such card is available, so their plans must be right here.
std::vector<stockham::device_description> everyone();

/// Some of the descriptions by turn: enough for tests with many problems, as each description compiles other kernels.
/// With a chosen seed, as in campaigns, all.
std::vector<stockham::device_description> in_turn(const std::vector<stockham::device_description>& all,
                                                  std::size_t turn, std::size_t count = 1);

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

/// Converts long double numbers to interleaved elements of a precision, and back.
std::vector<unsigned char> to_bytes(const std::vector<reference::number>&, stockham::precision);
std::vector<reference::number> from_bytes(const std::vector<unsigned char>&, stockham::precision);

using reference::bytes_numbers;
using reference::number_bytes;

/// Waits for an event and releases it. Throws if the execution failed.
void finish(cl_event);

/// The buffers, interleaved or real, after one execution on this input. `poison` fills the output buffer first (in
/// place: unused).
struct outcome {
    std::vector<reference::number> input, output;
};
outcome run(const stockham::plan&, const std::vector<reference::number>& input,
            const std::vector<reference::number>& poison);

/// The result of a plan for a trial on the device under test.
using reference::verdict;
verdict judge(const stockham::plan&, const device_trial&);

/// Runs a plan on the data of a trial and checks with Boost.Test. The error against FFTW in long double must be
/// within the gate. Nothing outside the output's layout may be written, nor the input (out of place).
void check_trial(const stockham::plan&, const device_trial&);

/// Plans `t` for each description, runs it on uniform random data from `seed`, and checks with Boost.Test. The error
/// against FFTW in long double must be within the gate. Small transforms are pooled over their batch. Canaries in the
/// gaps of the output and, out of place, the input must be unchanged. Without descriptions it plans for the device
/// itself. If the device lacks the precision, the plan must report this.
void check_on_device(const stockham::transform& t, unsigned seed,
                     const std::vector<stockham::device_description>& planned_for = {});
