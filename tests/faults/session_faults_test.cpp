// Sessions while each OpenCL call fails in turn: the result is right, or the session throws one of the library's
// errors. It works again afterwards, and has lost no memory and left no object.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <stockham/session.hpp>
#include <stockham/stockham.hpp>

#include "faults/armed.hpp"
#include "session/session_state.hpp"
#include "support/environment.hpp"
#include "support/on_device.hpp"

#ifndef CL_VERSION_2_0
extern "C" {
void* clSVMAlloc(cl_context, cl_bitfield, std::size_t, cl_uint);
void clSVMFree(cl_context, void*);
}
#endif

BOOST_AUTO_TEST_SUITE(session_faults_test)

using faults::armed;
using faults::nth;
using stockham::host_sink;
using stockham::host_source;
using stockham::session;
using bytes = std::vector<unsigned char>;

namespace {

constexpr std::size_t block = std::size_t{1} << 24;  // of a transfer over a link
constexpr std::size_t mib = std::size_t{1} << 20;

/// Uses a session. Returns what it computes.
using work = std::function<bytes(const session&)>;

const bytes& numbers() {
    static const bytes made = [] {
        std::vector<float> values(5 * block / sizeof(float));
        for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<float>(k * 7919 % 1009) / 1009;
        bytes raw(values.size() * sizeof(float));
        std::memcpy(raw.data(), values.data(), raw.size());
        return raw;
    }();
    return made;
}

/// Memory at an address that a buffer can use, or beside one.
class host_array {
  public:
    host_array(std::size_t size, bool aligned) : memory_(size + 256), size_(size) {
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
        first_ = memory_.data() + (128 - address % 128) + (aligned ? 0 : 8);
    }
    unsigned char* data() { return first_; }
    std::size_t size() const { return size_; }
    bytes content() const { return {first_, first_ + size_}; }

  private:
    bytes memory_;
    std::size_t size_;
    unsigned char* first_ = nullptr;
};

enum class side { aligned, unaligned, function };

host_source reading(const unsigned char* from) {
    return [from](std::size_t first, std::size_t count, void* to) { std::memcpy(to, from + first, count); };
}
host_sink writing(unsigned char* to) {
    return [to](std::size_t first, std::size_t count, const void* from) { std::memcpy(to + first, from, count); };
}

/// A transform of host memory. The plan is kept, so that only the run fails.
work run_of(const char* problem, side from, side to) {
    const auto t = stockham::parse_transform(problem);
    const std::size_t in_size = stockham::input_bytes(t), out_size = stockham::output_bytes(t);
    return [=](const session& on) {
        host_array in(in_size, from == side::aligned), out(out_size, to == side::aligned);
        std::copy_n(numbers().begin(), in_size, in.data());
        const bool same = t.placement == stockham::placement::in_place;
        on.run(*on.plan(t),
               from == side::function ? stockham::host_input(reading(in.data())) : stockham::host_input(in.data()),
               to == side::function ? stockham::host_output(writing(out.data()))
                                    : stockham::host_output(same ? in.data() : out.data()));
        if (!same) BOOST_TEST(std::equal(in.data(), in.data() + in_size, numbers().begin()));
        return same && to != side::function ? in.content() : out.content();
    };
}

/// To a buffer and back, by arrays and functions.
work transfer_of(std::size_t size, bool by_functions) {
    return [=](const session& on) {
        const auto buffer = on.buffer(size + 64);
        bytes back(size);
        if (by_functions) {
            on.upload(buffer.get(), size, reading(numbers().data()), 64);
            on.download(buffer.get(), size, writing(back.data()), 64);
        } else {
            on.upload(buffer.get(), size, numbers().data(), 64);
            on.download(buffer.get(), size, back.data(), 64);
        }
        return back;
    };
}

/// Memory that kernels use by its address; null if the device has none.
class shared_memory {
  public:
    shared_memory(cl_context context, std::size_t size)
        : context_(context), data_(clSVMAlloc(context, CL_MEM_READ_WRITE, size, 0)) {}
    ~shared_memory() { clSVMFree(context_, data_); }
    shared_memory(const shared_memory&) = delete;
    shared_memory& operator=(const shared_memory&) = delete;
    void* data() const { return data_; }

  private:
    cl_context context_;
    void* data_;
};

work transfer_by_address(void* memory, std::size_t size, bool by_functions) {
    const auto there = stockham::device_memory::at(memory);
    return [=](const session& on) {
        bytes back(size);
        if (by_functions) {
            on.upload(there, size, reading(numbers().data()));
            on.download(there, size, writing(back.data()));
        } else {
            on.upload(there, size, numbers().data());
            on.download(there, size, back.data());
        }
        return back;
    };
}

bytes boxes(const session& on) {
    const stockham::strided_box box{700, {30, 5, 20}, {120000, 4000, 1100}};
    const auto buffer = on.buffer(box.bytes());
    bytes back(30 * 120000);
    on.upload(buffer.get(), box, numbers().data());
    on.download(buffer.get(), box, back.data());
    return back;
}

bytes pinned(const session& on) {
    auto from = on.pinned(mib), to = on.pinned(mib);
    std::memcpy(from.data(), numbers().data(), mib);
    const auto buffer = on.buffer(mib);
    on.upload(buffer.get(), mib, from.data());
    on.download(buffer.get(), mib, to.data());
    const auto* const first = static_cast<const unsigned char*>(to.data());
    return {first, first + mib};
}

constexpr const char* doubling = R"(
kernel void doubled(global const float* in, global float* out, uint n) {
    if (get_global_id(0) < n) out[get_global_id(0)] = 2 * in[get_global_id(0)];
}
)";

bytes kernel(const session& on) {
    bytes back(256);
    const auto in = on.buffer(256), out = on.buffer(256);
    on.upload(in.get(), 256, numbers().data());
    auto doubled = on.kernel(doubling, "doubled");
    doubled.set(0, in.get());
    doubled.set(1, out.get());
    doubled.set(2, cl_uint{64});
    doubled.execute(on.queue(), {64, 1, 1});
    on.finish();
    wait(doubled.enqueue(on.queue(), {64, 1, 1}, {64, 1, 1}));
    on.download(out.get(), 256, back.data());
    return back;
}

/// A context whose programs and plans a session keeps, with an idle buffer of that session.
class bench {
  public:
    /// `forgets`: the context forgets programs, plans and tables before and after each session.
    explicit bench(const char* link = "", bool forgets = false)
        : link_("STOCKHAM_LINK", link), context_(make_context()), base_(context()), forgets_(forgets) {}

    cl_context context() const { return context_.get(); }
    const session& base() const { return base_; }
    void settle() const { forgets_ ? base_.clear() : base_.trim(); }
    void leave_a_buffer() const { base_.buffer(mib); }
    cl_uint references() const {
        cl_uint count = 0;
        clGetContextInfo(context(), CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr);
        return count;
    }
    /// PoCL's own threads release some objects a moment after the end of a command.
    bool has_references(cl_uint count) const {
        for (int k = 0; k < 200 && references() > count; ++k) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        return references() <= count;
    }

  private:
    scoped_variable link_;
    stockham::internal::context_object context_;
    session base_;
    bool forgets_;
};

struct outcome {
    std::string error;
    bytes result;
    long calls = 0;                // that may fail
    bool emptied = false;          // the idle buffers of the other session have gone
    bool may_stay_mapped = false;  // memory that was mapped before all calls or commands failed
};

/// Calls f. Returns the error of the library that it throws.
template <class Function>
std::string error_of(const char* call, const Function& f) {
    try {
        f();
    } catch (const stockham::opencl_error& e) {
        BOOST_TEST((call == std::string("any") || std::strstr(call, e.call().c_str())), e.call());
        return e.what();
    } catch (const stockham::error& e) {
        BOOST_ERROR("no other error is expected: " << e.what());
        return e.what();
    }
    return {};
}

/// The work by a new session while the layer is armed. Every second session lives on and has to work again, the others
/// are destroyed while calls fail.
outcome run(const bench& on, const work& working, const bytes& wanted, const stockham_fault& fault) {
    on.settle();
    const auto before = on.references();
    on.leave_a_buffer();
    const std::size_t all = on.base().usable_memory();
    outcome o;
    std::optional<session> kept;
    {
        const armed failing(fault);
        o.error = error_of(fault.call, [&] {
            const session made(on.context());
            if (fault.at % 2) kept.emplace(made);
            o.result = working(made);
        });
        o.calls = faults::calls(fault.call);
        o.may_stay_mapped = (fault.forever || fault.events) && faults::calls("clEnqueueMapBuffer") > 0;
    }
    if (kept) {
        BOOST_TEST(kept->usable_memory() == all);
        BOOST_TEST((working(*kept) == wanted), "a later result is wrong after: " << o.error);
        kept->trim();
        BOOST_TEST(kept->idle_bytes() == 0U);
        kept.reset();
    }
    o.emptied = on.base().idle_bytes() == 0;
    on.settle();
    BOOST_TEST(on.base().usable_memory() == all);
    if (!o.may_stay_mapped)
        BOOST_TEST(on.has_references(before), on.references()
                                                  << " references instead of " << before << " after: " << o.error);
    return o;
}

bytes right_result(const bench& on, const work& working) {
    const session made(on.context());
    return working(made);
}

/// Every step-th call fails, until there are no more.
void check(const char* name, const bench& on, const work& working, const stockham_fault& kind, long step = 1) {
    const auto wanted = right_result(on, working);
    auto fault = kind;
    long failures = 0, results = 0;
    for (outcome o;; fault.at += step) {
        BOOST_TEST_CONTEXT(name << ", call " << fault.at) {
            o = run(on, working, wanted, fault);
            if (o.calls < fault.at) break;
            if (!o.error.empty())
                ++failures;
            else
                BOOST_TEST((o.result == wanted));
            ++results;
        }
    }
    BOOST_TEST_MESSAGE(name << ": " << failures << " errors of " << results);
    BOOST_TEST(results > 0);
}

/// One call fails, with all later ones or without; or the commands fail.
void check_all(const char* name, const bench& on, const work& working, long step = 1) {
    auto fault = nth("any", 1, CL_DEVICE_NOT_AVAILABLE);
    check(name, on, working, fault, step);
    fault.forever = 1;
    check(name, on, working, fault, step);
    fault.code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    check(name, on, working, fault, step);
    fault.events = 1;
    fault.forever = 0;
    check(name, on, working, fault, step);
}

/// A request that fails for lack of memory is tried once more, without the idle buffers of other sessions.
void check_lack_of_memory(const char* name, const bench& on, const work& working) {
    const auto wanted = right_result(on, working);
    long failures = 0;
    constexpr const char* enqueue =
        "clEnqueueWriteBuffer,clEnqueueReadBuffer,clEnqueueMapBuffer,clEnqueueNDRangeKernel,"
        "clEnqueueSVMMemcpy";
    for (const char* call : {"clCreateBuffer", enqueue})
        for (auto fault = nth(call, 1, CL_MEM_OBJECT_ALLOCATION_FAILURE);; ++fault.at) {
            const auto o = run(on, working, wanted, fault);
            if (o.calls < fault.at) break;
            ++failures;
            BOOST_TEST_CONTEXT(name << ", " << call << ' ' << fault.at) {
                BOOST_TEST((o.result == wanted), o.error);
                BOOST_TEST(o.emptied);
            }
        }
    BOOST_TEST(failures > 0, name);
}

}  // namespace

// The program's arrays are the device's, or are mapped and copied.
BOOST_AUTO_TEST_CASE(runs_in_memory_of_the_host) {
    const bench on;
    const auto each = [&](const char* name, const work& working) {
        check_all(name, on, working);
        check_lack_of_memory(name, on, working);
    };
    each("arrays", run_of("c2c f32 64 b4", side::aligned, side::aligned));
    each("other arrays", run_of("c2c f32 64 b4", side::unaligned, side::unaligned));
    each("functions", run_of("c2c f32 64 b4", side::function, side::function));
    each("in place", run_of("c2c f32 64 b4 in", side::aligned, side::aligned));
}

// Small arrays, and arrays of two blocks.
BOOST_AUTO_TEST_CASE(runs_over_a_link) {
    const bench on("1");
    const auto each = [&](const char* name, const work& working, long step = 1) {
        check_all(name, on, working, step);
        check_lack_of_memory(name, on, working);
    };
    each("small arrays", run_of("c2c f32 64 b4", side::aligned, side::unaligned));
    each("small functions", run_of("c2c f32 64 b4 in", side::function, side::function));
    each("arrays", run_of("c2c f32 64 b33000", side::aligned, side::unaligned), 5);
    each("functions", run_of("c2c f32 64 b33000 in", side::function, side::function), 5);
}

BOOST_AUTO_TEST_CASE(transfers) {
    for (const char* link : {"", "1"}) {
        const bench on(link);
        for (const bool by_functions : {false, true}) {
            const auto small = transfer_of(100, by_functions);
            check_all("small", on, small);
            check_lack_of_memory("small", on, small);
        }
    }
    const bench on("1");
    const auto more_than_the_ring_has = transfer_of(4 * block + 100, true);
    check("long", on, more_than_the_ring_has, nth("any", 1, CL_DEVICE_NOT_AVAILABLE), 3);
    check_lack_of_memory("long", on, more_than_the_ring_has);
}

BOOST_AUTO_TEST_CASE(transfers_by_address) {
    for (const char* link : {"", "1"}) {
        const bench on(link);
        if (!on.base().own_state().addresses.is_shared()) return;
        const shared_memory memory(on.context(), mib);
        for (const bool by_functions : {false, true}) {
            const auto working = transfer_by_address(memory.data(), mib, by_functions);
            check_all("addresses", on, working);
        }
        on.base().finish();
    }
}

BOOST_AUTO_TEST_CASE(boxes_and_pinned_memory) {
    for (const char* link : {"", "1"}) {
        const bench on(link);
        check_all("boxes", on, boxes);
        check_lack_of_memory("boxes", on, boxes);
        check_all("pinned memory", on, pinned);
        check_lack_of_memory("pinned memory", on, pinned);
    }
}

BOOST_AUTO_TEST_CASE(kernels) {
    const bench on;
    check_all("kernel", on, kernel);
    check_lack_of_memory("kernel", on, kernel);
}

BOOST_AUTO_TEST_CASE(plans) {
    const bench on("", true);
    const auto planned = run_of("c2c f32 32x32 algorithm=row_transpose", side::aligned, side::aligned);
    check("plan", on, planned, nth("any", 1, CL_DEVICE_NOT_AVAILABLE), 3);
    check_lack_of_memory("plan", on, planned);
}

// The session waits for a failed device, twice if need be.
BOOST_AUTO_TEST_CASE(a_device_that_cannot_be_stopped) {
    const bench on;
    const auto working = run_of("c2c f32 64 b4", side::aligned, side::aligned);
    const auto is_stuck_after = [&](int forever) {
        const session made(on.context());
        working(made);
        auto fault = nth("clEnqueueMapBuffer,clFinish", 1, CL_INVALID_COMMAND_QUEUE);
        fault.forever = forever;
        const armed failing(fault);
        BOOST_CHECK_THROW(working(made), stockham::opencl_error);
        return made.is_stuck();
    };
    BOOST_TEST(!is_stuck_after(0));
    BOOST_TEST(is_stuck_after(1));
}

// References are no part of "any".
BOOST_AUTO_TEST_CASE(references) {
    const bench on("1");
    const auto working = run_of("c2c f32 64 b33000", side::aligned, side::aligned);
    for (const std::string object : {"Context", "CommandQueue", "MemObject", "Program", "Kernel", "Event"})
        for (const std::string action : {"clRetain", "clRelease"}) {
            const auto call = action + object;
            const auto o = run(on, working, right_result(on, working), nth(call.c_str(), 1));
            BOOST_TEST((!o.error.empty() || o.result == right_result(on, working)), call);
        }
}

// Two sessions share the device and four threads each session.
BOOST_AUTO_TEST_CASE(many_threads) {
    const bench on("1");
    const std::size_t all = on.base().usable_memory();
    const auto working = run_of("c2c f32 64 b33000", side::aligned, side::unaligned);
    const auto wanted = right_result(on, working);
    const auto before = on.references();
    std::atomic<int> right{0}, failed{0}, wrong{0};
    for (const bool forever : {false, true}) {
        {
            stockham::session_options small;
            small.memory = 3 * wanted.size();  // for one run at a time
            const session one(on.context(), nullptr, small), other(on.context());
            for (long at = 1; at < 60; at += 9) {
                auto fault = nth("any", at, at % 2 ? CL_DEVICE_NOT_AVAILABLE : CL_MEM_OBJECT_ALLOCATION_FAILURE);
                fault.forever = forever;
                const armed failing(fault);
                std::vector<std::thread> threads;
                for (const auto* each : {&one, &other, &one, &other})
                    threads.emplace_back([&, each] {
                        try {
                            ++(working(*each) == wanted ? right : wrong);
                        } catch (const stockham::opencl_error&) {
                            ++failed;
                        } catch (...) {
                            ++wrong;
                        }
                    });
                for (auto& each : threads) each.join();
            }
            BOOST_TEST(one.usable_memory() == small.memory);
            BOOST_TEST(other.usable_memory() == all);
            BOOST_TEST((working(one) == wanted));
            BOOST_TEST((working(other) == wanted));
        }
        // Blocks that a lost device may still use are not released.
        if (!forever) BOOST_TEST(on.has_references(before), on.references() << " instead of " << before);
    }
    BOOST_TEST_MESSAGE(right << " results, " << failed << " errors");
    BOOST_TEST(right > 0);
    BOOST_TEST(failed > 0);
    BOOST_TEST(wrong == 0);
    BOOST_TEST(on.base().usable_memory() == all);
}

// Its commands end first; memory that it lent may be given back later.
BOOST_AUTO_TEST_CASE(destroyed_while_work_runs) {
    for (const char* call : {"none", "clFinish", "clWaitForEvents"}) {
        const bench on("1");
        const auto before = on.references();
        stockham::device_buffer buffer;
        stockham::pinned_memory lent;
        std::optional<armed> failing;
        {
            const session made(on.context());
            buffer = made.buffer(block);
            lent = made.pinned(mib);
            for (int k = 0; k < 4; ++k) made.upload(buffer.get(), block, numbers().data());
            if (call != std::string("none")) failing.emplace(nth(call, 1));
        }
        std::memset(lent.data(), 1, mib);
        buffer = {};
        lent = {};
        failing.reset();
        BOOST_TEST(on.has_references(before), call);
    }
}

// Memory that a command still reads or writes is neither unmapped nor lent again, whatever fails.
BOOST_AUTO_TEST_CASE(pinned_memory_in_use) {
    for (const bool waiting_fails : {false, true}) {
        const bench on("1");
        const session made(on.context());
        const auto target = made.buffer(mib);
        const auto queue = stockham::internal::make_queue(on.context(), test_device::get().device);
        cl_int code = CL_SUCCESS;
        const stockham::event start(clCreateUserEvent(on.context(), &code));
        BOOST_REQUIRE(code == CL_SUCCESS);
        auto lent = made.pinned(mib);
        void* const data = lent.data();
        std::memset(data, 7, mib);
        const cl_event first = start.get();
        cl_event last = nullptr;
        BOOST_REQUIRE(clEnqueueWriteBuffer(queue.get(), target.get(), CL_FALSE, 0, mib, data, 1, &first, &last) ==
                      CL_SUCCESS);
        clFlush(queue.get());
        clRetainEvent(last);
        lent.used_by(stockham::event(last));
        lent = {};
        const auto status = [&] {
            cl_int found = CL_QUEUED;
            clGetEventInfo(last, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof found, &found, nullptr);
            return found;
        };
        std::thread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            clSetUserEventStatus(first, CL_COMPLETE);
        });
        if (waiting_fails) {
            {
                const armed failing(nth("clWaitForEvents", 1, CL_DEVICE_NOT_AVAILABLE));
                const auto again = made.pinned(mib);
                BOOST_TEST((status() == CL_COMPLETE || again.data() != data));
            }
            made.trim();
        } else {
            made.trim();
            BOOST_TEST(status() == CL_COMPLETE);
        }
        later.join();
        clFinish(queue.get());
        bytes back(mib);
        made.download(target.get(), mib, back.data());
        BOOST_TEST(std::count(back.begin(), back.end(), 7) == std::ptrdiff_t{mib});
        clReleaseEvent(last);
    }
}

BOOST_AUTO_TEST_SUITE_END()
