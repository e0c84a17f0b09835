// What the bindings of the imaging functions share: the engine and the progress function.
#pragma once

#include <memory>

#include <nanobind/nanobind.h>

#include <stockham/imaging.hpp>

#include "module.hpp"
#include "process.hpp"

/// An engine owned by Python. A forked child does not release its OpenCL objects.
struct python_engine {
    std::unique_ptr<stockham::imaging::engine> engine;

    python_engine() = default;
    python_engine(python_engine&&) = default;
    ~python_engine() {
        if (is_forked_child()) static_cast<void>(engine.release());
    }
};

/// Runs without the lock of the interpreter.
template <class Work>
auto unlocked(Work work) {
    check_process();
    interpreter_unlocked released;
    return work();
}

/// Calls a Python function with (done, total, change), or nothing for None. It ends the work by returning False or by
/// raising; rethrow() then raises its exception.
class python_progress {
  public:
    explicit python_progress(nb::object function) : function_(std::move(function)) {}

    stockham::imaging::progress_function get();
    /// Runs `work` without the lock of the interpreter; an exception of the Python function takes precedence.
    template <class Work>
    void run(Work work) {
        try {
            interpreter_unlocked unlocked;
            work();
        } catch (const stockham::imaging::cancelled_error&) {
            if (raised_) std::rethrow_exception(raised_);
            throw;
        }
    }

  private:
    nb::object function_;
    std::exception_ptr raised_;
};
