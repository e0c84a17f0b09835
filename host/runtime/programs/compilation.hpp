// Measures how long OpenCL compiles a program, and reports what takes long.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

/// Sends a note if compiling a kernel of this problem took at least note_limit() seconds.
void note_compilation(const std::string& problem, double seconds) noexcept;

/// One second; tests change it.
std::atomic<double>& note_limit() noexcept;

/// The compilation of a program. PoCL compiles machine code when a kernel first runs, others compile all in
/// clBuildProgram(). Reported once, for the first plan that uses the program.
class compilation {
  public:
    compilation(double build_seconds, bool goes_on_at_first_run)
        : seconds_(build_seconds), goes_on_(goes_on_at_first_run) {}

    /// To be called when the program is built.
    void note_build(const std::string& problem) noexcept;
    /// True until the first run is watched.
    bool awaits_run() const noexcept { return goes_on_; }
    /// Watches the event of a run, which need not have begun. Without memory, nothing is reported.
    void watch_run(cl_event, const std::string& problem) noexcept;

  private:
    const double seconds_;
    std::atomic<bool> goes_on_, noted_{false};
};

}  // namespace stockham::internal
