// Time by a device's clock.
#pragma once

#include <optional>

#include "tools/harness/opencl.hpp"

namespace stockham::harness {

/// A queue with profiling.
inline queue_object make_timed_queue(cl_context context, cl_device_id device) {
    return make_queue(context, device, CL_QUEUE_PROFILING_ENABLE);
}

/// Seconds by the device's clock between markers before and after the commands that `enqueue` adds to a queue with
/// profiling. Waits for the commands. Empty if the device reports no times, or times that do not increase.
template <class Enqueue>
std::optional<double> device_seconds(cl_command_queue queue, const Enqueue& enqueue) {
    const auto mark = [&] {
        cl_event event = nullptr;
        check_cl(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &event), "clEnqueueMarkerWithWaitList");
        return event_object(event);
    };
    const auto start = mark();
    enqueue();
    const auto end = mark();
    check_cl(clFinish(queue), "clFinish");
    cl_ulong times[2] = {};
    const cl_event events[] = {start.get(), end.get()};
    for (int k = 0; k < 2; ++k)
        if (clGetEventProfilingInfo(events[k], CL_PROFILING_COMMAND_END, sizeof(cl_ulong), &times[k], nullptr) !=
            CL_SUCCESS)
            return {};
    if (times[1] <= times[0]) return {};
    return 1e-9 * static_cast<double>(times[1] - times[0]);
}

}  // namespace stockham::harness
