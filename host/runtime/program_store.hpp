// Compiled programs between runs: read from the program cache, or compiled and written to it.
#pragma once

#include <functional>
#include <string>

#include <stockham/device.hpp>

#include "runtime/context_state.hpp"

namespace stockham {

/// A program that the cache has not got yet. PoCL compiles a kernel's machine code when it is first run: until then its
/// binary is not worth keeping. Others of this user's processes that want the same program wait a moment for it.
class unsaved_program {
  public:
    unsaved_program(program_object, cl_device_id, std::string key, std::shared_ptr<void> claim);

    /// Writes the program to the cache, once. To be called when a kernel of it has run. Thread-safe; never throws.
    void save() noexcept;

  private:
    program_object program_;
    cl_device_id device_;
    std::string key_;
    std::shared_ptr<void> claim_;  // what keeps other processes from compiling it, too
    std::mutex mutex_;
};

/// The program of this name (source, options and whatever else makes it what it is) for a device of this description:
/// from the cache, else from `compile`.
shared_program cached_program(cl_context, cl_device_id, const device_description&, const std::string& name,
                              const std::function<program_object()>& compile);

/// An answer about a device that took a while to find: from the cache, else from `find`, and then kept.
bool remembered_answer(const device_description&, const std::string& question, const std::function<bool()>& find);

}  // namespace stockham
