// Permutations run on the device, with poisoned outputs and canaries around all buffers.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "cases.hpp"
#include "runtime/context_state.hpp"
#include "runtime/opencl.hpp"

namespace stockham::internal::testing {

using bytes = std::vector<unsigned char>;

/// The device under test, with a context whose compiled programs are kept from test to test. Throws if there is none.
class test_device {
  public:
    static test_device& get();
    cl_device_id device() const { return device_; }
    cl_context context() const { return context_.get(); }
    context_state& programs() const { return *programs_; }
    /// A new queue; the caller releases it. Out of order only where the device has such queues: what waits for events
    /// is as right in order.
    cl_command_queue make_queue(cl_command_queue_properties properties = 0) const;
    /// The queue that the tests share.
    cl_command_queue queue() const { return queue_; }

  private:
    test_device();
    cl_device_id device_;
    context_object context_;
    std::shared_ptr<context_state> programs_;
    cl_command_queue queue_;
};

/// A buffer in the middle of a larger one whose other bytes must not change.
class guarded_buffer {
  public:
    explicit guarded_buffer(const bytes& content);
    cl_mem get() const { return inner_.get(); }
    bytes content() const;
    bool canaries_intact() const;

  private:
    std::size_t guard_, size_;
    memory_object outer_, inner_;
    bytes read_all() const;
};

bytes random_bytes(std::size_t size, unsigned seed);
bytes poisoned(std::size_t size);

/// What the permutation makes of `in`.
bytes expected_of(const permutation&, const bytes& in);

/// Runs the launches planned for `description` on the device under test and checks the outcome.
void check_planned(const permutation&, const device_description&);

/// Runs the public class and checks the outcome.
void check_public(const permutation&);

/// The same for one f32 matrix of any size: it is uploaded and checked piece by piece, and never whole on the host.
void check_in_pieces(std::size_t rows, std::size_t columns, placement);

}  // namespace stockham::internal::testing
