// Kernels that a command needs later, compiled in a process of their own while the command compiles others.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <stockham/stockham.hpp>

#include "engine.hpp"

namespace stockham::tools {

/// The hidden option of `stockham plan` that starts the process.
constexpr const char* compile_ahead_option = "--compile-ahead";

/// PoCL compiles one kernel at a time in a process, so a first start with two plans takes twice as long as one, and
/// half of the processor is idle. While this object exists, another process makes the plan of a transform and runs it
/// once. It starts only on CPUs, and only if the command still makes its first plan after 0.15 seconds: then it is
/// compiling. Later the command finds the kernels in the caches of the library and of PoCL.
class compiled_ahead {
  public:
    /// `device` is the value of --device that the engine was made with. The engine must outlive the object.
    compiled_ahead(const engine& e, const std::string& device, const transform& t);
    /// Ends the process.
    ~compiled_ahead();
    compiled_ahead(const compiled_ahead&) = delete;
    compiled_ahead& operator=(const compiled_ahead&) = delete;

  private:
    void watch(const engine& e, const std::vector<std::string>& arguments);

    std::mutex mutex_;
    std::condition_variable ended_;
    bool over_ = false;
    std::thread watching_;  // the last member, because it uses the others
};

/// The work of that process.
void compile_ahead(const engine& e, const transform& t);

}  // namespace stockham::tools
