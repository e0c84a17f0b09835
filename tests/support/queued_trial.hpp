// Executions on queues and events of a test: plans of several launches, their data, and the expected results.
#pragma once

#include <memory>
#include <random>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "on_device.hpp"

using bytes = std::vector<unsigned char>;

inline void must(cl_int code) {
    BOOST_REQUIRE_EQUAL(code, CL_SUCCESS);
}

/// An event that the test completes.
inline stockham::internal::event_object user_event() {
    return stockham::harness::make_user_event(test_device::get().context);
}

inline cl_int status_of(const stockham::internal::event_object& event) {
    return stockham::internal::query<cl_int>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS,
                                             "clGetEventInfo");
}

inline stockham::internal::event_object enqueue(const stockham::plan& p, cl_command_queue queue, cl_mem in,
                                                cl_mem out = nullptr, cl_mem workspace = nullptr,
                                                const std::vector<cl_event>& wait = {}) {
    return stockham::internal::event_object(
        p.enqueue(queue, in, out, workspace, static_cast<cl_uint>(wait.size()), wait.empty() ? nullptr : wait.data()));
}

inline void wait_for(const stockham::internal::event_object& event) {
    const auto handle = event.get();
    must(clWaitForEvents(1, &handle));
}

/// Uses a separate queue, so only the event orders it after the execution.
inline bytes read(cl_mem memory, std::size_t size) {
    const auto queue = make_queue();
    bytes data(size);
    must(clEnqueueReadBuffer(queue.get(), memory, CL_TRUE, 0, size, data.data(), 0, nullptr, nullptr));
    return data;
}

/// The plan of a device like this one with two units, so that the number of launches does not depend on the device.
inline stockham::plan plan_of(const char* text) {
    auto limits = stockham::describe(test_device::get().device);
    limits.compute_units = 2;
    stockham::plan_options options;
    options.expert.plan_for = &limits;
    return {test_device::get().context, test_device::get().device, stockham::parse_transform(text), options};
}

/// Several launches and a workspace, out of place and in place; one launch without a workspace.
constexpr const char* transposed = "c2c f32 64x64 algorithm=row_transpose";
constexpr const char* transposed_in_place = "c2c f32 64x64 in algorithm=row_transpose";
constexpr const char* single_pass = "c2c f32 64 b19";

/// A plan with data, bit-exact expected results, and buffers.
struct trial {
    trial(const stockham::plan& p, unsigned seed) : t(p.problem()) {
        std::mt19937 generator(seed);
        const auto in = reference::uniform(input_extent(t), t.precision, generator),
                   out = reference::uniform(output_extent(t), t.precision, generator);
        input = to_bytes(in, t.precision);
        poison = to_bytes(out, t.precision);
        wanted = to_bytes(run(p, in, out).output, t.precision);
        from = std::make_unique<device_buffer>(input.size(), input.data());
        if (t.placement == stockham::placement::out_of_place)
            into = std::make_unique<device_buffer>(poison.size(), poison.data());
    }
    cl_mem in() const { return from->get(); }
    cl_mem out() const { return into ? into->get() : nullptr; }
    bytes result() const { return read(into ? into->get() : from->get(), wanted.size()); }
    const bytes& untouched() const { return into ? poison : input; }

    stockham::transform t;
    bytes input, poison, wanted;
    std::unique_ptr<device_buffer> from, into;
};

constexpr cl_command_queue_properties out_of_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
