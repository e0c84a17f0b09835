// clfftSetup and clfftTeardown, and the functions that create, copy, bake, execute and destroy plans.
#include <algorithm>
#include <vector>

#include "call.hpp"
#include "plans.hpp"

namespace {

using namespace clfft;

cl_device_id device_of(cl_command_queue queue) {
    cl_device_id device = nullptr;
    const bool known =
        queue && clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, nullptr) == CL_SUCCESS;
    refuse_if(!known, CLFFT_DEVICE_MISMATCH, "the command queue is null or invalid");
    return device;
}

void check_queue_context(cl_command_queue queue, cl_context context) {
    cl_context owner = nullptr;
    check_call(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof owner, &owner, nullptr), "clGetCommandQueueInfo");
    refuse_if(owner != context, CLFFT_INVALID_CONTEXT, "the command queue and the plan have different contexts");
}

std::vector<cl_device_id> devices_of(cl_context context) {
    std::size_t bytes = 0;
    check_call(clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, nullptr, &bytes), "clGetContextInfo");
    std::vector<cl_device_id> devices(bytes / sizeof(cl_device_id));
    check_call(clGetContextInfo(context, CL_CONTEXT_DEVICES, bytes, devices.data(), nullptr), "clGetContextInfo");
    refuse_if(devices.empty(), CLFFT_INVALID_CONTEXT, "the context has no device");
    return devices;
}

/// The bytes of a buffer. Those of a sub-buffer lie in its parent.
struct extent {
    cl_mem memory = nullptr;
    std::size_t begin = 0;
    std::size_t end = 0;
};
extent extent_of_buffer(cl_mem buffer) {
    extent e{buffer, 0, 0};
    std::size_t size = 0, offset = 0;
    cl_mem parent = nullptr;
    const bool known =
        clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, nullptr) == CL_SUCCESS &&
        clGetMemObjectInfo(buffer, CL_MEM_OFFSET, sizeof offset, &offset, nullptr) == CL_SUCCESS &&
        clGetMemObjectInfo(buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, nullptr) == CL_SUCCESS;
    refuse_if(!known, CLFFT_INVALID_MEM_OBJECT, "a buffer is invalid");
    if (parent) e.memory = parent;
    e.begin = offset;
    e.end = offset + size;
    return e;
}
bool overlap(const extent& a, const extent& b) {
    return a.memory == b.memory && a.begin < b.end && b.begin < a.end;
}

buffer_pair pair_of(const cl_mem* list, bool planar, const char* name) {
    need(list, name);
    const buffer_pair p{list[0], planar ? list[1] : nullptr};
    refuse_if(!p.first || (planar && !p.second), CLFFT_INVALID_MEM_OBJECT, "a buffer is null");
    return p;
}

std::vector<extent> extents_of(const buffer_pair& p) {
    std::vector<extent> all{extent_of_buffer(p.first)};
    if (p.second) all.push_back(extent_of_buffer(p.second));
    return all;
}

bool any_overlap(const std::vector<extent>& a, const std::vector<extent>& b) {
    return std::any_of(a.begin(), a.end(), [&b](const extent& x) {
        return std::any_of(b.begin(), b.end(), [&x](const extent& y) { return overlap(x, y); });
    });
}

/// Buffers behind a callback are not checked: only the client knows what they hold.
void check_size(const description& d, const side& s, const callback& c, const std::vector<extent>& buffers) {
    if (c) return;
    const std::size_t numbers = is_real(s.layout) || is_planar(s.layout) ? 1 : 2;
    const std::size_t bytes = extent_of(d, s) * numbers * (d.precision == CLFFT_DOUBLE ? 8 : 4);
    for (const auto& b : buffers)
        refuse_if(b.end - b.begin < bytes, CLFFT_INVALID_BUFFER_SIZE,
                  "a buffer is smaller than the lengths, strides and distances require");
}

void read_environment() {
    const auto folder = environment("CLFFT_CACHE_PATH");
    if (!folder.empty()) keep_programs_in(folder);
}

}  // namespace

clfftStatus clfftInitSetupData(clfftSetupData* setupData) {
    return call("clfftInitSetupData", [&] {
        need(setupData, "setupData");
        *setupData = {clfftVersionMajor, clfftVersionMinor, clfftVersionPatch, 0};
    });
}

clfftStatus clfftSetup(const clfftSetupData*) {
    return call("clfftSetup", [] { read_environment(); });
}

clfftStatus clfftTeardown() {
    return call("clfftTeardown", [] { release_all(); });
}

clfftStatus clfftGetVersion(cl_uint* major, cl_uint* minor, cl_uint* patch) {
    return call("clfftGetVersion", [&] {
        for (const cl_uint* each : {major, minor, patch}) need(each, "major, minor or patch");
        *major = clfftVersionMajor;
        *minor = clfftVersionMinor;
        *patch = clfftVersionPatch;
    });
}

clfftStatus clfftCreateDefaultPlan(clfftPlanHandle* plHandle, cl_context context, const clfftDim dim,
                                   const size_t* clLengths) {
    return call("clfftCreateDefaultPlan", [&] {
        need(plHandle, "plHandle");
        refuse_if(!context, CLFFT_INVALID_CONTEXT, "the context is null");
        *plHandle = add_plan(context, default_description(dim, clLengths));
    });
}

clfftStatus clfftCopyPlan(clfftPlanHandle* out_plHandle, cl_context new_context, clfftPlanHandle in_plHandle) {
    return call("clfftCopyPlan", [&] {
        const auto plan = plan_of(in_plHandle);
        need(out_plHandle, "out_plHandle");
        refuse_if(!new_context, CLFFT_INVALID_CONTEXT, "the context is null");
        *out_plHandle = add_plan(new_context, plan->as_set());
    });
}

clfftStatus clfftDestroyPlan(clfftPlanHandle* plHandle) {
    return call("clfftDestroyPlan", [&] {
        need(plHandle, "plHandle");
        remove_plan(*plHandle);
        *plHandle = 0;
    });
}

clfftStatus clfftBakePlan(clfftPlanHandle plHandle, cl_uint numQueues, cl_command_queue* commQueueFFT,
                          void(CL_CALLBACK* pfn_notify)(clfftPlanHandle plHandle, void* user_data), void* user_data) {
    return call("clfftBakePlan", [&] {
        const auto plan = plan_of(plHandle);
        refuse_if(numQueues > 1, CLFFT_NOTIMPLEMENTED, "several queues are not supported");
        refuse_if(pfn_notify || user_data, CLFFT_NOTIMPLEMENTED, "a notification callback is not supported");
        if (numQueues == 0) {
            plan->bake(devices_of(plan->context()).front());
            return;
        }
        need(commQueueFFT, "commQueueFFT");
        const auto device = device_of(commQueueFFT[0]);
        check_queue_context(commQueueFFT[0], plan->context());
        plan->bake(device);
    });
}

clfftStatus clfftGetTmpBufSize(const clfftPlanHandle plHandle, size_t* buffersize) {
    return call("clfftGetTmpBufSize", [&] {
        const auto bytes = plan_of(plHandle)->temporary_bytes();
        need(buffersize, "buffersize");
        *buffersize = bytes;
    });
}

clfftStatus clfftLocalMemSize(const clfftPlanHandle plHandle, cl_ulong* local_mem_size) {
    return call("clfftLocalMemSize", [&] {
        const auto plan = plan_of(plHandle);
        need(local_mem_size, "local_mem_size");
        cl_ulong least = 32768;  // clFFT uses no more
        for (const auto device : devices_of(plan->context())) {
            cl_ulong bytes = 0;
            check_call(clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof bytes, &bytes, nullptr),
                       "clGetDeviceInfo");
            least = std::min(least, bytes);
        }
        *local_mem_size = least;
    });
}

clfftStatus clfftEnqueueTransform(clfftPlanHandle plHandle, clfftDirection dir, cl_uint numQueuesAndEvents,
                                  cl_command_queue* commQueues, cl_uint numWaitEvents, const cl_event* waitEvents,
                                  cl_event* outEvents, cl_mem* inputBuffers, cl_mem* outputBuffers, cl_mem tmpBuffer) {
    return call("clfftEnqueueTransform", [&] {
        const auto plan = plan_of(plHandle);
        refuse_if(numQueuesAndEvents > 1, CLFFT_NOTIMPLEMENTED, "several queues are not supported");
        need(commQueues, "commQueues");
        const auto device = device_of(commQueues[0]);
        check_queue_context(commQueues[0], plan->context());
        refuse_if(numWaitEvents > 0 && !waitEvents, CLFFT_INVALID_EVENT_WAIT_LIST, "the list of events is null");

        const auto d = plan->what();
        const bool in_place = d.location == CLFFT_INPLACE;
        const auto input = pair_of(inputBuffers, is_planar(d.input.layout), "inputBuffers");
        const bool same = in_place && !becomes_interleaved_in_place(d);
        const auto output = same       ? input
                            : in_place ? buffer_pair{input.first, nullptr}
                                       : pair_of(outputBuffers, is_planar(d.output.layout), "outputBuffers");
        const auto read = extents_of(input), written = same ? read : extents_of(output);
        const bool overlapping = !in_place && any_overlap(read, written);

        const auto ready = plan->execution_for(device, dir, overlapping);
        check_size(ready.what, ready.what.input, ready.what.on_load, read);
        check_size(ready.what, ready.what.output, ready.what.on_store, written);
        order o{commQueues[0], {}, outEvents != nullptr};
        if (numWaitEvents) o.wait.assign(waitEvents, waitEvents + numWaitEvents);
        const auto done = ready.run->run(o, input, output, overlapping ? nullptr : tmpBuffer);
        if (outEvents) *outEvents = done;
    });
}
