// Compiled programs between runs: read from the program cache, or compiled and written to it.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include <stockham/device.hpp>

#include "runtime/context_state.hpp"

namespace stockham {

/// A program that the cache has not got yet, because PoCL compiles machine code when a kernel is first run: before that
/// a binary is not worth keeping. While a kernel of the program is under way PoCL 3.1 must not be asked for it either
/// (it compiles once more, takes one compilation for the other, and aborts): so executions are watched, and it is saved
/// between two of them, or after the last. Other processes of this user that want the program wait a moment for it.
/// Thread-safe; shared by all contexts of the process that have compiled the same.
class unsaved_program {
  public:
    unsaved_program(program_object, cl_device_id, std::string key, std::shared_ptr<void> claim);

    /// Enqueues by `enqueue`, and watches until that is over. Saves first what can be saved. Throws what `enqueue`
    /// does.
    void watch(cl_command_queue, const std::function<void()>& enqueue);

    /// To be called when a plan that uses it goes. Never throws.
    void save_if_idle() noexcept;

    bool is_saved() const { return saved_; }

  private:
    program_object program_;
    cl_device_id device_;
    std::string key_;
    std::shared_ptr<void> claim_;  // what keeps other processes from compiling it, too
    std::atomic<bool> saved_{false};
    std::mutex mutex_;
    std::map<cl_command_queue, event_object> last_;  // marks the last execution on each queue
};

/// The program of this name (source, options and whatever else makes it what it is) for a device of this description:
/// from the cache, else from `compile`. `for_good` false: it is not worth the time that a binary may cost.
shared_program cached_program(cl_context, cl_device_id, const device_description&, const std::string& name,
                              const std::function<program_object()>& compile, bool for_good);

/// An answer about a device that took a while to find: from the cache, else from `find`, and then kept.
std::string remembered_answer(const device_description&, const std::string& question,
                              const std::function<std::string()>& find);

}  // namespace stockham
