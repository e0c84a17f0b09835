// Plans: transforms compiled for one device, and their execution.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/export.h>
#include <stockham/memory.hpp>
#include <stockham/opencl.hpp>
#include <stockham/transform.hpp>
#include <stockham/wisdom.hpp>

namespace stockham {
inline namespace v0_2 {

/// Progress of a search.
struct tuning_progress {
    std::size_t done = 0;     ///< candidates measured or rejected
    std::size_t total = 0;    ///< candidates in all, as far as is known
    double best_seconds = 0;  ///< one execution of the fastest complete plan so far; infinite before the first
    std::string candidate;    ///< the latest one: a plan string, or one pass as plan::to_string() prints it
    double seconds = 0;       ///< one execution of this candidate; 0 if it was rejected
};

/// The memory of one execution: buffer objects, addresses (device_memory::at()), or some of each. A plan needs only
/// some members; the others stay null.
struct buffers {
    device_memory input = {};             ///< at least input_bytes()
    device_memory output = {};            ///< at least output_bytes(); in place: null or `input`
    device_memory workspace = {};         ///< at least plan::workspace_size(); null: the plan allocates its own
    device_memory input_imaginary = {};   ///< planar input: imaginary parts; `input` holds the real parts
    device_memory output_imaginary = {};  ///< planar output: imaginary parts; in place: null or `input_imaginary`
    device_memory load_data = {};         ///< the `user` argument of on_load; may be null
    device_memory store_data = {};        ///< the `user` argument of on_store; may be null
    device_memory spectrum = {};          ///< convolutions only: the spectra of the kernels
};

/// The memory of one of many executions that are enqueued together. Offsets are in bytes, multiples of 8 in single and
/// half precision and of 16 in double precision; they hold for real and imaginary parts.
struct batch_item {
    device_memory input = {};             ///< at least input_bytes() from the offset on
    device_memory output = {};            ///< at least output_bytes() from the offset on; in place: null or `input`
    std::size_t input_offset = 0;         ///< where the input begins
    std::size_t output_offset = 0;        ///< where the output begins; in place: 0 or `input_offset`
    device_memory input_imaginary = {};   ///< planar input: imaginary parts
    device_memory output_imaginary = {};  ///< planar output: imaginary parts; in place: null or `input_imaginary`
};

/// Options for experiments with plans. The defaults suit every other program.
struct expert_options {
    /// The plan to build; empty: the planner chooses. Either a plan string (docs/plan_strings.md), or a tensor formula
    /// for a complex transform whose lengths are powers of two (Gu, Li, Siegel 2010; docs/papers.md).
    /// Throws argument_error (field "plan") for a syntax error, unsupported_error (rule "plan string" or "formula") if
    /// the plan does not fit the transform or the device.
    std::string plan_string;

    /// Plan for these limits instead of those of the device, which they must not exceed. Results of a search are then
    /// not added to wisdom. Not owned; must outlive the constructor of the plan.
    const device_description* plan_for = nullptr;

    /// Search even if wisdom has a plan. That plan is then one of the candidates.
    bool search_again = false;
};

/// Options of a plan.
struct plan_options {
    stockham::rigor rigor = rigor::estimate;  ///< how many candidate plans are measured on the device

    /// Seconds after which a search stops and returns the best plan so far; 0: no limit.
    double time_limit = 0;

    /// Called after each candidate, in the thread that makes the plan. Return false to stop the search.
    std::function<bool(const tuning_progress&)> progress;

    /// OpenCL C source of a function that loads the input; empty: the library loads it.
    ///     element on_load(global const void* input, ulong place, global const void* user)
    /// returns the element at index `place` of the input's layout. `element` is float2, or double2 for f64; real data
    /// use its x. `user` is buffers::load_data. The text may use any name that does not begin with "stockham_" or two
    /// underscores, but names that macros make, by ## or in their replacement, are not kept apart from those of the
    /// library and of on_store. Rules and limits: docs/guide.md, section Callbacks.
    std::string on_load;
    /// OpenCL C source of a function that stores the output; empty: the library stores it.
    ///     void on_store(global void* output, ulong place, element value, global void* user)
    /// `user` is buffers::store_data.
    std::string on_store;

    /// Consulted for a plan; a search adds its result. Null: wisdom::standard(). Must outlive the plan's constructor.
    stockham::wisdom* wisdom = nullptr;

    expert_options expert;  ///< for experiments with plans
};

/// A transform planned and compiled for one device of a context, which it retains. Immutable and movable. Members are
/// thread-safe: threads may enqueue one plan at once, on any queues (docs/guide.md, section Threads). Members of a
/// moved-from plan throw argument_error (field "plan").
class STOCKHAM_API plan {
  public:
    /// Plans, compiles and builds the tables. Thread-safe; kernels that several plans share are compiled once.
    ///
    /// A rigor that measures runs candidates on random data, with a queue and buffers of its own; nothing else should
    /// use the device meanwhile. Without the memory for that, the cost model's plan is taken, and to_string() says so.
    ///
    /// The first plan with kernels of a family is checked on its device: it runs once on input whose transform is
    /// known. Where that is not possible, as for large plans, a small transform of each family is checked instead. The
    /// program cache remembers families that passed. STOCKHAM_CHECK=off in the environment turns the check off.
    ///
    /// Throws:
    /// - argument_error: invalid transform (see check()), option, context or device;
    /// - unsupported_error: beyond the library or the device, e.g. f64 without double precision; rule "memory": a
    /// buffer
    ///   exceeds the device's memory; "wisdom": wisdom_only found no plan; "check at first use": OpenCL computes wrong
    ///   results; "end of process": exit() has begun, and a kernel is not compiled yet;
    /// - callback_error: a callback does not compile;
    /// - opencl_error: an OpenCL call failed; with the build log if it was a build.
    plan(cl_context, cl_device_id, const transform&, const plan_options& = {});
    ~plan();
    plan(plan&&) noexcept;             ///< leaves the other plan moved-from
    plan& operator=(plan&&) noexcept;  ///< releases its own plan and takes the other, which is left moved-from
    plan(const plan&) = delete;
    plan& operator=(const plan&) = delete;

    /// The transform that the plan was made for. The reference is valid as long as the plan.
    const transform& problem() const;

    /// Bytes of workspace per execution; may be 0. Concurrent executions need one workspace each.
    std::size_t workspace_size() const;

    /// Kernels launched per execution.
    std::size_t launches() const;

    /// The steps in tensor notation, one per line, for people and logs.
    std::string to_string() const;

    /// The plan string, as wisdom stores it: `1024 x 32*32~ : 0.0 width=32 ; 1.0 prefetch ; 1.1 points=32`.
    std::string plan_string() const;

    /// Enqueues one execution and does not wait. It starts after the `n_wait` events of `wait`. Returns its event,
    /// which the caller releases. The queue may be in order or out of order. Buffers: see struct buffers; out of place,
    /// the input is not written. With a null workspace the plan allocates one: docs/guide.md, section Workspace.
    ///
    /// Throws argument_error, and enqueues nothing, for
    /// - a buffer that is no buffer object, too small, of another context or of the wrong access (CL_MEM_READ_ONLY,
    ///   CL_MEM_WRITE_ONLY), or that overlaps another buffer while one of them is written;
    /// - an address that is no multiple of the size of a complex number of the transform's precision, or that lies in
    ///   an allocation of Intel's unified shared memory with too little room;
    /// - a queue of another context or device, an event of another context.
    ///
    /// Throws unsupported_error (rule "shared memory") for an address if the device's kernels cannot use addresses.
    ///
    /// Released objects cannot be detected. Throws opencl_error if OpenCL fails; output and workspace are undefined
    /// then.
    cl_event enqueue(cl_command_queue, device_memory in, device_memory out = {}, device_memory workspace = {},
                     cl_uint n_wait = 0, const cl_event* wait = nullptr) const;
    /// Overload for planar data, callbacks and all other buffers.
    cl_event enqueue(cl_command_queue, const buffers&, cl_uint n_wait = 0, const cl_event* wait = nullptr) const;

    /// As enqueue(), without an event: cheaper on an in-order queue (on an NVIDIA H200 an event takes 1.3 us, a launch
    /// 3.4 us). On an out-of-order queue, wait by a barrier, a marker or clFinish.
    void execute(cl_command_queue, device_memory in, device_memory out = {}, device_memory workspace = {},
                 cl_uint n_wait = 0, const cl_event* wait = nullptr) const;
    /// Overload for all buffers.
    void execute(cl_command_queue, const buffers&, cl_uint n_wait = 0, const cl_event* wait = nullptr) const;

    /// As enqueue(), but returns one event per launch, in order, for profiling. The caller releases all of them.
    std::vector<cl_event> enqueue_each(cl_command_queue, device_memory in, device_memory out = {},
                                       device_memory workspace = {}, cl_uint n_wait = 0,
                                       const cl_event* wait = nullptr) const;
    /// Overload for all buffers.
    std::vector<cl_event> enqueue_each(cl_command_queue, const buffers&, cl_uint n_wait = 0,
                                       const cl_event* wait = nullptr) const;

    /// Enqueues one execution for each item, in as few launches as possible, and does not wait: many small transforms
    /// take much less time so. Results have the same bits as those of enqueue(). The executions start after the events
    /// of `wait`; the order among them is open. Returns the event of all of them, which the caller releases.
    ///
    /// Items with the same buffers (for addresses: all items) share launches, whatever their number; the device reads
    /// the offsets from a table, which stays on the device for the next call with the same offsets. Items with
    /// different buffers share launches of up to 64, fewer where the device's kernels cannot have as many parameters.
    /// The first call of each of the two kinds compiles kernels. Each transform needs plan::workspace_size() bytes;
    /// without a workspace the plan allocates one for all, of at most 256 MiB or the size of one, and uses it again and
    /// again; a workspace given as an address serves one transform at a time.
    ///
    /// `shared` has the memory that all executions share: `workspace`, `load_data` and `store_data`. Its other members
    /// must be null. A plan by `row_transpose` executes the items one by one.
    ///
    /// Throws as enqueue(), and argument_error for an empty list, an offset that is no multiple, an item beyond the end
    /// of its buffer, or the output of one item that overlaps memory of another; the field names the item, as in
    /// `items[3].output`. Throws unsupported_error (rule "batch") for offsets in buffer objects if the plan is by
    /// `row_transpose`, or if the kernels exceed the device.
    cl_event enqueue_many(cl_command_queue, const std::vector<batch_item>& items, const buffers& shared = {},
                          cl_uint n_wait = 0, const cl_event* wait = nullptr) const;
    /// As enqueue_many(), without an event.
    void execute_many(cl_command_queue, const std::vector<batch_item>& items, const buffers& shared = {},
                      cl_uint n_wait = 0, const cl_event* wait = nullptr) const;

  private:
    friend class convolution;
    struct state;
    STOCKHAM_LOCAL explicit plan(std::unique_ptr<state>);
    std::unique_ptr<state> state_;
};

/// Compiles kernels that a search of this rigor would try into the program cache, and runs none. Compiles every
/// `shards`-th kernel, starting with number `shard`, so that several processes can divide the work. Returns the number
/// of kernels compiled or found in the cache; kernels that do not compile are skipped. Throws argument_error if
/// `shards` is 0, otherwise as the constructor of plan. Thread-safe.
STOCKHAM_API std::size_t compile_candidates(cl_context, cl_device_id, const transform&, rigor, unsigned shard,
                                            unsigned shards);

/// The text of plan::to_string() of the plan that these arguments make, before its kernels and tables are made. (If a
/// compiled kernel exceeds the device's limits, the constructor of plan plans again.) Throws as it does. Thread-safe.
STOCKHAM_API std::string plan_text(cl_context, cl_device_id, const transform&, const plan_options& = {});

/// The text of plan::to_string() for a described device. `plan_string` as in expert_options. Needs no OpenCL device and
/// throws as the constructor of plan, except for opencl_error. Thread-safe.
STOCKHAM_API std::string plan_text(const transform&, const device_description&, const std::string& plan_string = {});

/// The OpenCL C sources of the same plan, one per launch, in order. Throws as plan_text(). Thread-safe.
STOCKHAM_API std::vector<std::string> plan_kernels(const transform&, const device_description&,
                                                   const std::string& plan_string = {});

}  // namespace v0_2
}  // namespace stockham
