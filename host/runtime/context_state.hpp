// What all plans of one OpenCL context share: compiled programs, twiddle tables, and the plans made so far.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <stockham/device.hpp>

#include "base/once_map.hpp"
#include "launch/launch.hpp"
#include "runtime/opencl.hpp"

namespace stockham::internal {

struct prepared_plan;
class unsaved_program;

/// A compiled program; `unsaved` is null where the program cache has it, or there is none.
/// `kernel` is what the launch's kernel is called in it: a name that no other program has.
struct shared_program {
    program_object program;
    std::shared_ptr<unsaved_program> unsaved;
    std::string kernel;
};

/// What every program is compiled with.
std::string compiler_options();

/// Thread-safe. It lives as long as a plan or session of the context does; nothing is freed in static destructors.
class context_state {
  public:
    /// The state of this context, made if there is none alive.
    static std::shared_ptr<context_state> of(cl_context);

    /// `for_good` false: its programs are only tried out (see cached_program()).
    explicit context_state(cl_context, bool for_good = true);

    cl_context context() const { return context_.get(); }

    /// describe(), asked once a device: NVIDIA's driver takes half a millisecond to answer.
    device_description description(cl_device_id);

    /// The device's guess of static local memory if a probe has confirmed it, else 0; probed once a driver and version
    /// of the library where there is a program cache, else once a context.
    std::size_t static_local_memory(cl_device_id);

    /// The program of this launch for this device: at its first use from the program cache, or compiled.
    shared_program program(cl_device_id, const launch&);

    /// The table's values on the device.
    memory_object table(const twiddle_table&);

    /// Plans by device and whatever else made them what they are; kept, so that the same plan made again costs nothing.
    once_map<std::string, std::shared_ptr<const prepared_plan>> plans;

  private:
    context_object context_;
    bool for_good_;
    once_map<cl_device_id, device_description> descriptions_;
    once_map<cl_device_id, std::size_t> static_local_;
    once_map<std::pair<cl_device_id, std::string>, shared_program> programs_;  // by program_digest()
    once_map<std::string, memory_object> tables_;
};

}  // namespace stockham::internal
