// Plans and executions while each OpenCL call fails in turn: the result is right, or the library throws one of its
// errors. Nothing it made stays.
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <stockham/convolution.hpp>
#include <stockham/owned.hpp>
#include <stockham/stockham.hpp>

#include "faults/armed.hpp"
#include "support/cached_run.hpp"
#include "support/environment.hpp"
#include "support/on_device.hpp"
#include "support/refusal.hpp"
#include "support/store_files.hpp"

BOOST_AUTO_TEST_SUITE(library_faults_test)

using faults::armed;
using faults::nth;

namespace {

namespace harness = stockham::harness;

/// Uses the library with objects of the user.
using work = std::function<void(cl_context, cl_device_id, cl_command_queue, const stockham::buffers&)>;

work transform_of(const char* problem, stockham::rigor rigor = stockham::rigor::estimate) {
    return [=](cl_context context, cl_device_id device, cl_command_queue queue, const stockham::buffers& b) {
        stockham::plan_options options;
        options.rigor = rigor;
        stockham::wisdom nothing;  // else a search would find the result of the one before
        options.wisdom = &nothing;
        const stockham::plan ready(context, device, stockham::parse_transform(problem), options);
        wait(stockham::enqueue(ready, queue, b));
    };
}

/// Two executions at a time: of a plan with items of equal and of different buffers, or of rows.
work many_of(const char* problem) {
    return [=](cl_context context, cl_device_id device, cl_command_queue queue, const stockham::buffers& b) {
        const stockham::plan ready(context, device, stockham::parse_transform(problem));
        const std::size_t bytes = input_bytes(ready.problem());
        ready.execute_many(queue, {{b.input, b.output}, {b.input, b.output, bytes, bytes}});
        const auto own = harness::make_buffer(context, bytes);
        wait(stockham::event(ready.enqueue_many(queue, {{b.input, b.output}, {b.input, own.get()}})));
    };
}
work rows_of(const char* first, const char* second) {
    return [=](cl_context context, cl_device_id device, cl_command_queue queue, const stockham::buffers& b) {
        const auto one = stockham::parse_transform(first), two = stockham::parse_transform(second);
        const stockham::batch ready(context, device, {one, two});
        const std::size_t bytes = input_bytes(one);
        wait(stockham::event(ready.enqueue(queue, {{b.input, b.output}, {b.input, b.output, bytes, bytes}})));
    };
}

work convolution_of(const char* problem) {
    return [=](cl_context context, cl_device_id device, cl_command_queue queue, const stockham::buffers& b) {
        stockham::convolution_description d;
        d.signal = stockham::parse_transform(problem);
        const stockham::convolution ready(context, device, d);
        wait(stockham::enqueue(ready, queue, b));
    };
}

constexpr auto precision = stockham::precision::f32;

std::vector<unsigned char> input() {
    std::mt19937 random(1);
    return to_bytes(reference::uniform(1024, precision, random), precision);
}

struct outcome {
    std::string error;
    std::vector<unsigned char> bytes;
    long calls = 0;  // that may fail
};

/// One run with new objects. The layer is armed while the library works, which must leave nothing in the context.
outcome run(const work& working, const stockham_fault& fault) {
    const auto data = input();
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
            working(context.get(), device, queue.get(), b);
        } catch (const stockham::argument_error& e) {
            BOOST_ERROR("nothing is wrong with the arguments: " << e.what());
        } catch (const stockham::opencl_error& e) {
            o.error = e.what();
            BOOST_TEST((fault.call == std::string("any") || fault.call == e.call()), e.call());
        } catch (const stockham::error& e) {
            o.error = e.what();
            BOOST_TEST(!o.error.empty());
        }
        o.calls = faults::calls(fault.call ? fault.call : "any");
    }
    clFinish(queue.get());
    // PoCL's own threads release some objects a moment after the end of a command.
    for (int k = 0; k < 200 && references() != before; ++k) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    BOOST_TEST(references() == before, "objects are left: " << o.error);
    o.bytes.resize(data.size());
    BOOST_TEST(clEnqueueReadBuffer(queue.get(), out.get(), CL_TRUE, 0, data.size(), o.bytes.data(), 0, nullptr,
                                   nullptr) == CL_SUCCESS);
    return o;
}

bool fault_may_be_ignored(const std::string& call) {
    return call.rfind("clRelease", 0) == 0 || call.rfind("clRetain", 0) == 0;
}

/// Every step-th call fails, until there are no more. Then the library works as if nothing had been.
void check(const char* name, const work& working, const stockham_fault& kind, long step = 1) {
    auto fault = kind;
    std::map<long, std::vector<unsigned char>> results;
    long failures = 0;
    for (outcome o;; fault.at += step) {
        BOOST_TEST_CONTEXT(name << ", call " << fault.at) o = run(working, fault);
        if (o.calls < fault.at) break;
        if (o.error.empty())
            results[fault.at] = o.bytes;
        else
            ++failures;
    }
    fault.call = nullptr;
    const auto right = run(working, fault);
    BOOST_REQUIRE_MESSAGE(right.error.empty(), right.error);
    const auto wanted = from_bytes(right.bytes, precision);
    std::vector<std::size_t> places(wanted.size());
    std::iota(places.begin(), places.end(), 0);
    for (const auto& [call, bytes] : results)
        BOOST_TEST(reference::relative_error(from_bytes(bytes, precision), wanted, places) < 1e-5,
                   name << ", call " << call);
    BOOST_TEST_MESSAGE(name << ": " << failures << " errors and " << results.size() << " results");
    BOOST_TEST((failures > 0 || fault_may_be_ignored(kind.call)));
}

}  // namespace

// The first test, because a check that passed is not repeated in the process.
BOOST_AUTO_TEST_CASE(the_check_at_first_use) {
    const scoped_variable on("STOCKHAM_CHECK", "on");
    check("first use", transform_of("c2c f32 64"), nth("any", 1, CL_DEVICE_NOT_AVAILABLE));
}

BOOST_AUTO_TEST_CASE(one_call) {
    const auto fault = nth("any", 1);
    check("one pass", transform_of("c2c f32 64"), fault);
    check("two passes", transform_of("c2c f32 32x32 algorithm=row_transpose"), fault);
    check("convolution", convolution_of("c2c f32 32x32"), fault, 5);
    check("many", many_of("c2c f32 64"), fault, 7);
    check("rows", rows_of("c2c f32 100", "c2c f32 101"), fault, 7);
}

// Each call of the driver takes time before a launch: two queries of the queue, five of each buffer, two arguments, and
// the launch. Items with the same buffers need no further ones, except for the limit of parameters and the table.
BOOST_AUTO_TEST_CASE(calls_of_an_execution) {
    const auto& d = test_device::get();
    const stockham::plan ready(d.context, d.device, stockham::parse_transform("c2c f32 64"));
    const device_buffer in(4096), out(4096);
    const std::vector<stockham::batch_item> items{{in.get(), out.get()}, {in.get(), out.get(), 512, 512}};
    const auto calls_of = [](const auto& enqueue) {
        enqueue();
        const armed counting(nth("any", 1 << 30));
        enqueue();
        return faults::calls("any");
    };
    BOOST_TEST(calls_of([&] { ready.execute(d.queue, in.get(), out.get()); }) == 15);
    BOOST_TEST(calls_of([&] { ready.execute_many(d.queue, items); }) <= 19);
    clFinish(d.queue);
}

BOOST_AUTO_TEST_CASE(all_calls_from_one_on) {
    auto fault = nth("any", 1, CL_DEVICE_NOT_AVAILABLE);
    fault.forever = 1;
    check("one pass", transform_of("c2c f32 64"), fault);
    check("two passes", transform_of("c2c f32 32x32 algorithm=row_transpose"), fault, 3);
    check("convolution", convolution_of("c2c f32 32x32"), fault, 5);
}

// References are no part of "any".
BOOST_AUTO_TEST_CASE(references) {
    for (const std::string object : {"Context", "CommandQueue", "MemObject", "Program", "Kernel", "Event"})
        for (const std::string action : {"clRetain", "clRelease"}) {
            const auto call = action + object;
            check(call.c_str(), transform_of("c2c f32 32x32 algorithm=row_transpose"), nth(call.c_str(), 1));
        }
}

// Calls succeed, and the commands fail.
BOOST_AUTO_TEST_CASE(commands) {
    auto fault = nth("any", 1, CL_DEVICE_NOT_AVAILABLE);
    fault.events = 1;
    check("two passes", transform_of("c2c f32 32x32 algorithm=row_transpose"), fault, 7);
}

// Binaries are read from the cache, and new ones written. The library takes PoCL for a runtime without a cache of its
// own.
BOOST_AUTO_TEST_CASE(the_program_cache) {
    const scoped_variable binaries("POCL_KERNEL_CACHE", "0");
    const temporary_folder folder;
    const scoped_cache cache(folder);
    // Until the entry is written, the library keeps the events of executions.
    check("program cache, events", transform_of("c2c f32 64"), nth("clRetainEvent", 1));
    check("program cache", transform_of("c2c f32 64"), nth("any", 1), 2);
    BOOST_TEST(sound_entries(folder) == 2u);
}

// Some 25,000 calls. A candidate that fails is dropped, but on a lost device there is no other.
BOOST_AUTO_TEST_CASE(a_search) {
    const auto search = transform_of("c2c f32 8 b64", stockham::rigor::measure);
    check("search", search, nth("any", 1), 7001);
    auto fault = nth("any", 1, CL_DEVICE_NOT_AVAILABLE);
    fault.forever = 1;
    check("search, lost device", search, fault, 9001);
}

BOOST_AUTO_TEST_CASE(the_reason_why_there_is_no_device) {
    for (const char* call : {"clGetPlatformIDs", "clGetDeviceIDs", "clGetDeviceInfo"})
        for (const long k : {1, 2}) {
            const armed fault(nth(call, k));
            expect_argument_error(
                "device", [] { stockham::choose_device(); }, call + std::string(" failed: CL_OUT"));
        }
    const armed fault(nth("clGetDeviceIDs", 1, CL_DEVICE_NOT_FOUND));
    expect_argument_error(
        "device", [] { stockham::choose_device(); }, "none of these platforms has one: '");
}

BOOST_AUTO_TEST_SUITE_END()
