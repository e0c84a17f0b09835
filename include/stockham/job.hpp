// Jobs: batches in host memory or files, transformed in chunks by one or several devices.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <stockham/convolution.hpp>
#include <stockham/export.h>
#include <stockham/opencl.hpp>
#include <stockham/plan.hpp>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {

/// Progress of a job.
struct job_progress {
    std::size_t done = 0;   ///< transforms whose results have been written
    std::size_t total = 0;  ///< transforms of the job
    double seconds = 0;     ///< since the start of the run
};

/// Options of a job. The defaults suit one device and pageable memory.
struct job_options {
    /// The devices that share the work; empty: choose_device(). They may differ in vendor and speed. Each gets a
    /// context of its own.
    std::vector<cl_device_id> devices;

    /// Limit of the memory that the job uses on each device, in bytes; 0: as for a session (session_options::memory).
    std::size_t device_memory = 0;

    /// Target size of a chunk in bytes; 0: chosen from the device's speed. Results of one device do not depend on it,
    /// except that a plan for another batch may round differently.
    std::size_t chunk_bytes = 0;

    /// The arrays passed to run() are pinned: devices read and write them directly. Right results do not depend on it.
    /// Memory is pinned if it was mapped from a CL_MEM_ALLOC_HOST_PTR buffer of any context of the process.
    bool pinned = false;

    /// Threads that copy between the arrays and pinned memory; 0: one per processor, at most 32.
    unsigned copy_threads = 0;

    /// Seconds, 0 or more, that a device may take for a chunk beyond ten times its slowest so far; then it counts as
    /// lost. If it goes on later, it may still read and write arrays that are pinned or whose memory it shares, even
    /// after run() has returned: do not release or reuse the arrays of a run that lost a device.
    double patience = 20;

    /// How plans are made. Callbacks and expert_options::plan_for are not supported.
    plan_options plan;

    /// Called in the thread that calls run(), after chunks are written and at least every 0.1 s until the run is over,
    /// also while plans are made. Return false to cancel: run() then returns with job_report::complete = false.
    std::function<bool(const job_progress&)> progress;

    /// Called, in the same thread, with one line when a device is dropped; empty: the line goes to the message handler
    /// of stockham/messages.hpp.
    std::function<void(const std::string&)> message;
};

/// The part of one device in a run.
struct job_share {
    cl_device_id device = nullptr;  ///< one of job_options::devices
    std::size_t units = 0;          ///< transforms whose results it delivered
    std::size_t chunks = 0;         ///< chunks that it delivered
    double busy = 0;                ///< seconds from its first upload to its last result
    std::string failure;            ///< why it was dropped; empty: it was not
};

/// The outcome of a run.
struct job_report {
    bool complete = true;           ///< false: cancelled; some results are missing
    double seconds = 0;             ///< the whole run, the planning of its first run included
    std::vector<job_share> shares;  ///< one per device, in the order of the options
};

/// Reads `units` transforms from number `first` on to `to`: each job::input_pitch() bytes after the one before. Called
/// from several threads at once, for any range; a range may be read again if a device fails.
using job_source = std::function<void(std::size_t first, std::size_t units, void* to)>;

/// Writes the results of `units` transforms from number `first` on: each job::output_pitch() bytes after the one before
/// at `from`. Called from several threads at once, exactly once for each result, in any order.
using job_sink = std::function<void(std::size_t first, std::size_t units, const void* from)>;

/// A batch larger than a device's memory, or for several devices: the transforms of a batch are divided into chunks,
/// and each chunk goes to the device that is free. Upload, computation, download and copies on the host overlap.
///
/// A device that fails, or that takes longer than job_options::patience, is dropped with a message; its chunks are
/// computed by the others. No result is lost or written twice. A slow device takes no chunk that the others would
/// finish earlier. A CPU, which computes with the processors that the other devices need for copies, works only if it
/// is faster than all GPUs together, or if these were dropped. The results of different devices may differ by rounding.
///
/// One job runs once at a time: run() locks. Different jobs are independent.
class STOCKHAM_API job {
  public:
    /// A batch of transforms. The batch is transform::batch; each side's layout must have the transforms one after the
    /// other, without gaps within a transform: layout::distance and offset are free, strides must be packed.
    ///
    /// Throws argument_error (field "devices": named twice, null, or not usable; "plan": callbacks or plan_for) and as
    /// check(); unsupported_error (rule "job") for loops, planar data and layouts beyond those above, and as plan for
    /// double precision that a device lacks; opencl_error if no device answers. Whether a device holds one transform
    /// shows in run().
    explicit job(const transform&, const job_options& = {});

    /// The same transform of any layout, batch and loops, `units` times, each with buffers of its own. A unit takes
    /// input_bytes() and output_bytes(), in place the larger of the two, rounded up to a multiple of 4096 bytes. Throws
    /// as above, except for layouts and loops.
    job(const transform& unit, std::size_t units, const job_options& = {});

    /// A batch of convolutions. `spectrum` is in host memory, as convolution::spectrum_transform() computes it; it is
    /// copied. spectrum_each must be false. Throws as above, and argument_error (field "spectrum") for a null pointer.
    job(const convolution_description&, const void* spectrum, const job_options& = {});

    ~job();
    job(job&&) noexcept;             ///< leaves the other moved-from; its members throw argument_error
    job& operator=(job&&) noexcept;  ///< releases its own state; leaves the other moved-from
    job(const job&) = delete;
    job& operator=(const job&) = delete;

    /// Number of units: transforms of the batch.
    std::size_t units() const;
    /// Bytes of one unit's input, as job_source provides it.
    std::size_t input_pitch() const;
    /// Bytes of one unit's output, as job_sink receives it.
    std::size_t output_pitch() const;

    /// Transforms arrays in host memory and waits. Their sizes are input_bytes() and output_bytes() of the transform;
    /// in place, `output` is null or equal to `input`. Bytes between the transforms are left alone.
    ///
    /// Throws argument_error (field "input", "output") for null pointers and arrays that overlap otherwise;
    /// opencl_error or unsupported_error (rule "memory": a device cannot hold one transform; "threads": the system
    /// starts no more) if all devices were dropped: the output is undefined then, in place some transforms are done and
    /// others not.
    job_report run(const void* input, void* output = nullptr);

    /// The same between functions. Throws what they throw, first come; other calls may then still be made until run()
    /// returns.
    job_report run(const job_source&, const job_sink&);

  private:
    struct state;
    STOCKHAM_LOCAL state& get() const;
    std::unique_ptr<state> state_;
};

}  // namespace v0_2
}  // namespace stockham
