// Executions and plans while operator new fails at each position in turn. After an error nothing was launched and no
// OpenCL object is leaked.
#include <boost/test/unit_test.hpp>

#include <functional>
#include <memory>

#include "runtime/execute/executable.hpp"
#include "runtime/programs/program_store.hpp"
#include "support/c_run.hpp"
#include "support/failing_new.hpp"
#include "support/opencl_calls.hpp"

BOOST_AUTO_TEST_SUITE(failed_execution_test)

using stockham::internal::event_object;
using stockham::internal::executable;

namespace {

constexpr long most_positions = 60;
constexpr std::size_t room = std::size_t{1} << 16;  // bytes of each buffer: enough for every problem here

/// An execution that a test repeats through the C interface, with or without an event.
using execution = std::function<stockham_code(cl_command_queue, const stockham_buffers*, cl_event*)>;

/// Buffers for every side of an execution, and the spectra of a convolution.
struct all_buffers {
    device_buffer in{room}, out{room}, spectrum{room};
    stockham_buffers given = stockham_default_buffers();

    explicit all_buffers(bool has_spectrum = false) {
        given.input = in.get();
        given.output = out.get();
        if (has_spectrum) given.spectrum = spectrum.get();
    }
};

/// After each failure nothing was launched, and results and kept objects are as expected.
void check_execution(const std::string& what, std::size_t launches, cl_command_queue queue, bool has_spectrum,
                     const execution& run) {
    const all_buffers buffers(has_spectrum);
    for (const bool with_event : {true, false}) {
        cl_event done = nullptr;
        long before = 0;
        opencl_calls::references owned;
        run(queue, &buffers.given, nullptr);  // makes the objects that the plan keeps for its queue
        failing_new::at_each_position(
            what + (with_event ? ", with an event" : ", without an event"), most_positions,
            [&] {
                done = nullptr;
                before = opencl_calls::launches();
                owned = opencl_calls::owned_references();
            },
            [&] { return run(queue, &buffers.given, with_event ? &done : nullptr); },
            [&](int code, bool failed) {
                clFinish(queue);
                BOOST_TEST((code == STOCKHAM_OK || (failed && code == STOCKHAM_MEMORY)), stockham_last_error());
                BOOST_TEST(opencl_calls::launches() - before == (code == STOCKHAM_OK ? long(launches) : 0));
                BOOST_TEST((done != nullptr) == (with_event && code == STOCKHAM_OK));
                if (done) clReleaseEvent(done);
                BOOST_TEST(opencl_calls::owned_references() == owned);
            });
    }
}

/// Executes a plan without a wait list, then after an event.
void check_plan(const char* problem, cl_command_queue queue) {
    const c_plan plan{problem};
    std::size_t launches = 0;
    EXPECT_OK(stockham_plan_launches(plan, &launches));
    check_execution(problem, launches, queue, false,
                    [&](cl_command_queue on, const stockham_buffers* given, cl_event* done) {
                        return stockham_plan_enqueue(plan, on, given, 0, nullptr, done);
                    });
    cl_int code = CL_SUCCESS;
    const event_object over(clCreateUserEvent(test_device::get().context, &code));
    BOOST_REQUIRE(code == CL_SUCCESS);
    clSetUserEventStatus(over.get(), CL_COMPLETE);
    const cl_event wait = over.get();
    check_execution(std::string(problem) + " after an event", launches, queue, false,
                    [&](cl_command_queue on, const stockham_buffers* given, cl_event* done) {
                        return stockham_plan_enqueue(plan, on, given, 1, &wait, done);
                    });
}

void check_convolution(const char* problem, cl_command_queue queue) {
    const auto& d = test_device::get();
    const c_problem signal{problem};
    auto description = stockham_default_convolution_description();
    description.signal = signal;
    c_convolution made;
    EXPECT_OK(stockham_convolution_create(d.context, d.device, &description, nullptr, &made));
    BOOST_REQUIRE(made.handle);
    std::size_t launches = 0;
    EXPECT_OK(stockham_convolution_launches(made, &launches));
    check_execution(std::string("convolution of ") + problem, launches, queue, true,
                    [&](cl_command_queue on, const stockham_buffers* given, cl_event* done) {
                        return stockham_convolution_enqueue(made, on, given, 0, nullptr, done);
                    });
}

constexpr const char* one_pass = "c2c f32 64";
constexpr const char* several_passes = "c2c f32 64x64 algorithm=row_transpose";

/// A launch that uses counters in memory, like passes that share a launch.
stockham::internal::launch counting_launch() {
    stockham::internal::launch l;
    l.source = "kernel void count_up(global uint* counters, uint turn, global uint* out) {\n"
               "    out[get_global_id(0)] = turn + counters[0];\n}\n";
    l.kernel = "count_up";
    l.arguments = {stockham::internal::pass_counters{}, stockham::internal::counter_turn{},
                   stockham::internal::buffer::output};
    return l;
}

}  // namespace

BOOST_AUTO_TEST_CASE(plans_on_queues_of_both_kinds) {
    for (auto properties : queue_kinds()) {
        const auto queue = make_queue(properties);
        check_plan(one_pass, queue.get());
        check_plan(several_passes, queue.get());
    }
}

// Items with the same buffers and with different ones, on queues of both kinds.
BOOST_AUTO_TEST_CASE(many_executions) {
    const c_plan plan{one_pass};
    const device_buffer more(room);
    for (auto properties : queue_kinds()) {
        const auto queue = make_queue(properties);
        for (const bool same : {true, false})
            check_execution(same ? "items in one buffer" : "items in buffers of their own", 1, queue.get(), false,
                            [&](cl_command_queue on, const stockham_buffers* given, cl_event* done) {
                                stockham_item items[] = {stockham_default_item(), stockham_default_item()};
                                for (auto& item : items) {
                                    item.input = given->input;
                                    item.output = given->output;
                                }
                                items[1].output = same ? given->output : more.get();
                                items[1].output_offset = same ? room / 2 : 0;
                                return stockham_plan_enqueue_many(plan, on, items, 2, nullptr, 0, nullptr, done);
                            });
    }
}

BOOST_AUTO_TEST_CASE(every_event) {
    const auto& d = test_device::get();
    const c_plan plan{several_passes};
    const all_buffers buffers;
    cl_event* events = nullptr;
    std::size_t count = 0;
    long before = 0;
    opencl_calls::references owned;
    EXPECT_OK(stockham_plan_enqueue(plan, d.queue, &buffers.given, 0, nullptr, nullptr));
    failing_new::at_each_position(
        "stockham_plan_enqueue_each", most_positions,
        [&] {
            before = opencl_calls::launches();
            owned = opencl_calls::owned_references();
        },
        [&] { return stockham_plan_enqueue_each(plan, d.queue, &buffers.given, 0, nullptr, &events, &count); },
        [&](int code, bool failed) {
            BOOST_TEST((code == STOCKHAM_OK || (failed && code == STOCKHAM_MEMORY)), stockham_last_error());
            if (code == STOCKHAM_OK) {
                for (std::size_t k = 0; k < count; ++k) finish(events[k]);
                stockham_free(events);
            } else {
                BOOST_TEST(opencl_calls::launches() == before);
            }
            BOOST_TEST(opencl_calls::owned_references() == owned);
        });
}

// With one plan and with two. The second must not run out of memory after the first was launched.
BOOST_AUTO_TEST_CASE(convolutions) {
    for (auto properties : queue_kinds()) {
        const auto queue = make_queue(properties);
        check_convolution("c2c f32 64", queue.get());
        check_convolution("c2c f32 17", queue.get());
    }
}

BOOST_AUTO_TEST_CASE(transpositions) {
    const auto& d = test_device::get();
    c_transposition made;
    const std::size_t lengths[] = {64, 48}, order[] = {1, 0};
    auto permutation = stockham_default_permutation();
    permutation.axes = 2;
    permutation.lengths = lengths;
    permutation.order = order;
    permutation.element = STOCKHAM_REAL_F32;
    EXPECT_OK(stockham_transposition_create(d.context, d.device, &permutation, &made));
    BOOST_REQUIRE(made.handle);
    check_execution("transposition", 1, d.queue, false,
                    [&](cl_command_queue on, const stockham_buffers* given, cl_event* done) {
                        return stockham_transposition_enqueue(made, on, given, 0, nullptr, done);
                    });
}

// Uses a new queue each time, so that each execution makes counters.
BOOST_AUTO_TEST_CASE(counters_of_a_new_queue) {
    const auto& d = test_device::get();
    const auto state = stockham::internal::context_state::of(d.context);
    const executable made(*state, d.device, {counting_launch(), counting_launch()});
    const device_buffer out(room);
    queue_object queue;
    long before = 0, events = 0;
    failing_new::at_each_position(
        "launches that count", most_positions,
        [&] {
            queue = make_queue();
            before = opencl_calls::launches();
            events = opencl_calls::owned_references().of[opencl_calls::events];
        },
        [&] {
            try {
                made.enqueue(queue.get(), stockham::internal::execution_buffers(nullptr, out.get(), nullptr), 0,
                             nullptr, executable::events::each);
                return 0;
            } catch (const std::bad_alloc&) {
                return 1;
            }
        },
        [&](int threw, bool failed) {
            clFinish(queue.get());
            BOOST_TEST((failed || !threw));
            BOOST_TEST(opencl_calls::launches() - before == (threw ? 0 : 2));
            BOOST_TEST(opencl_calls::owned_references().of[opencl_calls::events] == events);
        });
}

// A program that is saved to disk after its first run must still run.
BOOST_AUTO_TEST_CASE(a_program_that_is_not_saved_yet) {
    const auto& d = test_device::get();
    const auto state = stockham::internal::context_state::of(d.context);
    const auto program = state->program(d.device, counting_launch()).program;
    std::unique_ptr<stockham::internal::unsaved_program> unsaved;
    int enqueued = 0;
    failing_new::at_each_position(
        "unsaved_program::watch", most_positions,
        [&] {
            unsaved = std::make_unique<stockham::internal::unsaved_program>(program, d.device, "key");
            enqueued = 0;
        },
        [&] {
            unsaved->watch([&] {
                ++enqueued;
                cl_int code = CL_SUCCESS;
                return event_object(clCreateUserEvent(d.context, &code));
            });
            return 0;
        },
        [&](int, bool) { BOOST_TEST(enqueued == 1); });
}

// Each plan has different wisdom, so that none comes from the cache of the context.
BOOST_AUTO_TEST_CASE(plans_that_are_made) {
    const auto& d = test_device::get();
    c_handle<stockham_session> session(stockham_session_free);
    EXPECT_OK(stockham_session_create(d.context, &session));
    for (const char* problem : {one_pass, "r2c f32 4099", several_passes}) {
        const c_problem what{problem};
        std::vector<std::unique_ptr<c_wisdom>> wisdoms;
        auto options = stockham_default_plan_options();
        std::string usual;
        std::unique_ptr<c_plan> made;
        failing_new::at_each_position(
            std::string("stockham_plan_create of ") + problem, 24,
            [&] {
                wisdoms.push_back(std::make_unique<c_wisdom>());
                options.wisdom = *wisdoms.back();
                made = std::make_unique<c_plan>();
            },
            [&] { return stockham_plan_create(d.context, d.device, what, &options, &*made); },
            [&](int code, bool failed) {
                BOOST_TEST((code == STOCKHAM_OK || (failed && code == STOCKHAM_MEMORY)),
                           stockham_code_name(code) << ": " << stockham_last_error());
                BOOST_TEST((made->handle != nullptr) == (code == STOCKHAM_OK));
                if (code != STOCKHAM_OK) return;
                const auto text = text_of(stockham_plan_text, *made);
                if (usual.empty()) usual = text;
                BOOST_TEST(text == usual);
            });
    }
}

BOOST_AUTO_TEST_SUITE_END()
