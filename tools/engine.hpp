// The device of a command: a session that reports long compiling, and a function that runs one transform on it.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include <stockham/imaging/engine.hpp>
#include <stockham/stockham.hpp>

#include "memory_budget.hpp"

namespace stockham::tools {

/// The device that a value of --device selects; empty: that of STOCKHAM_DEVICE, else the default. Throws usage_error if
/// no device matches, job_error if there are no devices.
cl_device_id device_of(const std::string& word);

/// A session of the device that a value of --device selects. Its members are thread-safe.
class engine : public session {
  public:
    /// `memory`: session_options::memory.
    explicit engine(const std::string& word, std::size_t memory = 0);

    /// The plan of a transform, from session::plan(). If making it takes long, a note on stderr says so.
    std::shared_ptr<const stockham::plan> plan(const transform& t) const;
    /// The engine of the imaging library on this session.
    const imaging::engine& imaging() const noexcept { return imaging_; }
    /// Waits until other threads leave this much of the session's memory free.
    memory_budget::share take_memory(std::size_t bytes) const { return memory_.take(bytes); }

  private:
    mutable std::mutex planning_;
    mutable memory_budget memory_;
    imaging::engine imaging_;
};

/// "compiling kernels for DEVICE (kept in the cache)": the text of a late_note.
std::string compiling_text(const device_description&);

/// Runs a packed transform on data in host memory; the result overwrites `data`. Throws job_error, before it allocates
/// device memory, if the device does not have enough.
void run_transform(const engine& e, const transform& t, void* data);

}  // namespace stockham::tools
