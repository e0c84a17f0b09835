// State shared by all plans of an OpenCL context: compiled programs, twiddle tables and plans made so far.
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include <stockham/device.hpp>
#include <stockham/session.hpp>

#include "base/bounded_map.hpp"
#include "launch/launch.hpp"
#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

class compilation;
struct prepared_plan;
class unsaved_program;

/// A compiled program. `unsaved` is null unless the program still has to be written to the program cache.
/// `kernel` is the kernel's name in this program, unique among all programs. `timed` is null for programs of callers.
struct shared_program {
    program_object program;
    std::shared_ptr<unsaved_program> unsaved;
    std::string kernel;
    std::shared_ptr<compilation> timed = {};
};

/// The use of the programs of a context.
enum class purpose {
    trial,  ///< a search: they are not saved where that takes extra time (PoCL)
    plans,  ///< saved such that the next start is fast
    packs,  ///< saved as binaries, which do not depend on caches of this machine
};

/// Build options of every program.
std::string compiler_options();

/// Lives as long as any plan or session of the context; static destructors free nothing. Thread-safe.
class context_state {
  public:
    /// The state of this context, made if none exists.
    static std::shared_ptr<context_state> of(cl_context);

    explicit context_state(cl_context, purpose = purpose::plans);

    cl_context context() const { return context_.get(); }

    /// describe(), called once per device: NVIDIA's driver takes half a millisecond to answer.
    device_description description(cl_device_id);

    /// The guessed static local memory of the device if a probe confirms it, otherwise 0. With a program cache it is
    /// probed once per driver and library version, otherwise once per context.
    std::size_t static_local_memory(cl_device_id);

    /// The program of this launch for this device, on first use loaded from the program cache or compiled.
    shared_program program(cl_device_id, const launch&);

    /// The same for a program of a caller.
    shared_program program(cl_device_id, const std::string& source, const std::string& options);

    /// The table's values on the device.
    memory_object table(const twiddle_table&);

    /// How much to keep from now on.
    void limit(const context_limits&);
    /// Drops all plans, programs and tables. Those in use stay as long as their users.
    void clear();

    /// Plans by device and everything else that determines them, so that making the same plan again costs nothing.
    bounded_map<std::string, std::shared_ptr<const prepared_plan>> plans;

  private:
    context_object context_;
    /// The use of its programs at this moment.
    purpose use_now() const;

    const bool for_trials_;
    bounded_map<cl_device_id, device_description> descriptions_;
    bounded_map<cl_device_id, std::size_t> static_local_;
    static constexpr std::size_t latest_texts = 4;  ///< in digests_: few, since a text has tens of kilobytes
    /// program_digest() of a launch with this text and name and these min_groups. Plans for other batches have the same
    /// ones, and a digest takes longer than a comparison.
    bounded_map<std::tuple<std::string, std::string, unsigned>, std::string> digests_;
    bounded_map<std::pair<cl_device_id, std::string>, shared_program> programs_;  // by program_digest()
    bounded_map<std::string, memory_object> tables_;
};

}  // namespace stockham::internal
