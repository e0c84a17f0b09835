// What the backends for heFFTe call in libstockham_heffte.so: transforms of a rank's boxes in host memory or on a
// device, and a device's queue. Includes no header of heFFTe and needs no MPI. Programs include stockham/heffte.hpp or
// stockham/heffte_device.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <stockham/export.h>
#include <stockham/opencl.hpp>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {
namespace boxes {

/// Numbers for each dimension of a box, slowest first: points.
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

/// The in-order queue that heFFTe's commands on a device go to, and shared virtual memory of its context. Copies share
/// it, and so do objects made of the same OpenCL queue. Thread-safe. Members throw stockham::opencl_error.
class STOCKHAM_API device_queue {
  public:
    /// The queue of this process: on the rank's first device (STOCKHAM_DEVICE, or the host's GPUs divided among its
    /// ranks), made by the first call. Throws stockham::unsupported_error, rule "shared memory", if this device has no
    /// shared virtual memory, rule "work-group" if its work-groups have less than 256 work-items.
    device_queue();
    /// A queue of the caller, who must use its context for the data; it is retained. Null: the queue of the process.
    /// Throws stockham::argument_error (field "queue") if it is out of order, otherwise as the other constructor.
    device_queue(cl_command_queue queue);
    ~device_queue();
    device_queue(const device_queue&);             ///< the same queue
    device_queue& operator=(const device_queue&);  ///< the same queue

    cl_command_queue get() const;  ///< valid as long as a copy of this object
    void finish() const;           ///< waits for all commands of the queue

    /// Memory that the device and heFFTe address alike. Null for 0 bytes.
    void* allocate(std::size_t bytes) const;
    void free(void* memory) const noexcept;  ///< waits for all commands of the queue
    /// From and to host memory, which the caller may use again on return. Wait for the commands before.
    void upload(void* to, const void* from, std::size_t bytes) const;
    void download(void* to, const void* from, std::size_t bytes) const;  ///< the other way
    /// Enqueues a copy within shared virtual memory.
    void copy(void* to, const void* from, std::size_t bytes) const;
    /// Enqueues a copy of elements of 4, 8 or 16 bytes.
    void copy(std::size_t element, const box_copy&, const void* from, void* to) const;
    /// Enqueue copies between `n` real numbers of `size` bytes and complex ones; imaginary parts become 0.
    void to_complex(std::size_t size, const void* real, std::size_t n, void* complex) const;
    void to_real(std::size_t size, const void* complex, std::size_t n, void* real) const;  ///< of the real parts
    void scale(float* data, std::size_t n, double factor) const;   ///< enqueues a multiplication of `n` numbers
    void scale(double* data, std::size_t n, double factor) const;  ///< the same

    struct state;                                          ///< of the library's own functions
    state& own_state() const noexcept { return *state_; }  ///< for the library's own functions

  private:
    std::shared_ptr<state> state_;
};

/// Where the data of an executor are: host memory, or the device of a queue.
class STOCKHAM_API place {
  public:
    /// Host memory. Takes heFFTe's stream for it, which is null; throws stockham::argument_error (field "stream") if it
    /// is not.
    place(void* stream);
    place(const device_queue& queue);  ///< the device
    /// Copies as device_queue's; in host memory at once.
    void to_complex(precision, const void* real, std::size_t n, void* complex) const;
    void to_real(precision, const void* complex, std::size_t n, void* real) const;

    /// No value for host memory.
    const std::optional<device_queue>& queue() const noexcept { return queue_; }

  private:
    std::optional<device_queue> queue_;
};

/// The transforms of an executor, forward and backward in both precisions. Each is made when it first runs, because
/// heFFTe makes executors that it does not use. Thread-safe as far as arrays differ.
///
/// In host memory, executors of equal problems share a transform, and their runs wait for each other. A transform lives
/// as long as an executor uses it, and longer while it is one of the 32 small ones (boxes of at most 1 MiB) that were
/// asked for last. Members throw as stockham::job, on a device as stockham::plan.
class STOCKHAM_API transforms {
  public:
    transforms(place, const problem& forward, const problem& backward);
    ~transforms();
    /// Transforms `input` into `output`: the same array in place if the transform's sides have elements of one size. A
    /// box without points is left alone. On a device, the transform is enqueued.
    void run(bool backward, precision, const void* input, void* output) const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace boxes
}  // namespace v0_2
}  // namespace stockham
