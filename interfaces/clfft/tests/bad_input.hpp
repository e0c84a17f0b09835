// Invalid calls. Each has the name of its row in bad_input.txt.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "library_under_test.hpp"
#include "trial.hpp"

/// A library and a device, with helpers to make plans and buffers.
struct client {
    const library_under_test& l;
    opencl_device o;

    clfftPlanHandle plan(std::vector<std::size_t> lengths = {16}) const;
    clfftPlanHandle out_of_place(std::vector<std::size_t> lengths = {16}) const;
    clfftPlanHandle with_layouts(clfftLayout in, clfftLayout out, clfftResultLocation) const;
    cl_mem buffer(std::size_t bytes) const;
    cl_context another_context() const;
    int bake(clfftPlanHandle) const;
    /// Enqueues a forward transform. An empty list of buffers becomes a null pointer.
    int enqueue(clfftPlanHandle, std::vector<cl_mem> in, std::vector<cl_mem> out = {},
                cl_mem temporary = nullptr) const;
};

struct bad_input {
    std::string name;
    std::function<int(const client&)> run;
};

/// All invalid calls, and two groups of them.
const std::vector<bad_input>& bad_inputs();
const std::vector<bad_input>& bad_bakes();
const std::vector<bad_input>& bad_executions();
