// The layer itself, with two devices of PoCL (CMakeLists.txt sets POCL_DEVICES).
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <future>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <stockham/opencl.hpp>

#include "faults/armed.hpp"
#include "tools/harness/opencl.hpp"

BOOST_AUTO_TEST_SUITE(fault_layer_test)

namespace harness = stockham::harness;
namespace internal = stockham::internal;
using faults::arm;
using faults::armed;
using faults::calls;
using faults::nth;

namespace {

/// A device with its number for the layer, a context, a queue and a buffer of four numbers.
struct used_device {
    std::string number;
    cl_device_id id;
    harness::context_object context;
    harness::queue_object queue;
    harness::memory_object buffer;

    used_device(std::size_t place, cl_device_id device)
        : number(std::to_string(place)), id(device), context(harness::make_context(id)),
          queue(harness::make_queue(context.get(), id)),
          buffer(harness::make_buffer(context.get(), sizeof(std::array<float, 4>))) {}
    cl_int flush() const { return clFlush(queue.get()); }
    cl_int read(cl_bool blocking, cl_event* done = nullptr) const {
        static std::array<float, 4> numbers;
        return clEnqueueReadBuffer(queue.get(), buffer.get(), blocking, 0, sizeof numbers, numbers.data(), 0, nullptr,
                                   done);
    }
    harness::event_object command() const {
        cl_event done = nullptr;
        BOOST_REQUIRE(read(CL_FALSE, &done) == CL_SUCCESS);
        return harness::event_object(done);
    }
};

/// PoCL's two devices. Other platforms may have more, before or after them.
const std::vector<used_device>& both() {
    static const auto* all = [] {
        auto* list = new std::vector<used_device>;
        std::vector<cl_platform_id> platforms(16);
        cl_uint count = 0;
        clGetPlatformIDs(16, platforms.data(), &count);
        platforms.resize(std::min<std::size_t>(count, platforms.size()));
        std::size_t place = 0;
        for (cl_platform_id platform : platforms) {
            cl_device_id ids[16] = {};
            if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 16, ids, &count) != CL_SUCCESS) continue;
            const auto name =
                internal::query_string(clGetPlatformInfo, platform, CL_PLATFORM_NAME, "clGetPlatformInfo");
            for (cl_uint k = 0; k < count; ++k, ++place)
                if (name == "Portable Computing Language") list->emplace_back(place, ids[k]);
        }
        return list;
    }();
    BOOST_REQUIRE(all->size() == 2u);
    return *all;
}

stockham_fault on_device(const std::string& device, stockham_fault fault) {
    fault.device = device.c_str();
    return fault;
}

cl_int status_of(cl_event event) {
    cl_int status = 99;
    BOOST_TEST(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr) == CL_SUCCESS);
    return status;
}

}  // namespace

BOOST_AUTO_TEST_CASE(it_counts_calls) {
    const auto& first = both()[0];
    const auto& second = both()[1];
    BOOST_TEST(arm(nullptr) == "");
    first.flush();
    second.flush();
    second.read(CL_TRUE);
    clRetainMemObject(second.buffer.get());
    clReleaseMemObject(second.buffer.get());
    BOOST_TEST(calls("clFlush") == 2);
    BOOST_TEST(calls("clEnqueueReadBuffer") == 1);
    BOOST_TEST(calls("clFlush,clEnqueue*") == 3);
    BOOST_TEST(calls("any") == 3);  // without references
    BOOST_TEST(calls("clRetainMemObject") == 1);
    BOOST_TEST(calls("clFinnish") == -1);
    arm(nullptr);
    BOOST_TEST(calls("any") == 0);
}

BOOST_AUTO_TEST_CASE(the_nth_call_on_the_chosen_device_fails) {
    const auto first = internal::query_string(clGetDeviceInfo, both()[0].id, CL_DEVICE_NAME, "clGetDeviceInfo");
    const std::size_t basic = first.find("basic") == std::string::npos;
    const std::pair<std::string, std::size_t> devices[] = {
        {"basic", basic}, {"pthread", 1 - basic}, {both()[0].number, 0}, {both()[1].number, 1}};
    for (const auto& [device, chosen] : devices) {
        const armed fault(on_device(device, nth("clFlush", 3)));
        for (long k = 1; k <= 5; ++k) {
            BOOST_TEST(both()[1 - chosen].flush() == CL_SUCCESS);
            BOOST_TEST(both()[chosen].flush() == (k == 3 ? CL_OUT_OF_RESOURCES : CL_SUCCESS), device << ", call " << k);
        }
        BOOST_TEST(calls("clFlush") == 5);
    }
}

// Each kind of object leads to its device.
BOOST_AUTO_TEST_CASE(calls_are_about_devices) {
    for (const std::size_t chosen : {0, 1})
        for (const std::size_t used : {0, 1}) {
            const auto& d = both()[used];
            const auto event = d.command();
            const auto user = harness::make_user_event(d.context.get());
            const char* text = "kernel void none(global int* x) { x[0] = 1; }";
            const auto program = harness::make_program(d.context.get(), d.id, text);
            const auto kernel = harness::make_kernel(program.get(), "none");
            const armed fault(on_device(both()[chosen].number, nth("clGetHostTimer", 1)));
            const cl_event events[] = {event.get()};
            const cl_mem buffer = d.buffer.get();
            cl_uint number = 0;
            cl_int code = 0;
            clGetDeviceInfo(d.id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof number, &number, nullptr);
            harness::make_context(d.id);
            harness::make_buffer(d.context.get(), 64);
            clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof number, &number, nullptr);
            clGetEventInfo(event.get(), CL_EVENT_REFERENCE_COUNT, sizeof number, &number, nullptr);
            clWaitForEvents(1, events);
            clSetUserEventStatus(user.get(), CL_COMPLETE);
            clSetKernelArg(kernel.get(), 0, sizeof buffer, &buffer);
            clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr);
            clGetProgramInfo(program.get(), CL_PROGRAM_REFERENCE_COUNT, sizeof number, &number, nullptr);
            clReleaseSampler(clCreateSampler(d.context.get(), CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &code));
            const long here = chosen == used;
            for (const char* call : {"clGetDeviceInfo", "clCreateContext", "clCreateBuffer", "clGetMemObjectInfo",
                                     "clGetEventInfo", "clWaitForEvents", "clSetUserEventStatus", "clSetKernelArg",
                                     "clBuildProgram", "clGetProgramInfo", "clCreateSampler", "clReleaseSampler"})
                BOOST_TEST(calls(call) == here, call);
        }
}

BOOST_AUTO_TEST_CASE(all_calls_from_the_nth_on_fail) {
    auto fault = nth("clFlush,clEnqueue*", 2, CL_DEVICE_NOT_AVAILABLE);
    fault.forever = 1;
    const armed lost(on_device(both()[1].number, fault));
    const auto& d = both()[1];
    BOOST_TEST(d.flush() == CL_SUCCESS);
    for (long k = 0; k < 3; ++k) {
        BOOST_TEST(d.flush() == CL_DEVICE_NOT_AVAILABLE);
        BOOST_TEST(d.read(CL_TRUE) == CL_DEVICE_NOT_AVAILABLE);
        BOOST_TEST(both()[0].read(CL_TRUE) == CL_SUCCESS);
    }
}

BOOST_AUTO_TEST_CASE(failed_calls_leave_no_garbage) {
    const auto& d = both()[0];
    auto fault = nth("any", 1);
    fault.forever = 1;
    const armed lost(fault);
    const auto rubbish = reinterpret_cast<cl_event>(1);
    cl_event done = rubbish;
    BOOST_TEST(d.read(CL_TRUE, &done) == CL_OUT_OF_RESOURCES);
    BOOST_TEST(done == nullptr);
    cl_int code = 0;
    BOOST_TEST(clCreateBuffer(d.context.get(), 0, 64, nullptr, &code) == nullptr);
    BOOST_TEST(code == CL_OUT_OF_RESOURCES);
    BOOST_TEST(clCreateBuffer(d.context.get(), 0, 64, nullptr, nullptr) == nullptr);
    code = 0;
    BOOST_TEST(clEnqueueMapBuffer(d.queue.get(), d.buffer.get(), CL_TRUE, CL_MAP_READ, 0, 16, 0, nullptr, &done,
                                  &code) == nullptr);
    BOOST_TEST(code == CL_OUT_OF_RESOURCES);
    cl_uint number = 9;
    std::size_t size = 9;
    BOOST_TEST(clGetDeviceInfo(d.id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof number, &number, &size) ==
               CL_OUT_OF_RESOURCES);
    BOOST_TEST(number == 0u);
    BOOST_TEST(size == 0u);
    cl_platform_id platforms[2] = {nullptr, reinterpret_cast<cl_platform_id>(1)};
    number = 9;
    BOOST_TEST(clGetPlatformIDs(2, platforms, &number) == CL_OUT_OF_RESOURCES);
    BOOST_TEST(platforms[1] == nullptr);
    BOOST_TEST(number == 0u);
    cl_image_format formats[2] = {{1, 1}, {1, 1}};
    clGetSupportedImageFormats(d.context.get(), 0, CL_MEM_OBJECT_IMAGE2D, 2, formats, &number);
    BOOST_TEST(formats[1].image_channel_order == 0u);
    float given[4] = {1, 2, 3, 4};  // stay
    clCreateBuffer(d.context.get(), CL_MEM_COPY_HOST_PTR, sizeof given, given, &code);
    BOOST_TEST(given[3] == 4);
}

// Earlier commands go on. A program may free their memory after the failed call.
BOOST_AUTO_TEST_CASE(failed_waits_wait_if_the_device_is_lost) {
    const auto& d = both()[1];
    using wait = cl_int (*)(const used_device&, cl_event);
    const std::pair<const char*, wait> waits[] = {
        {"clFinish", [](const used_device& on, cl_event) { return clFinish(on.queue.get()); }},
        {"clWaitForEvents", [](const used_device&, cl_event last) { return clWaitForEvents(1, &last); }},
        {"clEnqueueReadBuffer", [](const used_device& on, cl_event) { return on.read(CL_TRUE); }}};
    for (const auto& [name, call] : waits)
        for (const int events : {0, 1}) {
            const auto user = harness::make_user_event(d.context.get());
            const cl_event gate = user.get();
            cl_event marker = nullptr;
            BOOST_REQUIRE(clEnqueueMarkerWithWaitList(d.queue.get(), 1, &gate, &marker) == CL_SUCCESS);
            const harness::event_object last(marker);
            const auto calls = std::string(name) + ",clSetUserEventStatus";
            auto fault = nth(calls.c_str(), 1);
            fault.forever = 1;
            fault.events = events;
            const armed lost(on_device(d.number, fault));
            auto failed = std::async(std::launch::async, [&, wait_by = call] { return wait_by(d, marker); });
            BOOST_TEST((failed.wait_for(std::chrono::milliseconds(60)) != std::future_status::ready), name);
            BOOST_TEST(clSetUserEventStatus(gate, CL_COMPLETE) == CL_OUT_OF_RESOURCES);
            BOOST_TEST(failed.get() == CL_OUT_OF_RESOURCES, name);
            BOOST_TEST(arm(nullptr) == "");
            BOOST_TEST(status_of(marker) == CL_COMPLETE, name);
        }
}

BOOST_AUTO_TEST_CASE(objects_are_released_in_any_case) {
    const auto& d = both()[0];
    const auto references = [&] {
        cl_uint count = 0;
        clGetMemObjectInfo(d.buffer.get(), CL_MEM_REFERENCE_COUNT, sizeof count, &count, nullptr);
        return count;
    };
    BOOST_TEST(references() == 1u);
    for (const char* call : {"any", "cl*"}) {
        const armed fault(nth(call, 1));
        BOOST_TEST(clRetainMemObject(d.buffer.get()) == CL_SUCCESS);
        BOOST_TEST(clReleaseMemObject(d.buffer.get()) == CL_SUCCESS);
    }
    BOOST_TEST(clRetainMemObject(d.buffer.get()) == CL_SUCCESS);
    {
        const armed fault(nth("clReleaseMemObject", 1));
        BOOST_TEST(clReleaseMemObject(d.buffer.get()) == CL_OUT_OF_RESOURCES);
    }
    BOOST_TEST(references() == 1u);
    const armed fault(nth("clRetainMemObject", 1));
    BOOST_TEST(clRetainMemObject(d.buffer.get()) == CL_OUT_OF_RESOURCES);
    BOOST_TEST(references() == 1u);
}

BOOST_AUTO_TEST_CASE(commands_fail) {
    const auto& d = both()[1];
    const auto before = d.command();
    auto fault = nth("clFlush", 2, CL_DEVICE_NOT_AVAILABLE);
    fault.events = 1;
    const armed lost(on_device(both()[1].number, fault));
    std::atomic<cl_int> told{0};
    const auto notify = [](cl_event, cl_int status, void* data) { *static_cast<std::atomic<cl_int>*>(data) = status; };
    const auto user = harness::make_user_event(d.context.get());
    const cl_event gate = user.get();
    cl_event marker = nullptr;
    BOOST_TEST(clEnqueueMarkerWithWaitList(d.queue.get(), 1, &gate, &marker) == CL_SUCCESS);
    const harness::event_object event(marker);
    BOOST_TEST(clSetEventCallback(marker, CL_COMPLETE, notify, &told) == CL_SUCCESS);
    BOOST_TEST(d.flush() == CL_SUCCESS);
    BOOST_TEST(status_of(marker) >= CL_COMPLETE);
    BOOST_TEST(d.flush() == CL_SUCCESS);
    clSetUserEventStatus(gate, CL_COMPLETE);
    BOOST_TEST(clWaitForEvents(1, &marker) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    BOOST_TEST(clFinish(d.queue.get()) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    BOOST_TEST(d.read(CL_TRUE) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    BOOST_TEST(status_of(marker) == CL_DEVICE_NOT_AVAILABLE);
    BOOST_TEST(status_of(gate) == CL_COMPLETE);
    BOOST_TEST(clWaitForEvents(1, &gate) == CL_SUCCESS);
    for (int k = 0; k < 500 && !told; ++k) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    BOOST_TEST(told == CL_DEVICE_NOT_AVAILABLE);
    BOOST_TEST(clFinish(both()[0].queue.get()) == CL_SUCCESS);
    BOOST_TEST(both()[0].read(CL_TRUE) == CL_SUCCESS);
}

BOOST_AUTO_TEST_CASE(commands_hang) {
    const auto& d = both()[0];
    auto fault = nth("clEnqueueReadBuffer", 1);
    fault.hang = 1;
    {
        const armed hung(on_device(both()[0].number, fault));
        BOOST_TEST(clFinish(d.queue.get()) == CL_SUCCESS);
        const auto event = d.command();
        const auto wait = [&] {
            const cl_event list[] = {event.get()};
            return clWaitForEvents(1, list);
        };
        BOOST_TEST(clFinish(both()[1].queue.get()) == CL_SUCCESS);
        const auto waits = {std::async(std::launch::async, wait),
                            std::async(std::launch::async, [&] { return clFinish(d.queue.get()); }),
                            std::async(std::launch::async, [&] { return d.read(CL_TRUE); })};
        for (const auto& each : waits)
            BOOST_TEST((each.wait_for(std::chrono::milliseconds(60)) != std::future_status::ready));
        BOOST_TEST(status_of(event.get()) == CL_SUBMITTED);
        arm(nullptr);  // the device goes on
    }
    BOOST_TEST(clFinish(d.queue.get()) == CL_SUCCESS);
}

BOOST_AUTO_TEST_CASE(bad_settings_are_refused) {
    const auto expect = [](const stockham_fault& f, const std::string& what) {
        const auto wrong = arm(&f);
        BOOST_TEST(wrong.find(what) != std::string::npos, "not '" << what << "' but: " << wrong);
    };
    expect(nth("clFinnish", 1), "'clFinnish'");
    expect(nth("clFinish,", 1), "''");
    expect(nth("clSVMFree", 1), "'clSVMFree'");
    expect(nth("clFinish", 0), "STOCKHAM_FAULT_AT is '0'");
    expect(nth("clFinish", 1, 0), "STOCKHAM_FAULT_CODE is '0'");
    auto both_ways = nth("clFinish", 1);
    both_ways.hang = both_ways.events = 1;
    expect(both_ways, "cannot be combined");
}

BOOST_AUTO_TEST_SUITE_END()
