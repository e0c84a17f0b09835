// A plan on the device under test with buffers of exactly the required sizes.
#pragma once

#include <algorithm>
#include <string>

#include <stockham/stockham.hpp>

#include "on_device.hpp"

inline stockham::plan plan_of(const std::string& text) {
    return {test_device::get().context, test_device::get().device, stockham::parse_transform(text)};
}

struct planned_buffers {
    explicit planned_buffers(const std::string& text)
        : p(plan_of(text)), each(element_size(p.problem().precision)), in(input_extent(p.problem()) * each),
          out(output_extent(p.problem()) * each), workspace(std::max<std::size_t>(1, p.workspace_size())) {}

    void enqueue(cl_mem from, cl_mem into, cl_mem space = nullptr) const {
        enqueue_on(test_device::get().queue, from, into, space);
    }
    void enqueue_on(cl_command_queue queue, cl_mem from, cl_mem into, cl_mem space = nullptr) const {
        finish(p.enqueue(queue, from, into, space));
    }

    stockham::plan p;
    std::size_t each;
    device_buffer in, out, workspace;
};
