// Finds the devices of OpenCL objects, and devices by name or number.
#include "devices.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace faults {

namespace {

/// What an information function answers, or 0.
template <class Answer, class Ask, class Handle, class Question>
Answer answer(Ask ask, Handle handle, Question question) {
    Answer a{};
    return ask(handle, question, sizeof a, &a, nullptr) == CL_SUCCESS ? a : Answer{};
}

std::string name_of_device(const dispatch& target, cl_device_id device) {
    std::size_t size = 0;
    if (target.clGetDeviceInfo(device, CL_DEVICE_NAME, 0, nullptr, &size) != CL_SUCCESS) return {};
    std::string name(size, '\0');
    if (target.clGetDeviceInfo(device, CL_DEVICE_NAME, size, name.data(), nullptr) != CL_SUCCESS) return {};
    return name.substr(0, name.find('\0'));
}

}  // namespace

directory::devices directory::of(cl_context context) const {
    std::size_t size = 0;
    if (target_.clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, nullptr, &size) != CL_SUCCESS) return {};
    devices all(size / sizeof(cl_device_id));
    if (target_.clGetContextInfo(context, CL_CONTEXT_DEVICES, size, all.data(), nullptr) != CL_SUCCESS) return {};
    return all;
}
directory::devices directory::of(cl_command_queue queue) const {
    const auto device = answer<cl_device_id>(target_.clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE);
    return device ? devices{device} : devices{};
}
directory::devices directory::of(cl_event event) const {
    if (const auto queue = answer<cl_command_queue>(target_.clGetEventInfo, event, CL_EVENT_COMMAND_QUEUE))
        return of(queue);
    return of(answer<cl_context>(target_.clGetEventInfo, event, CL_EVENT_CONTEXT));
}
directory::devices directory::of(cl_mem memory) const {
    return of(answer<cl_context>(target_.clGetMemObjectInfo, memory, CL_MEM_CONTEXT));
}
directory::devices directory::of(cl_sampler sampler) const {
    return of(answer<cl_context>(target_.clGetSamplerInfo, sampler, CL_SAMPLER_CONTEXT));
}
directory::devices directory::of(cl_program program) const {
    return of(answer<cl_context>(target_.clGetProgramInfo, program, CL_PROGRAM_CONTEXT));
}
directory::devices directory::of(cl_kernel kernel) const {
    return of(answer<cl_context>(target_.clGetKernelInfo, kernel, CL_KERNEL_CONTEXT));
}

bool directory::is_command(cl_event event) const {
    return answer<cl_command_queue>(target_.clGetEventInfo, event, CL_EVENT_COMMAND_QUEUE) != nullptr;
}

directory::devices directory::named(const std::string& device) const {
    cl_uint count = 0;
    if (target_.clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) return {};
    std::vector<cl_platform_id> platforms(count);
    if (count) target_.clGetPlatformIDs(count, platforms.data(), nullptr);
    devices all;
    for (auto platform : platforms) {
        if (target_.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS || !count) continue;
        all.resize(all.size() + count);
        target_.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, all.data() + all.size() - count, nullptr);
    }
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(device.data(), device.data() + device.size(), number);
    if (error == std::errc() && end == device.data() + device.size())
        return number < all.size() ? devices{all[number]} : devices{};
    const auto is_other = [&](cl_device_id d) { return name_of_device(target_, d).find(device) == std::string::npos; };
    all.erase(std::remove_if(all.begin(), all.end(), is_other), all.end());
    return all;
}

}  // namespace faults
