// Plans and executions while each OpenCL call fails in turn: the result is right, or the library throws one of its
// errors. Nothing it made stays.
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <stockham/convolution.hpp>
#include <stockham/owned.hpp>
#include <stockham/stockham.hpp>

#include "faults/armed.hpp"
#include "support/on_device.hpp"

BOOST_AUTO_TEST_SUITE(library_faults_test)

using faults::armed;
using faults::nth;

namespace {

namespace harness = stockham::harness;

/// What a program does with a context, a queue and buffers of its own, and what may fail.
struct job {
    stockham::transform problem;
    std::function<void(cl_context, cl_device_id, cl_command_queue, const stockham::buffers&)> run;
};

job transform_of(const char* problem) {
    const auto t = stockham::parse_transform(problem);
    return {t, [t](cl_context context, cl_device_id device, cl_command_queue queue, const stockham::buffers& b) {
                const stockham::plan ready(context, device, t);
                wait(stockham::enqueue(ready, queue, b));
            }};
}

job convolution_of(const char* problem) {
    stockham::convolution_description d;
    d.signal = stockham::parse_transform(problem);
    return {d.signal, [d](cl_context context, cl_device_id device, cl_command_queue queue, const stockham::buffers& b) {
                const stockham::convolution ready(context, device, d);
                wait(stockham::enqueue(ready, queue, b));
            }};
}

/// One run with new objects. The layer is armed while the library works.
struct outcome {
    std::string error;
    std::vector<unsigned char> bytes;
    long calls = 0;
    cl_uint references = 0;  // to the context, by objects that still exist
};

outcome run(const job& work, const std::vector<unsigned char>& data, const stockham_fault& fault) {
    const auto device = test_device::get().device;
    const auto context = make_context();
    const auto queue = harness::make_queue(context.get(), device);
    const auto in = harness::make_buffer(context.get(), data.size(), CL_MEM_READ_WRITE, data.data());
    const auto out = harness::make_buffer(context.get(), data.size(), CL_MEM_READ_WRITE, data.data());
    const auto references = [&] {
        cl_uint count = 0;
        clGetContextInfo(context.get(), CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr);
        return count;
    };
    const auto before = references();
    stockham::buffers b;
    b.input = in.get();
    b.output = out.get();
    b.spectrum = in.get();
    outcome o;
    {
        const armed failing(fault);
        try {
            work.run(context.get(), device, queue.get(), b);
        } catch (const stockham::error& e) {
            o.error = e.what();
        }
        o.calls = faults::calls("any");
    }
    clFinish(queue.get());
    // PoCL's own threads release some objects a moment after the end of a command.
    for (int k = 0; k < 200 && references() != before; ++k) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    o.references = references() - before;
    o.bytes.resize(data.size());
    clEnqueueReadBuffer(queue.get(), out.get(), CL_TRUE, 0, data.size(), o.bytes.data(), 0, nullptr, nullptr);
    return o;
}

void check(const char* name, const job& work, const stockham_fault& kind, long step = 1) {
    const auto p = work.problem.precision;
    std::mt19937 random(1);
    const auto elements = reference::uniform(4096, p, random);
    const auto data = to_bytes(elements, p);
    auto fault = kind;
    fault.call = nullptr;
    const auto right = run(work, data, fault);
    BOOST_REQUIRE_MESSAGE(right.error.empty(), right.error);
    BOOST_TEST(right.references == 0u);
    const auto wanted = from_bytes(right.bytes, p);
    std::vector<std::size_t> places(wanted.size());
    std::iota(places.begin(), places.end(), 0);
    fault.call = "any";
    long failures = 0, k = 1;
    for (; k <= right.calls; k += step) {
        fault.at = k;
        const auto o = run(work, data, fault);
        BOOST_TEST(o.references == 0u, name << ", call " << k << ": objects are left: " << o.error);
        if (!o.error.empty())
            ++failures;
        else
            BOOST_TEST(reference::relative_error(from_bytes(o.bytes, p), wanted, places) < 1e-5,
                       name << ", call " << k);
    }
    BOOST_TEST_MESSAGE(name << ": " << right.calls << " calls, " << failures << " errors");
    BOOST_TEST(failures > 0);
}

}  // namespace

BOOST_AUTO_TEST_CASE(one_call) {
    const auto fault = nth("any", 1);
    check("one pass", transform_of("c2c f32 64"), fault);
    check("two passes", transform_of("c2c f32 32x32 algorithm=row_transpose"), fault);
    check("convolution", convolution_of("c2c f32 32x32"), fault, 3);
}

BOOST_AUTO_TEST_CASE(all_calls_from_one_on) {
    auto fault = nth("any", 1, CL_DEVICE_NOT_AVAILABLE);
    fault.forever = 1;
    check("one pass", transform_of("c2c f32 64"), fault);
    check("two passes", transform_of("c2c f32 32x32 algorithm=row_transpose"), fault, 3);
    check("convolution", convolution_of("c2c f32 32x32"), fault, 3);
}

// Calls succeed, and the commands fail.
BOOST_AUTO_TEST_CASE(commands) {
    auto fault = nth("any", 1, CL_DEVICE_NOT_AVAILABLE);
    fault.events = 1;
    check("two passes", transform_of("c2c f32 32x32 algorithm=row_transpose"), fault, 7);
}

BOOST_AUTO_TEST_SUITE_END()
