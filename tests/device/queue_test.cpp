// Events in, event out: gates, wait lists, in-order and out-of-order queues, workspaces and sub-buffers.
#define BOOST_TEST_MODULE queue
#include <boost/test/unit_test.hpp>

#include <numeric>

#include "support/another_run.hpp"
#include "support/on_device.hpp"
#include "support/refusal.hpp"

using reference::number;
using stockham::event_object;
using stockham::memory_object;
using stockham::plan;
using stockham::transform;

namespace {

using numbers = std::vector<number>;
using bytes = std::vector<unsigned char>;

void must(cl_int code) {
    BOOST_REQUIRE_EQUAL(code, CL_SUCCESS);
}

/// An event that the test completes.
event_object user_event() {
    cl_int code = CL_SUCCESS;
    event_object event(clCreateUserEvent(test_device::get().context, &code));
    must(code);
    return event;
}

cl_int status_of(const event_object& event) {
    return stockham::query<cl_int>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, "clGetEventInfo");
}

event_object enqueue(const plan& p, cl_command_queue queue, cl_mem in, cl_mem out = nullptr, cl_mem workspace = nullptr,
                     const std::vector<cl_event>& wait = {}) {
    return event_object(
        p.enqueue(queue, in, out, workspace, static_cast<cl_uint>(wait.size()), wait.empty() ? nullptr : wait.data()));
}

void wait_for(const event_object& event) {
    const auto handle = event.get();
    must(clWaitForEvents(1, &handle));
}

/// By a queue of its own, so that nothing but the event orders it after the execution.
bytes read(cl_mem memory, std::size_t size) {
    const auto queue = make_queue();
    bytes data(size);
    must(clEnqueueReadBuffer(queue.get(), memory, CL_TRUE, 0, size, data.data(), 0, nullptr, nullptr));
    return data;
}

/// The plan of a device like this one with two units: how many launches it has does not depend on how many there are.
plan plan_of(const char* text) {
    auto limits = stockham::describe(test_device::get().device);
    limits.compute_units = 2;
    stockham::plan_options options;
    options.plan_for = &limits;
    return {test_device::get().context, test_device::get().device, stockham::parse_transform(text), options};
}

/// Several launches and a workspace, out of place and in place; one launch and none.
constexpr const char* transposed = "c2c f32 64x64 algorithm=row_transpose";
constexpr const char* transposed_in_place = "c2c f32 64x64 in algorithm=row_transpose";
constexpr const char* single_pass = "c2c f32 64 b19";

/// A plan with data, what it must become bit for bit, and buffers to try in.
struct trial {
    trial(const plan& p, unsigned seed) : t(p.problem()) {
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

    transform t;
    bytes input, poison, wanted;
    std::unique_ptr<device_buffer> from, into;
};

constexpr cl_command_queue_properties out_of_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

}  // namespace

BOOST_AUTO_TEST_CASE(the_plans_are_of_the_intended_kinds) {
    BOOST_TEST(plan_of(transposed).launches() == 4U);
    BOOST_TEST(plan_of(transposed).workspace_size() == 64U * 64U * 8U);
    BOOST_TEST(plan_of(transposed_in_place).workspace_size() == 64U * 64U * 8U);
    BOOST_TEST(plan_of(single_pass).launches() == 1U);
    BOOST_TEST(plan_of(single_pass).workspace_size() == 0U);
}

BOOST_AUTO_TEST_CASE(nothing_starts_before_a_user_event) {
    for (const char* text : {transposed, transposed_in_place, single_pass})
        for (auto properties : queue_kinds())
            BOOST_TEST_CONTEXT(text << (properties ? ", out of order" : ", in order")) {
                const auto p = plan_of(text);
                const trial a(p, 1);
                const auto queue = make_queue(properties);
                const auto gate = user_event();
                const auto done = enqueue(p, queue.get(), a.in(), a.out(), nullptr, {gate.get()});
                must(clFlush(queue.get()));
                BOOST_TEST(status_of(done) > CL_COMPLETE);
                BOOST_TEST((a.result() == a.untouched()));
                must(clSetUserEventStatus(gate.get(), CL_COMPLETE));
                wait_for(done);
                BOOST_TEST(status_of(done) == CL_COMPLETE);
                BOOST_TEST((a.result() == a.wanted));
            }
}

BOOST_AUTO_TEST_CASE(every_event_of_a_wait_list_counts) {
    if (!can_run_out_of_order()) return;
    const auto p = plan_of(transposed);
    const trial a(p, 2);
    const auto queue = make_queue(out_of_order);
    const auto gates = {user_event(), user_event(), user_event()};
    std::vector<cl_event> list;
    for (const auto& gate : gates) list.push_back(gate.get());
    const auto done = enqueue(p, queue.get(), a.in(), a.out(), nullptr, list);
    must(clFlush(queue.get()));
    for (auto k : {1U, 0U, 2U}) {
        BOOST_TEST(status_of(done) > CL_COMPLETE);
        BOOST_TEST((a.result() == a.poison));
        must(clSetUserEventStatus(list[k], CL_COMPLETE));
    }
    wait_for(done);
    BOOST_TEST((a.result() == a.wanted));
}

// Upload, forward, inverse and download on a queue that keeps no order: the events alone do.
BOOST_AUTO_TEST_CASE(a_chain_of_events_out_of_order) {
    if (!can_run_out_of_order()) return;
    const auto forward = plan_of("c2c f32 64x64 algorithm=row_transpose"),
               back = plan_of("c2c f32 64x64 inv scale=0.000244140625 algorithm=row_transpose");
    std::mt19937 generator(3);
    const auto data = reference::uniform(64 * 64, stockham::precision::f32, generator);
    auto input = to_bytes(data, stockham::precision::f32), output = input;
    std::fill(output.begin(), output.end(), static_cast<unsigned char>(0xff));
    const device_buffer a(input.size()), b(input.size()), c(input.size());
    const auto queue = make_queue(out_of_order);
    cl_event event = nullptr;
    const auto gate = user_event();
    const auto first = gate.get();
    must(clEnqueueWriteBuffer(queue.get(), a.get(), CL_FALSE, 0, input.size(), input.data(), 1, &first, &event));
    const event_object uploaded(event);
    const auto there = enqueue(forward, queue.get(), a.get(), b.get(), nullptr, {uploaded.get()});
    const auto again = enqueue(back, queue.get(), b.get(), c.get(), nullptr, {there.get()});
    const auto last = again.get();
    must(clEnqueueReadBuffer(queue.get(), c.get(), CL_FALSE, 0, output.size(), output.data(), 1, &last, &event));
    const event_object downloaded(event);
    must(clFlush(queue.get()));
    must(clSetUserEventStatus(gate.get(), CL_COMPLETE));
    wait_for(downloaded);
    std::vector<std::size_t> everywhere(data.size());
    std::iota(everywhere.begin(), everywhere.end(), std::size_t{0});
    BOOST_TEST(reference::relative_error(from_bytes(output, stockham::precision::f32), data, everywhere) <=
               2 * reference::gate(forward.problem()));
}

BOOST_AUTO_TEST_CASE(an_in_order_queue_needs_no_events) {
    const auto forward = plan_of("c2c f32 64x64 in algorithm=row_transpose"),
               back = plan_of("c2c f32 64x64 in inv scale=0.000244140625 algorithm=row_transpose");
    const trial a(forward, 4);
    const auto queue = make_queue();
    for (int k = 0; k < 3; ++k) {
        enqueue(forward, queue.get(), a.in());
        enqueue(back, queue.get(), a.in());
    }
    wait_for(enqueue(forward, queue.get(), a.in()));
    const auto got = from_bytes(a.result(), a.t.precision), wanted = from_bytes(a.wanted, a.t.precision);
    BOOST_TEST(reference::relative_error(got, wanted, reference::places(a.t, false)) <= 7 * reference::gate(a.t));
}

// Without a workspace of the caller's, each of them has its own: sharing one would mix them up.
BOOST_AUTO_TEST_CASE(many_in_flight_on_different_buffers) {
    for (const char* text : {transposed, transposed_in_place, single_pass})
        for (auto properties : queue_kinds())
            BOOST_TEST_CONTEXT(text << (properties ? ", out of order" : ", in order")) {
                const auto p = plan_of(text);
                const auto queue = make_queue(properties), other = make_queue(properties);
                const auto gate = user_event();
                std::vector<trial> trials;
                for (unsigned k = 0; k < 8; ++k) trials.emplace_back(p, 10 + k);
                std::vector<event_object> done;
                for (std::size_t k = 0; k < trials.size(); ++k)
                    done.push_back(enqueue(p, (k % 2 ? queue : other).get(), trials[k].in(), trials[k].out(), nullptr,
                                           {gate.get()}));
                must(clFlush(queue.get()));
                must(clFlush(other.get()));
                must(clSetUserEventStatus(gate.get(), CL_COMPLETE));
                for (const auto& event : done) wait_for(event);
                for (const auto& a : trials) BOOST_TEST((a.result() == a.wanted));
            }
}

// The returned event is the last launch's: when it is complete, so is the output, and no launch starts later.
BOOST_AUTO_TEST_CASE(the_returned_event_is_the_last) {
    if (!can_run_out_of_order()) return;
    const auto p = plan_of(transposed);
    const auto queue = make_queue(out_of_order | CL_QUEUE_PROFILING_ENABLE);
    for (unsigned seed = 0; seed < 10; ++seed) {
        const trial a(p, seed);
        const auto done = enqueue(p, queue.get(), a.in(), a.out());
        wait_for(done);
        BOOST_TEST((a.result() == a.wanted));
        const auto kind =
            stockham::query<cl_command_type>(clGetEventInfo, done.get(), CL_EVENT_COMMAND_TYPE, "clGetEventInfo");
        BOOST_TEST(kind == cl_command_type{CL_COMMAND_NDRANGE_KERNEL});
        // All launches were queued at about the same time; those before it ran between that and its start.
        const auto time = [&](cl_profiling_info what) {
            return stockham::query<cl_ulong>(clGetEventProfilingInfo, done.get(), what, "clGetEventProfilingInfo");
        };
        BOOST_TEST(time(CL_PROFILING_COMMAND_START) >= time(CL_PROFILING_COMMAND_QUEUED));
        BOOST_TEST(time(CL_PROFILING_COMMAND_END) > time(CL_PROFILING_COMMAND_START));
    }
}

// Without an event the queue's own order is all there is: it is enough, on either kind of queue.
BOOST_AUTO_TEST_CASE(execution_without_an_event) {
    for (const char* text : {single_pass, transposed, transposed_in_place})
        for (auto properties : queue_kinds()) {
            const auto p = plan_of(text);
            const trial a(p, 17);
            const auto queue = make_queue(properties);
            const auto gate = user_event();
            const cl_event wait = gate.get();
            p.execute(queue.get(), a.in(), a.out(), nullptr, 1, &wait);
            BOOST_TEST((a.result() == a.untouched()));
            must(clSetUserEventStatus(wait, CL_COMPLETE));
            must(clFinish(queue.get()));
            BOOST_TEST((a.result() == a.wanted));
        }
}

// Each launch has an event of its own, in their order; the result is there with the last.
BOOST_AUTO_TEST_CASE(every_launch_has_an_event) {
    for (auto properties : queue_kinds()) {
        const auto p = plan_of(transposed);
        const trial a(p, 15);
        const auto queue = make_queue(properties | CL_QUEUE_PROFILING_ENABLE);
        std::vector<event_object> events;
        for (cl_event event : p.enqueue_each(queue.get(), a.in(), a.out())) events.emplace_back(event);
        BOOST_REQUIRE(events.size() == p.launches());
        wait_for(events.back());
        BOOST_TEST((a.result() == a.wanted));
        cl_ulong before = 0;
        for (const auto& event : events) {
            cl_ulong begin = 0;
            must(clGetEventProfilingInfo(event.get(), CL_PROFILING_COMMAND_START, sizeof begin, &begin, nullptr));
            BOOST_TEST(begin >= before);
            must(clGetEventProfilingInfo(event.get(), CL_PROFILING_COMMAND_END, sizeof before, &before, nullptr));
            BOOST_TEST(before >= begin);
        }
    }
}

// What is in flight stays alive until it is done, whatever the caller lets go of.
BOOST_AUTO_TEST_CASE(a_plan_and_its_buffers_may_go_before_the_execution) {
    for (const char* text : {transposed, single_pass}) {
        auto p = std::make_unique<plan>(plan_of(text));
        const auto size = std::max<std::size_t>(1, p->workspace_size());
        auto workspace = std::make_unique<device_buffer>(size);
        trial a(*p, 5);
        const auto queue = make_queue();
        const auto gate = user_event();
        const auto done = enqueue(*p, queue.get(), a.in(), a.out(), workspace->get(), {gate.get()});
        p.reset();
        workspace.reset();
        a.from.reset();
        must(clSetUserEventStatus(gate.get(), CL_COMPLETE));
        wait_for(done);
        BOOST_TEST((a.result() == a.wanted));
    }
}

BOOST_AUTO_TEST_SUITE(workspaces)

BOOST_AUTO_TEST_CASE(given_or_not_or_larger_than_needed) {
    for (const char* text : {transposed, transposed_in_place, single_pass}) BOOST_TEST_CONTEXT(text) {
            const auto p = plan_of(text);
            const bytes canary(p.workspace_size() + 4096, static_cast<unsigned char>(0xa5));
            const device_buffer larger(canary.size(), canary.data());
            const trial with(p, 6), without(p, 6);
            const auto queue = make_queue();
            wait_for(enqueue(p, queue.get(), with.in(), with.out(), larger.get()));
            wait_for(enqueue(p, queue.get(), without.in(), without.out()));
            BOOST_TEST((with.result() == with.wanted));
            BOOST_TEST((without.result() == with.wanted));
            const auto after = larger.read();
            BOOST_TEST(std::equal(canary.begin() + static_cast<std::ptrdiff_t>(p.workspace_size()), canary.end(),
                                  after.begin() + static_cast<std::ptrdiff_t>(p.workspace_size())));
        }
}

BOOST_AUTO_TEST_CASE(reused_in_order_and_by_events) {
    if (!can_run_out_of_order()) return;
    const auto p = plan_of(transposed);
    const device_buffer workspace(p.workspace_size());
    std::vector<trial> trials;
    for (unsigned k = 0; k < 4; ++k) trials.emplace_back(p, 20 + k);
    const auto in_order = make_queue(), free = make_queue(out_of_order);
    event_object before;
    for (const auto& a : trials) before = enqueue(p, in_order.get(), a.in(), a.out(), workspace.get());
    wait_for(before);
    for (const auto& a : trials) BOOST_TEST((a.result() == a.wanted));
    std::vector<trial> others;
    for (unsigned k = 0; k < 4; ++k) others.emplace_back(p, 30 + k);
    for (const auto& a : others) before = enqueue(p, free.get(), a.in(), a.out(), workspace.get(), {before.get()});
    wait_for(before);
    for (const auto& a : others) BOOST_TEST((a.result() == a.wanted));
}

BOOST_AUTO_TEST_SUITE_END()

// Input, output and workspace as parts of one buffer, with canaries between them.
BOOST_AUTO_TEST_CASE(sub_buffers) {
    const auto& d = test_device::get();
    const auto align = std::max<std::size_t>(
        4096,
        stockham::query<cl_uint>(clGetDeviceInfo, d.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, "clGetDeviceInfo") / 8);
    for (const char* text :
         {transposed, transposed_in_place, single_pass, "c2c f32 64 b19 is=3 id=200 io=5 os=2 od=130 oo=9"})
        BOOST_TEST_CONTEXT(text) {
            const auto p = plan_of(text);
            const trial a(p, 7);
            const auto rounded = [&](std::size_t size) { return (size + align - 1) / align * align; };
            struct part {
                std::size_t begin, size;
            };
            const part in{align, a.input.size()}, out{in.begin + rounded(in.size) + align, a.poison.size()},
                workspace{out.begin + rounded(out.size) + align, std::max<std::size_t>(8, p.workspace_size())};
            bytes whole(workspace.begin + rounded(workspace.size) + align, static_cast<unsigned char>(0x5a));
            std::copy(a.input.begin(), a.input.end(), whole.begin() + static_cast<std::ptrdiff_t>(in.begin));
            std::copy(a.poison.begin(), a.poison.end(), whole.begin() + static_cast<std::ptrdiff_t>(out.begin));
            const device_buffer parent(whole.size(), whole.data());
            const auto sub = [&](const part& s) {
                const cl_buffer_region region{s.begin, s.size};
                cl_int code = CL_SUCCESS;
                memory_object memory(
                    clCreateSubBuffer(parent.get(), CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
                must(code);
                return memory;
            };
            const auto from = sub(in), into = sub(out), space = sub(workspace);
            const bool in_place = a.t.placement == stockham::placement::in_place;
            wait_for(enqueue(p, make_queue().get(), from.get(), in_place ? nullptr : into.get(), space.get()));
            const auto after = parent.read();
            const auto begin = static_cast<std::ptrdiff_t>(in_place ? in.begin : out.begin);
            BOOST_TEST(std::equal(a.wanted.begin(), a.wanted.end(), after.begin() + begin));
            std::copy(a.wanted.begin(), a.wanted.end(), whole.begin() + begin);
            std::copy_n(after.begin() + static_cast<std::ptrdiff_t>(workspace.begin), p.workspace_size(),
                        whole.begin() + static_cast<std::ptrdiff_t>(workspace.begin));
            BOOST_TEST((after == whole), "something outside the output and the workspace was written");
        }
}

BOOST_AUTO_TEST_CASE(wait_lists_that_are_none) {
    const auto p = plan_of(single_pass);
    const trial a(p, 8);
    const auto queue = make_queue();
    const auto gate = user_event();
    const cl_event hole[] = {gate.get(), nullptr};
    expect_argument_error("wait", [&] { p.enqueue(queue.get(), a.in(), a.out(), nullptr, 1, nullptr); });
    expect_argument_error(
        "wait", [&] { p.enqueue(queue.get(), a.in(), a.out(), nullptr, 2, hole); }, "event 1");
    BOOST_TEST((a.result() == a.poison));
    wait_for(event_object(p.enqueue(queue.get(), a.in(), a.out(), nullptr, 0, hole)));  // a list of none
    BOOST_TEST((a.result() == a.wanted));
}

// The smallest program that has a failed event, without the library. Intel's CPU runtime 2026.22.10 says that the
// command is complete (status 0), and may crash afterwards. Run by the next test, in a process of its own.
BOOST_AUTO_TEST_CASE(a_failed_event_without_us, *boost::unit_test::disabled()) {
    const auto queue = make_queue();
    const cl_int before = 5, after = 6;
    const device_buffer buffer(sizeof before, &before);
    const auto gate = user_event();
    const auto wait = gate.get();
    cl_event event = nullptr;
    must(clEnqueueWriteBuffer(queue.get(), buffer.get(), CL_FALSE, 0, sizeof after, &after, 1, &wait, &event));
    const event_object done(event);
    must(clFlush(queue.get()));
    must(clSetUserEventStatus(gate.get(), -1));
    BOOST_TEST(clWaitForEvents(1, &event) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    BOOST_TEST(status_of(done) < 0);
}

// What was to come after a command that failed does not come. (One launch only: PoCL 3.1 aborts the process when a
// failure passes along a chain of commands.)
BOOST_AUTO_TEST_CASE(a_failed_event_fails_the_execution) {
    if (another_run("a_failed_event_without_us", {}).wait() != 0) {
        BOOST_TEST_MESSAGE("skipped: this runtime does not pass on that an event failed, without the library neither");
        return;
    }
    for (auto properties : queue_kinds()) {
        const auto p = plan_of(single_pass);
        const trial a(p, 9);
        const auto queue = make_queue(properties);
        const auto gate = user_event();
        const auto done = enqueue(p, queue.get(), a.in(), a.out(), nullptr, {gate.get()});
        must(clFlush(queue.get()));
        must(clSetUserEventStatus(gate.get(), -1));
        const auto handle = done.get();
        BOOST_TEST(clWaitForEvents(1, &handle) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        BOOST_TEST(status_of(done) < 0);
        BOOST_TEST((a.result() == a.poison));
    }
}
