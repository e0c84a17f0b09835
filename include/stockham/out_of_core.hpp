// Transforms of arrays that are larger than a device's memory, or larger than the host's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/export.h>
#include <stockham/job.hpp>
#include <stockham/opencl.hpp>
#include <stockham/plan.hpp>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {

/// Progress of an out-of-core transform.
struct out_of_core_progress {
    std::size_t trip = 0;     ///< number of the trip, from 0
    std::size_t trips = 0;    ///< trips in all
    std::uint64_t done = 0;   ///< bytes of results that all trips have written
    std::uint64_t total = 0;  ///< bytes that all trips write
    double seconds = 0;       ///< since the start of the run
};

/// Blocks that earlier runs have finished, so that a run can go on where another one ended. Its functions are
/// called from several threads, one at a time.
struct out_of_core_record {
    /// True if an earlier run finished this block. Empty: none.
    std::function<bool(std::size_t trip, std::size_t block)> is_done;
    /// Remembers a block: its results are written and array_storage::flush() has returned. Empty: blocks are not
    /// remembered, and nothing is flushed.
    std::function<void(std::size_t trip, std::size_t block)> add;
};

/// Options of out-of-core transforms. The defaults suit one device and pageable memory.
struct out_of_core_options {
    /// The devices that share each trip, as job_options::devices.
    std::vector<cl_device_id> devices;

    /// Limit of the memory that is used on each device, in bytes; 0: as for a session (session_options::memory).
    std::size_t device_memory = 0;

    /// Limit of the host memory that a run between storages uses, in bytes; 0: 1 GiB. More memory makes rows longer,
    /// which disks read faster. Arrays in host memory are not counted.
    std::size_t host_memory = 0;

    bool pinned = false;        ///< as job_options::pinned; used for rows of at least 1 MiB
    unsigned copy_threads = 0;  ///< as job_options::copy_threads
    double patience = 20;       ///< as job_options::patience

    /// How the plans of units are made. Callbacks and expert_options are not supported.
    plan_options plan;

    /// Called in the thread that calls run(), at least every 0.1 s. Return false to cancel: run() then returns with
    /// out_of_core_report::complete = false.
    std::function<bool(const out_of_core_progress&)> progress;

    /// As job_options::message.
    std::function<void(const std::string&)> message;
};

/// One trip: every element travels to a device, takes part in one transform there, and travels back.
struct trip_estimate {
    std::string unit;                 ///< problem string of a unit, the part that a device transforms at a time
    std::size_t units = 0;            ///< number of units
    std::uint64_t read_bytes = 0;     ///< from an array to devices
    std::uint64_t written_bytes = 0;  ///< from devices to an array
    std::size_t read_row = 0;         ///< consecutive bytes of a unit in the array that is read
    std::size_t written_row = 0;      ///< and in the one that is written
    double device_seconds = 0;        ///< predicted time of the plans on the fastest device
    double link_seconds = 0;          ///< predicted time of the transfers; 0 where memory is shared
};

/// The predicted cost of a transform.
struct out_of_core_estimate {
    std::vector<trip_estimate> trips;  ///< in order
    std::uint64_t link_bytes = 0;      ///< over links, both ways, by all trips
    std::uint64_t scratch_bytes = 0;   ///< of an array between trips; 0: none
    std::size_t device_memory = 0;     ///< bytes on each device
    std::size_t host_memory = 0;       ///< bytes of host memory besides the arrays
    /// Between storages: input and output are read and written once, from the first to the last byte.
    bool sequential = false;
    /// Predicted time: of each trip, the longer of the devices and the links. Without reading and writing of files, and
    /// without the copies between pageable and pinned memory.
    double seconds = 0;
};

/// The outcome of a trip. Between storages, its stages overlap.
struct trip_report {
    std::vector<job_share> shares;  ///< one per device, in the order of the options
    double seconds = 0;             ///< the whole trip
    double read_seconds = 0;        ///< while a block was read from a storage
    double transform_seconds = 0;   ///< while a block, or the array, was transformed, with the way to devices and back
    double write_seconds = 0;       ///< while a block was written to a storage
};

/// The outcome of a run.
struct out_of_core_report {
    bool complete = true;            ///< false: cancelled
    double seconds = 0;              ///< the whole run
    std::vector<trip_report> trips;  ///< those that were begun
};

/// An array outside memory, such as a file. Offsets count bytes from the array's first element.
class STOCKHAM_API array_storage {
  public:
    virtual ~array_storage();
    /// Reads bytes. Called from several threads at once, also while others write. May throw.
    virtual void read(std::uint64_t offset, void* to, std::size_t bytes) = 0;
    /// Writes bytes. Called from several threads at once, for ranges that do not overlap. May throw.
    virtual void write(std::uint64_t offset, const void* from, std::size_t bytes) = 0;
    /// Returns when everything written so far would survive a crash. Does nothing by default.
    virtual void flush();
    /// True if bytes can only be read, or written, in order, such as those of a pipe. run() refuses this unless
    /// out_of_core_estimate::sequential, and then uses one thread. False by default.
    virtual bool is_sequential() const;
};

/// A transform of an array that need not fit into a device's memory, nor into the host's. The array makes as few trips
/// to the devices as their memory allows: one if all transforms of an array fit, usually two otherwise. Groups of axes
/// make a trip together; an axis that is too long alone makes two trips, with twiddle factors between them (Bailey
/// 1990, "FFTs in external or hierarchical memory"). Lines of real numbers do so, too, with an array between the trips.
/// Units of each trip travel as the chunks of a job, so all guarantees of jobs about devices hold.
///
/// Dimensions (axes, batch, loops) must be nested in the same order on both sides: packed arrays, or such with gaps.
/// Results for other limits, devices or options may differ by rounding.
///
/// Objects run once at a time: run() locks. Different objects are independent.
class STOCKHAM_API out_of_core {
  public:
    /// Plans the trips; compiles nothing.
    ///
    /// Throws argument_error (field "devices", as job; "plan": callbacks or expert options) and as check();
    /// unsupported_error: rule "out of core" for other layouts, planar data, pruned transforms, published algorithms;
    /// rule "memory" if a limit is too small, or if an axis does not fit and cannot be divided: those whose length is
    /// prime, those of cosine and sine transforms, and a halved one beside other axes. Throws opencl_error if no device
    /// answers.
    explicit out_of_core(const transform&, const out_of_core_options& = {});
    ~out_of_core();
    out_of_core(out_of_core&&) noexcept;             ///< leaves the other moved-from; its members throw argument_error
    out_of_core& operator=(out_of_core&&) noexcept;  ///< releases its own state; leaves the other moved-from
    out_of_core(const out_of_core&) = delete;
    out_of_core& operator=(const out_of_core&) = delete;

    /// The cost of run() with arrays in host memory.
    out_of_core_estimate estimate() const;
    /// The cost of run() with storages. Throws as that.
    out_of_core_estimate estimate_storage() const;

    /// A text that is equal for equal divisions into trips and blocks: the blocks of an out_of_core_record are valid
    /// for it only.
    std::string division() const;

    /// Transforms arrays in host memory and waits. Their sizes are input_bytes() and output_bytes() of the transform;
    /// in place, `output` is null or equal to `input`. Elements in gaps are left alone. May allocate
    /// out_of_core_estimate::scratch_bytes.
    ///
    /// Throws as job::run() for arrays. If it throws or is cancelled, the output is undefined, in place the input, too.
    out_of_core_report run(const void* input, void* output = nullptr);

    /// Transforms between storages and waits. Uses host memory within the limit, whatever the size of the array. The
    /// output may be written several times, and up to max(input_bytes(), output_bytes()). `scratch` may be null if
    /// scratch_bytes of the estimate is 0. In place transforms are refused. No block of a trip depends on what the same
    /// trip writes, so a run may continue with the blocks that `record` does not have.
    ///
    /// Throws argument_error (fields "input", "output": sequential where that is not possible; "output", "scratch": one
    /// storage for two), what the storages throw, first come, and as job::run().
    out_of_core_report run(array_storage& input, array_storage& output, array_storage* scratch = nullptr,
                           const out_of_core_record& record = {});

  private:
    struct state;
    STOCKHAM_LOCAL state& get() const;
    std::unique_ptr<state> state_;
};

/// As out_of_core::estimate(), for a described device; needs no OpenCL device. out_of_core_options::devices is ignored.
/// Throws as the constructor. Thread-safe.
STOCKHAM_API out_of_core_estimate estimate_out_of_core(const device_description&, const transform&,
                                                       const out_of_core_options& = {});
/// As out_of_core::estimate_storage(), likewise.
STOCKHAM_API out_of_core_estimate estimate_out_of_core_storage(const device_description&, const transform&,
                                                               const out_of_core_options& = {});

}  // namespace v0_2
}  // namespace stockham
