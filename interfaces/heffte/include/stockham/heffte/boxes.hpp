// What the backends for heFFTe call in libstockham_heffte.so: transforms of a rank's boxes in host memory or on a
// device, and a device's queue. Includes no header of heFFTe and needs no MPI. Programs include stockham/heffte.hpp or
// stockham/heffte_device.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include <stockham/session.hpp>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {
namespace boxes {

/// The points of a box along its dimensions, slowest first.
using shape = std::array<std::size_t, 3>;

/// A transform of a box: the points of both sides, and the axes to transform. The sides are the same, except that a
/// Hermitian side is halved along the last of the axes.
struct problem {
    stockham::kind kind = stockham::kind::c2c;
    stockham::direction direction = stockham::direction::forward;
    double scale = 1;
    shape input{}, output{};
    std::vector<int> axes;
};

/// A copy between boxes: `points` elements along each dimension, the fastest of the target first, and the strides of
/// each dimension in the source and in the target, in elements.
struct box_copy {
    std::array<cl_ulong, 3> points, from, to;
};

class box_kernels;  // of the library

/// The session whose in-order queue heFFTe's commands on a device go to, with shared virtual memory, because heFFTe
/// computes with pointers. Copies share it, and so do objects made of the same OpenCL queue. Thread-safe. Members throw
/// as those of session.
class STOCKHAM_API device_queue : public session {
  public:
    /// The queue of this process: on the rank's first device (STOCKHAM_DEVICE, or the host's GPUs divided among its
    /// ranks), made by the first call. Throws stockham::unsupported_error, rule "shared memory", if this device has no
    /// shared virtual memory, rule "work-group" if its work-groups have less than 256 work-items.
    device_queue() : device_queue(nullptr) {}
    /// A queue of the caller, who must use its context for the data; it is retained. Null: the queue of the process.
    /// Throws stockham::argument_error (field "queue") if it is out of order, otherwise as the other constructor.
    device_queue(cl_command_queue queue);

    cl_command_queue get() const { return queue(); }  ///< valid as long as a copy of this object

    /// Shared virtual memory; null for 0 bytes.
    void* allocate(std::size_t bytes) const;
    void free(void* memory) const noexcept;  ///< waits for all commands of the queue

    /// The others enqueue: a copy within shared virtual memory,
    void copy_on_device(void* to, const void* from, std::size_t bytes) const;
    /// a copy of elements of 4, 8 or 16 bytes,
    void copy_box(std::size_t element, const box_copy&, const device_memory& from, const device_memory& to) const;
    /// copies of `n` real numbers of `size` bytes to complex ones, whose imaginary parts become 0, and of real parts,
    void to_complex(std::size_t size, const void* real, std::size_t n, void* complex) const;
    void to_real(std::size_t size, const void* complex, std::size_t n, void* real) const;
    /// and a multiplication of `n` numbers.
    void scale(float* data, std::size_t n, double factor) const;
    void scale(double* data, std::size_t n, double factor) const;

  private:
    STOCKHAM_LOCAL explicit device_queue(std::shared_ptr<box_kernels>);
    std::shared_ptr<box_kernels> kernels_;
};

/// The transforms of an executor, forward and backward in both precisions. Each is made when it first runs, because
/// heFFTe makes executors that it does not use. Thread-safe as far as arrays differ.
///
/// In host memory, executors of equal problems share a transform, and their runs wait for each other. A transform lives
/// as long as an executor uses it, and longer while it is one of the 32 small ones (boxes of at most 1 MiB) that were
/// asked for last. Members throw as stockham::job, on a device as stockham::plan.
class STOCKHAM_API transforms {
  public:
    /// Of data in host memory. Takes heFFTe's stream for it, which is null; throws stockham::argument_error (field
    /// "stream") if it is not.
    transforms(void* stream, const problem& forward, const problem& backward);
    /// Of data on a device. Runs enqueue.
    transforms(const device_queue&, const problem& forward, const problem& backward);
    ~transforms();
    /// Transforms `input` into `output`: the same array in place if the transform's sides have elements of one size. A
    /// box without points is left alone.
    void run(bool backward, precision, const void* input, void* output) const;
    /// Copies as device_queue's; in host memory at once.
    void to_complex(precision, const void* real, std::size_t n, void* complex) const;
    void to_real(precision, const void* complex, std::size_t n, void* real) const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace boxes
}  // namespace v0_2
}  // namespace stockham
