// Compiled programs between runs: read from the program cache, or compiled and written to it.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <stockham/device.hpp>

#include "runtime/claim.hpp"
#include "runtime/context_state.hpp"

namespace stockham::internal {

/// A program that the cache has not got yet, because PoCL compiles machine code when a kernel is first run: before that
/// a binary is not worth keeping. While a kernel of the program is under way PoCL 3.1 must not be asked for it either
/// (it compiles once more, takes one compilation for the other, and aborts): so executions are watched, and it is saved
/// once none of them is under way, before the next one or when a plan that uses it goes. Other processes of this user
/// that want the program wait for that, as long as it may be expected. Thread-safe; shared by all contexts of the
/// process that have compiled the same.
class unsaved_program {
  public:
    /// The claim keeps other processes from compiling it, too. May be null.
    unsaved_program(program_object, cl_device_id, std::string key, std::shared_ptr<work_claim> claim);

    /// To be called when the plan that it was compiled for is made: nobody knows when that will run.
    void put_aside() noexcept;

    /// Enqueues by `enqueue`, whose event tells when the execution is over, and watches it. Throws what `enqueue` does;
    /// without memory to watch it the program is not saved.
    void watch(const std::function<event_object()>& enqueue);

    /// To be called when a plan that uses it goes. Never throws.
    void save_if_idle() noexcept;

    bool is_saved() const { return saved_; }

  private:
    void save_what_is_idle() noexcept;
    void give_up() noexcept;  // nothing is watched or saved any more

    program_object program_;
    cl_device_id device_;
    std::string key_;
    std::shared_ptr<work_claim> claim_;
    std::atomic<bool> saved_{false};
    std::mutex mutex_;
    std::vector<event_object> under_way_;
    bool has_run_ = false;
};

/// Which program is wanted: options, the source's digest and whatever else makes it what it is, and the kernel that it
/// must have (a binary without it is another's); empty: it is not looked for.
struct wanted_program {
    std::string text;
    std::string kernel;
};

/// How a program is made that the cache has not got, or not in the best form.
struct program_maker {
    std::function<program_object()> build;                         ///< of its source
    std::function<program_object(program_object)> with_registers;  ///< a built one, or a better one made of it
};

/// The program for a device of this description: from the cache, else made. `for_good` false: it is not worth the time
/// that a binary may cost.
shared_program cached_program(cl_context, cl_device_id, const device_description&, const wanted_program&,
                              const program_maker&, bool for_good);

/// How cached_program() came by its programs in this process, so far.
struct program_counts {
    std::size_t compiled = 0;
    std::size_t loaded = 0;  ///< from the cache
};
program_counts count_programs();

/// An answer about a device that took a while to find: from the cache, else from `find`, and then kept.
std::string remembered_answer(const device_description&, const std::string& question,
                              const std::function<std::string()>& find);

/// The answer if the cache has it.
std::optional<std::string> known_answer(const device_description&, const std::string& question);

}  // namespace stockham::internal
