// A plan that Python owns.
#pragma once

#include "module.hpp"

#include "process.hpp"

/// In a forked child its OpenCL objects are left as they are.
struct python_plan {
    std::unique_ptr<stockham::plan> plan;

    python_plan() = default;
    python_plan(python_plan&&) = default;
    ~python_plan() {
        if (is_forked_child()) static_cast<void>(plan.release());
    }
};
