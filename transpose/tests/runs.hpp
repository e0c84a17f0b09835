// Runs permutations on the device, with poisoned outputs and canaries around all buffers.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "cases.hpp"
#include "runtime/opencl/opencl.hpp"
#include "runtime/programs/context_state.hpp"

namespace stockham::internal::testing {

using bytes = std::vector<unsigned char>;

/// The device under test, with a context whose compiled programs are shared by all tests. Throws if there is no device.
class test_device {
  public:
    static test_device& get();
    cl_device_id device() const { return device_; }
    cl_context context() const { return context_.get(); }
    context_state& programs() const { return *programs_; }
    /// A new queue, which the caller releases. In order if the device does not support out-of-order queues: code that
    /// waits for events is also correct on those.
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

/// The permuted `in`, computed on the host.
bytes expected_of(const permutation&, const bytes& in);

/// Runs the launches planned for `description` on the device under test and checks the result.
void check_planned(const permutation&, const device_description&);

/// Runs the public class and checks the result.
void check_public(const permutation&);

/// The same for one f32 matrix of any size, which is uploaded and checked in pieces, never as a whole on the host.
void check_in_pieces(std::size_t rows, std::size_t columns, placement);

}  // namespace stockham::internal::testing
