// A plan owned by Python.
#pragma once

#include "module.hpp"

#include "process.hpp"

/// A forked child does not release its OpenCL objects.
struct python_plan {
    std::unique_ptr<stockham::plan> plan;

    python_plan() = default;
    python_plan(python_plan&&) = default;
    ~python_plan() {
        if (is_forked_child()) static_cast<void>(plan.release());
    }
};
