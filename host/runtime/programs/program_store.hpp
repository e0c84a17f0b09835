// Loads compiled programs from the program cache, or compiles them and writes them to it.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <stockham/device.hpp>

#include "runtime/programs/context_state.hpp"

namespace stockham::internal {

/// A program of PoCL whose binary is not in the cache yet. PoCL compiles machine code when a kernel first runs, so an
/// earlier binary is not worth saving. PoCL 3.1 also aborts if asked for a binary while one of its kernels runs. So
/// executions are watched, and the program is saved when none is running: before the next one, or when a plan that uses
/// it is destroyed. Thread-safe; shared by all contexts of the process that compiled the same program.
class unsaved_program {
  public:
    unsaved_program(program_object, cl_device_id, std::string key);

    /// Calls `enqueue` and watches the event it returns. Throws what `enqueue` throws. If there is no memory to watch
    /// it, the program is not saved.
    void watch(const std::function<event_object()>& enqueue);

    /// To be called when a plan that uses it is destroyed. Never throws.
    void save_if_idle() noexcept;

    bool is_saved() const { return saved_; }

  private:
    void save_if_none_runs() noexcept;
    void give_up() noexcept;  // stops watching and saving

    program_object program_;
    cl_device_id device_;
    std::string key_;
    std::atomic<bool> saved_{false};
    std::mutex mutex_;
    std::vector<event_object> running_;
    bool has_run_ = false;
};

/// Identifies a program. `text` holds its options, its source's digest and everything else that determines it. A binary
/// without a kernel named `kernel` belongs to another program (empty: not checked).
struct wanted_program {
    std::string text;
    std::string kernel;
};

/// How to make a program that the cache lacks or does not hold in the best form.
struct program_maker {
    std::function<program_object()> build;                         ///< from source
    std::function<program_object(program_object)> with_registers;  ///< recompiles with a register limit if that helps
};

/// The program for a device of this description, from the cache or made. Of several processes that need a new program
/// at the same time, one compiles it and the others wait for the entry, unless that can be written only after a run.
shared_program cached_program(cl_context, cl_device_id, const device_description&, const wanted_program&,
                              const program_maker&, purpose);

/// How many programs cached_program() has compiled and loaded in this process.
struct program_counts {
    std::size_t compiled = 0;
    std::size_t loaded = 0;  ///< from the cache
};
program_counts count_programs();

/// A slowly found fact about a device: from the cache, else from `find` and then stored.
std::string remembered_answer(const device_description&, const std::string& question,
                              const std::function<std::string()>& find);

/// The answer if it is in the cache.
std::optional<std::string> known_answer(const device_description&, const std::string& question);

/// Records that the answer is used (used_entries), for callers that know it from memory.
void note_answer(const device_description&, const std::string& question);

/// The key of the entry that marks a program as imported from a kernel pack; empty for keys of other entries. An
/// imported program is loaded from its binary even where the driver has a cache of its own, because that cache may lack
/// it.
std::string imported_mark(const std::string& key);

}  // namespace stockham::internal
