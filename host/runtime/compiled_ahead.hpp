// Programs compiled side by side, before they are asked for.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "launch/launch.hpp"
#include "runtime/context_state.hpp"

namespace stockham::internal {

/// Compiles the launches' programs on as many threads as the machine runs at once, where the runtime compiles side by
/// side (NVIDIA's does); elsewhere it does nothing. context_state::program() then finds them compiled, or waits for the
/// thread that is at it; what fails, fails there. The context outlives it.
class compiled_ahead {
  public:
    compiled_ahead(context_state&, cl_device_id, const std::vector<launch>&);
    /// Waits until all are compiled.
    ~compiled_ahead();
    compiled_ahead(const compiled_ahead&) = delete;
    compiled_ahead& operator=(const compiled_ahead&) = delete;

  private:
    std::vector<launch> programs_;  // of different programs
    std::atomic<std::size_t> next_{0};
    std::vector<std::thread> threads_;
};

}  // namespace stockham::internal
