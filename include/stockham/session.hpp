// Sessions: one owner of a device, its memory and the way to it. docs/sessions.md describes them in one page.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/export.h>
#include <stockham/memory.hpp>
#include <stockham/opencl.hpp>
#include <stockham/owned.hpp>
#include <stockham/plan.hpp>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {

/// How much a context keeps for later plans and sessions. Beyond a limit, the least recently used entry goes first.
/// Entries in use stay as long as their plans and kernels.
struct context_limits {
    std::size_t programs = 256;                         ///< compiled programs
    std::size_t plans = 128;                            ///< prepared plans, which hold programs and tables
    std::size_t tables = 1024;                          ///< twiddle tables on the device
    std::size_t table_bytes = std::size_t{256} << 20U;  ///< bytes of these tables
};

/// Options of a session.
struct session_options {
    /// Bytes of device memory that the session may use. 0: those of STOCKHAM_MEMORY in the environment (bytes, or a
    /// number with the suffix K, M, G or T: powers of 1024), else nine tenths of the device's memory. No more than that
    /// in any case. The memory of a CPU is the host's, where the program's own data are: a session uses half as much.
    std::size_t memory = 0;
    std::size_t plans = 32;  ///< plans that plan() keeps, at least 1
    unsigned copy_threads =
        0;                ///< threads that copy between host memory and pinned memory; 0: one per processor, at most 32
    context_limits kept;  ///< for the context; the newest session of a context sets them
};

/// Fills a part of a transfer: `bytes` bytes from byte `first` of the whole on. Parts start at multiples of 4096. A run
/// that is tried once more asks for all parts again.
using host_source = std::function<void(std::size_t first, std::size_t bytes, void* to)>;
/// Takes such a part.
using host_sink = std::function<void(std::size_t first, std::size_t bytes, const void* from)>;

/// Host memory to read: an array, or a function that is called for one part after the other, by the calling thread.
struct host_input {
    host_input(const void* packed) : array(packed) {}                ///< an array without gaps
    host_input(host_source function) : read(std::move(function)) {}  ///< a function
    const void* array = nullptr;                                     ///< null if there is a function
    host_source read;                                                ///< empty if there is an array
};
/// Host memory to write.
struct host_output {
    host_output(void* packed) : array(packed) {}                     ///< an array without gaps
    host_output(host_sink function) : write(std::move(function)) {}  ///< a function
    void* array = nullptr;                                           ///< null if there is a function
    host_sink write;                                                 ///< empty if there is an array
};

/// A box of an array: rows of `row_bytes` bytes, counted along the other axes, slowest first. `pitches[k]` is the
/// distance in bytes between neighbours along axis k. On the device the rows follow each other without gaps.
struct STOCKHAM_API strided_box {
    std::size_t row_bytes = 0;           ///< of each row
    std::vector<std::size_t> counts;     ///< rows along each axis; none: one row
    std::vector<std::size_t> pitches;    ///< as many
    std::size_t bytes() const noexcept;  ///< row_bytes times all counts
};

/// Device memory lent by a session: at least the size asked for, with undefined contents. The destructor gives it back.
/// Commands of the session's queue may still use it then, since that queue is in order; wait for commands of other
/// queues first. Movable.
class STOCKHAM_API device_buffer {
  public:
    device_buffer() noexcept = default;  ///< empty
    ~device_buffer();
    device_buffer(device_buffer&&) noexcept;                                ///< leaves the other empty
    device_buffer& operator=(device_buffer&&) noexcept;                     ///< exchanges the two
    cl_mem get() const noexcept { return memory_; }                         ///< null if empty
    std::size_t bytes() const noexcept { return bytes_; }                   ///< of the buffer object
    explicit operator bool() const noexcept { return memory_ != nullptr; }  ///< false if empty

  private:
    friend class session;
    std::shared_ptr<void> pool_;
    cl_mem memory_ = nullptr;
    std::size_t bytes_ = 0, asked_ = 0;
};

/// Host memory that the device reads and writes by DMA, lent by a session in the same way. It may outlive the session.
class STOCKHAM_API pinned_memory {
  public:
    pinned_memory() noexcept = default;  ///< empty
    ~pinned_memory();
    pinned_memory(pinned_memory&&) noexcept;                               ///< leaves the other empty
    pinned_memory& operator=(pinned_memory&&) noexcept;                    ///< exchanges the two
    void* data() const noexcept;                                           ///< null if empty
    std::size_t bytes() const noexcept;                                    ///< at least those asked for
    explicit operator bool() const noexcept { return block_ != nullptr; }  ///< false if empty
    /// The memory may be used again when this command has ended: the destructor need not wait for it.
    void used_by(event last) noexcept;

  private:
    friend class session;
    std::shared_ptr<void> pool_;
    void* block_ = nullptr;
};

/// A kernel of a program of the caller, from session::kernel(). Not thread-safe: each thread needs an object of its
/// own, which costs microseconds, since they share the program. Movable. Members throw opencl_error.
class STOCKHAM_API device_kernel {
  public:
    device_kernel() noexcept;  ///< empty
    ~device_kernel();
    device_kernel(device_kernel&&) noexcept;             ///< leaves the other empty
    device_kernel& operator=(device_kernel&&) noexcept;  ///< releases its kernel, leaves the other empty
    explicit operator bool() const noexcept { return state_ != nullptr; }  ///< false if empty
    cl_kernel get() const noexcept;                                        ///< null if empty

    /// Sets an argument: a number, vector or structure of the type that the kernel declares.
    template <class T>
    void set(cl_uint index, const T& value) {
        set_bytes(index, sizeof value, &value);
    }
    void set(cl_uint index, const device_memory& memory);                          ///< a buffer object or an address
    void set(cl_uint index, cl_mem memory) { set(index, device_memory(memory)); }  ///< a buffer object; may be null
    void set_bytes(cl_uint index, std::size_t bytes, const void* value);           ///< local memory: a null value

    /// Enqueues the kernel. `local` zeros: OpenCL chooses the work-group. Dimensions after the last one above 1 are not
    /// passed on.
    event enqueue(cl_command_queue, const std::array<std::size_t, 3>& global,
                  const std::array<std::size_t, 3>& local = {}, cl_uint n_wait = 0,
                  const cl_event* wait = nullptr) const;
    /// As enqueue(), without an event.
    void execute(cl_command_queue, const std::array<std::size_t, 3>& global,
                 const std::array<std::size_t, 3>& local = {}) const;

  private:
    friend class session;
    struct state;
    std::unique_ptr<state> state_;
};

/// A device with a context and an in-order queue; its limits; buffers, pinned memory, programs and plans that are kept
/// for their next use; transfers. A handle: copies share one state, which the last one releases after all its commands.
///
/// Thread-safe. Commands of several threads share the queue. Only what a function says waits for the device.
///
/// All members that use the device throw opencl_error if OpenCL fails, and unsupported_error, rule "fork", in a process
/// forked from the one that made the session. If memory runs out, idle buffers of all sessions on the device are
/// released, and the request is tried once more.
class STOCKHAM_API session {
  public:
    /// Opens a context of its own by open_context(). Throws what that throws.
    explicit session(cl_device_id, const session_options& = {});
    /// Retains a context; its programs, plans and tables are kept while the session lives. A null device: the first one
    /// of the context. Throws argument_error (field "context" or "device") for a null context or a device of another
    /// one.
    explicit session(cl_context, cl_device_id = nullptr, const session_options& = {});
    /// Retains a queue and uses its context and device. Throws argument_error (field "queue") if it is null, no queue
    /// or out of order.
    explicit session(cl_command_queue, const session_options& = {});
    ~session();
    session(const session&);             ///< shares the state of the other session
    session& operator=(const session&);  ///< releases its state and shares that of the other session

    cl_context context() const noexcept;   ///< owned by the session
    cl_device_id device() const noexcept;  ///< the device
    cl_command_queue queue() const;        ///< the in-order queue, owned by the session; made at the first use
    const device_description& description() const noexcept;  ///< of the device

    /// Bytes that buffers of this session may have at this moment in all: its limit, less what other sessions of the
    /// process use on the device. Idle buffers do not count.
    std::size_t usable_memory() const noexcept;
    std::size_t max_allocation() const noexcept;  ///< bytes of the largest buffer
    bool shares_host_memory() const noexcept;     ///< the memory of the device is the host's
    /// True after a run failed whose output array was the device's memory, and the device was not seen to stop: it may
    /// still write to that array. This happens only where the device shares the host's memory.
    bool is_stuck() const noexcept;
    /// Why the device cannot hold buffers of these sizes, in bytes, at one time; empty: it can.
    std::string shortage(const std::vector<std::size_t>& buffers) const;
    /// Why the device cannot hold the input, the output and the workspace of a transform; empty: it can. Plans, but
    /// compiles nothing. Throws as estimate().
    std::string shortage(const transform&, const plan_options& = {}) const;

    /// Device memory. Empty for 0 bytes. Throws unsupported_error, rule "memory", beyond the limits.
    device_buffer buffer(std::size_t bytes) const;
    /// Pinned memory; must not have 0 bytes.
    pinned_memory pinned(std::size_t bytes) const;
    /// Bytes of idle buffers, which serve later requests of at least eight ninths of their size. The session keeps no
    /// more of them than its limit, and no more than 256 MiB where the memory is the host's. They go if another session
    /// of the process needs the memory.
    std::size_t idle_bytes() const;
    /// Sets how much the context keeps from now on, for all its sessions. Entries beyond a limit go at once.
    void keep(const context_limits&) const;
    /// Releases idle buffers and idle pinned memory.
    void trim() const;
    /// The same, and drops the plans, programs and tables of the context that nothing uses. Then returns the free pages
    /// of the C library's heap to the system, where it can (glibc): drivers hold some megabytes for each program.
    void clear() const;

    /// Copies `bytes` bytes to device memory, from byte `offset` of it on. On return, the host memory may be changed;
    /// commands enqueued on queue() later find the data. Long transfers go through pinned memory in overlapping blocks.
    void upload(const device_memory& to, std::size_t bytes, const host_input& from, std::size_t offset = 0) const;
    /// Copies from device memory, after all commands of queue() so far, and waits.
    void download(const device_memory& from, std::size_t bytes, const host_output& to, std::size_t offset = 0) const;
    /// Copies a box of an array to consecutive device memory; `from` is the box's first byte.
    void upload(const device_memory& to, const strided_box&, const void* from, std::size_t offset = 0) const;
    /// Copies consecutive device memory to a box of an array.
    void download(const device_memory& from, const strided_box&, void* to, std::size_t offset = 0) const;
    /// Waits for all commands of queue().
    void finish() const;
    /// Calls `body(first, count)` for parts of `items` items of `item_bytes` bytes, by the threads that copy if that is
    /// faster, and returns when all calls have. `body` must not throw.
    void in_parts(std::size_t items, std::size_t item_bytes,
                  const std::function<void(std::size_t first, std::size_t count)>& body) const;
    /// Copies host memory, by these threads if that is faster. `to_upload`: the device reads the copy soon.
    void copy(void* to, const void* from, std::size_t bytes, bool to_upload = false) const;

    /// A kernel of a program, from OpenCL C and compiler options. The program is kept, in this process and in the
    /// program cache. Throws opencl_error with the build log if it does not compile, argument_error (field "kernel") if
    /// it has no such kernel.
    device_kernel kernel(const std::string& source, const std::string& name, const std::string& options = {}) const;

    /// The plan of a transform. Equal transforms with equal options share one while it is used or among those asked for
    /// last (session_options::plans). Plans with progress, `wisdom` or `plan_for` are not shared. Throws as the
    /// constructor of plan.
    std::shared_ptr<const stockham::plan> plan(const transform&, const plan_options& = {}) const;
    /// Transforms host memory: uploads, executes and downloads, and waits. A device that shares the host's memory
    /// computes in the arrays where it can. Input: input_bytes(); output: output_bytes(); the same array in place.
    /// Interleaved or real data. `keep_gaps`: bytes between elements of the output stay. After a failure the output is
    /// undefined; the input has not changed, unless it shares memory with the output. On a device that
    /// shares the host's memory, a function is called once, for everything.
    void run(const stockham::plan&, const host_input&, const host_output&, bool keep_gaps = false) const;

    struct state;                                          ///< of the library's own functions
    state& own_state() const noexcept { return *state_; }  ///< for the library's own functions

  private:
    std::shared_ptr<state> state_;
};

}  // namespace v0_2
}  // namespace stockham
