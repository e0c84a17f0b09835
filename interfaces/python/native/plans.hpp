// Plans and sessions owned by Python, and the arguments of executions.
#pragma once

#include <variant>
#include <vector>

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

// A forked child releases nothing.
struct python_session {
    std::unique_ptr<stockham::session> session;

    python_session(cl_integer device, cl_integer context, cl_integer queue, std::size_t memory, std::size_t plans) {
        check_process();
        interpreter_unlocked unlocked;
        stockham::session_options options;
        options.memory = memory;
        options.plans = plans;
        if (queue)
            session = std::make_unique<stockham::session>(as<cl_command_queue>(queue), options);
        else if (context)
            session = std::make_unique<stockham::session>(as<cl_context>(context), as<cl_device_id>(device), options);
        else
            session = std::make_unique<stockham::session>(as<cl_device_id>(device), options);
    }
    ~python_session() {
        if (is_forked_child()) static_cast<void>(session.release());
    }
};

// An address of shared memory, in place of the handle of a buffer.
struct shared_address {
    cl_integer value = 0;
};
using memory_argument = std::variant<cl_integer, shared_address>;

inline stockham::device_memory memory_of(const memory_argument& given) {
    if (const auto* address = std::get_if<shared_address>(&given))
        return stockham::device_memory::at(as<void*>(address->value));
    return as<cl_mem>(std::get<cl_integer>(given));
}

inline std::vector<cl_event> events_of(const std::vector<cl_integer>& wait) {
    std::vector<cl_event> events;
    for (cl_integer each : wait) events.push_back(as<cl_event>(each));
    return events;
}
