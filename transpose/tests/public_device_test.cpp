// The public class on the device under test: results, events, threads, and refusals.
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <string>
#include <thread>

#include <stockham/error.hpp>
#include <stockham/transpose.hpp>

#include "runs.hpp"
#include "support/seed.hpp"

using namespace stockham;
using namespace stockham::internal;
using namespace stockham::internal::testing;

namespace {

permutation permuted(std::vector<std::size_t> lengths, std::vector<std::size_t> order, std::size_t batch = 1,
                     element e = element::complex_f32, placement where = placement::out_of_place) {
    return {std::move(lengths), std::move(order), batch, e, where, false};
}

transposition made(const permutation& p) {
    return {test_device::get().context(), test_device::get().device(), p};
}

/// A queue that is released at the end of the test.
struct own_queue {
    explicit own_queue(cl_command_queue_properties properties = 0) : get(test_device::get().make_queue(properties)) {}
    own_queue(const own_queue&) = delete;
    own_queue& operator=(const own_queue&) = delete;
    ~own_queue() { clReleaseCommandQueue(get); }
    cl_command_queue get;
};

memory_object plain_buffer(std::size_t size) {
    cl_int code = CL_SUCCESS;
    memory_object buffer(clCreateBuffer(test_device::get().context(), CL_MEM_READ_WRITE, size, nullptr, &code));
    check_cl(code, "clCreateBuffer");
    return buffer;
}

template <class Call>
void refused(Call call, const std::string& field) {
    BOOST_CHECK_EXCEPTION(call(), argument_error, [&](const argument_error& e) {
        BOOST_TEST_MESSAGE(e.what());
        return e.field() == field;
    });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(api)

BOOST_AUTO_TEST_CASE(axis_permutations) {
    for (const element e : elements) {
        check_public(permuted({19, 35, 21}, {2, 0, 1}, 3, e));
        check_public(permuted({19, 35, 21}, {2, 1, 0}, 1, e));
        check_public(permuted({19, 35, 21}, {1, 0, 2}, 2, e));
        check_public(permuted({7, 16, 9, 33}, {3, 1, 0, 2}, 2, e));
        check_public(permuted({7, 16, 9, 33}, {0, 3, 2, 1}, 1, e));
        check_public(permuted({2, 3, 2, 3, 2, 3, 2, 3}, {7, 5, 6, 4, 3, 1, 2, 0}, 3, e));
        check_public(permuted({42}, {0}, 5, e));
    }
}

BOOST_AUTO_TEST_CASE(random_permutations) {
    auto random = seeded("api random_permutations");
    for (int i = 0; i < problem_count(60); ++i) check_public(random_permutation(random, 1 + random() % 6, 100000));
}

BOOST_AUTO_TEST_CASE(in_place) {
    for (const element e : elements) {
        check_public(permuted({129, 129}, {1, 0}, 2, e, placement::in_place));
        check_public(permuted({90, 120}, {1, 0}, 2, e, placement::in_place));
        check_public(permuted({211, 101}, {1, 0}, 1, e, placement::in_place));
        check_public(permuted({6, 10, 30}, {2, 0, 1}, 1, e, placement::in_place));
        check_public(permuted({1, 50}, {1, 0}, 2, e, placement::in_place));
    }
}

BOOST_AUTO_TEST_CASE(piece_by_piece) {
    check_in_pieces(4099, 5003, placement::out_of_place);
    check_in_pieces(301, 517, placement::in_place);
}

BOOST_AUTO_TEST_CASE(text_lists_the_launches) {
    const auto matrices = made(permuted({90, 120}, {1, 0}, 3));
    BOOST_TEST(matrices.to_string().find("complex f32 90x120 b3 order 1,0") == 0U);
    BOOST_TEST(matrices.to_string().find("transpose complex f32 rows (90,120,1) columns (120,1,90)") !=
               std::string::npos);
    BOOST_TEST(matrices.workspace_size() == 0U);
    const auto single_row = made(permuted({1, 50}, {1, 0}, 1, element::real_f32, placement::in_place));
    BOOST_TEST(single_row.to_string().find("nothing moves") != std::string::npos);
}

// A row too long for any local memory, with and without a workspace from the caller.
BOOST_AUTO_TEST_CASE(own_and_given_workspace) {
    const permutation p = permuted({2, 300001}, {1, 0}, 1, element::complex_f64, placement::in_place);
    const auto transpose = made(p);
    const std::size_t row = 300001 * 16;
    BOOST_TEST(transpose.workspace_size() >= row);
    check_public(p);
    const auto& device = test_device::get();
    const bytes before = random_bytes(2 * row, 3);
    const guarded_buffer data(before), workspace(poisoned(transpose.workspace_size()));
    const event_object done(transpose.enqueue(device.queue(), data.get(), nullptr, workspace.get()));
    BOOST_TEST((data.content() == expected_of(p, before)));
    BOOST_TEST(workspace.canaries_intact());
    const auto small = plain_buffer(transpose.workspace_size() - 1);
    refused([&] { transpose.enqueue(device.queue(), data.get(), nullptr, small.get()); }, "workspace");
    refused([&] { transpose.enqueue(device.queue(), data.get(), nullptr, data.get()); }, "workspace");
}

// Nothing starts before the events waited for, and the returned event orders the next step on an out-of-order queue.
BOOST_AUTO_TEST_CASE(events_on_an_out_of_order_queue) {
    const auto& device = test_device::get();
    const own_queue queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    const permutation there = permuted({150, 170}, {1, 0}), back = permuted({170, 150}, {1, 0});
    const permutation turned = permuted({150, 170}, {1, 0}, 1, element::complex_f32, placement::in_place);
    const auto first = made(there), second = made(back), third = made(turned);
    const bytes before = random_bytes(150 * 170 * 8, 4), poison = poisoned(before.size());
    const guarded_buffer a(before), b(poison), c(poison);

    cl_int code = CL_SUCCESS;
    const event_object gate(clCreateUserEvent(device.context(), &code));
    check_cl(code, "clCreateUserEvent");
    const cl_event wait = gate.get();
    const event_object one(first.enqueue(queue.get, a.get(), b.get(), nullptr, 1, &wait));
    const cl_event after_one = one.get();
    const event_object two(second.enqueue(queue.get, b.get(), c.get(), nullptr, 1, &after_one));
    const cl_event after_two = two.get();
    const event_object three(third.enqueue(queue.get, c.get(), nullptr, nullptr, 1, &after_two));
    clFlush(queue.get);
    BOOST_TEST((b.content() == poison), "it did not wait for the gate");
    check_cl(clSetUserEventStatus(gate.get(), CL_COMPLETE), "clSetUserEventStatus");
    const cl_event last = three.get();
    check_cl(clWaitForEvents(1, &last), "clWaitForEvents");
    BOOST_TEST((b.content() == expected_of(there, before)));
    BOOST_TEST((c.content() == expected_of(turned, before)));
}

// The same if nothing is launched and a marker replaces the launch.
BOOST_AUTO_TEST_CASE(events_where_nothing_moves) {
    const auto& device = test_device::get();
    const auto row = made(permuted({1, 9}, {1, 0}, 1, element::real_f32, placement::in_place));
    const guarded_buffer data(random_bytes(36, 5));
    cl_int code = CL_SUCCESS;
    const event_object gate(clCreateUserEvent(device.context(), &code));
    check_cl(code, "clCreateUserEvent");
    const cl_event wait = gate.get();
    const own_queue queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    const event_object done(row.enqueue(queue.get, data.get(), nullptr, nullptr, 1, &wait));
    clFlush(queue.get);
    const auto status = query<cl_int>(clGetEventInfo, done.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, "clGetEventInfo");
    BOOST_TEST(status != CL_COMPLETE);
    check_cl(clSetUserEventStatus(gate.get(), CL_COMPLETE), "clSetUserEventStatus");
    const cl_event last = done.get();
    check_cl(clWaitForEvents(1, &last), "clWaitForEvents");
}

BOOST_AUTO_TEST_CASE(eight_threads) {
    const permutation p = permuted({210, 70}, {1, 0}, 2);
    const permutation q = permuted({210, 70}, {1, 0}, 2, element::complex_f32, placement::in_place);
    const auto apart = made(p), in_place = made(q);
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 8; ++t)
        threads.emplace_back([&, t] {
            const own_queue queue;
            const std::size_t size = 2 * 210 * 70 * 8;
            const auto in = plain_buffer(size), out = plain_buffer(size);
            bytes got(size);
            for (unsigned round = 0; round < 10; ++round) {
                const bytes before = random_bytes(size, 100 * t + round);
                const auto read = [&](const memory_object& from) {
                    clEnqueueReadBuffer(queue.get, from.get(), CL_TRUE, 0, size, got.data(), 0, nullptr, nullptr);
                    if (got != expected_of(p, before)) ++wrong;
                };
                clEnqueueWriteBuffer(queue.get, in.get(), CL_TRUE, 0, size, before.data(), 0, nullptr, nullptr);
                const event_object one(apart.enqueue(queue.get, in.get(), out.get()));
                read(out);
                const event_object two(in_place.enqueue(queue.get, in.get()));
                read(in);
            }
        });
    for (auto& thread : threads) thread.join();
    BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(moved_objects_stay_usable) {
    auto first = made(permuted({30, 40}, {1, 0}));
    const transposition second = std::move(first);
    first = made(permuted({3, 4}, {1, 0}));
    BOOST_TEST(second.to_string().find("30x40") != std::string::npos);
    BOOST_TEST(first.to_string().find("3x4") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(wrong_descriptions_are_refused) {
    refused([] { made(permuted({}, {})); }, "lengths");
    refused([] { made(permuted({0, 4}, {1, 0})); }, "lengths");
    refused([] { made(permuted({3, 4}, {1, 0}, 0)); }, "batch");
    refused([] { made(permuted({3, 4}, {0, 0})); }, "order");
    refused([] { made(permuted({std::size_t{1} << 40, std::size_t{1} << 40}, {1, 0})); }, "lengths");
    refused([] { transposition(nullptr, test_device::get().device(), permuted({3, 4}, {1, 0})); }, "context");
    refused([] { transposition(test_device::get().context(), nullptr, permuted({3, 4}, {1, 0})); }, "device");
    BOOST_CHECK_THROW(made(permuted({3, 4, 5}, {2, 1, 0}, 1, element::real_f32, placement::in_place)),
                      unsupported_error);
}

BOOST_AUTO_TEST_CASE(wrong_buffers_and_queues_are_refused) {
    const auto& device = test_device::get();
    const auto transpose = made(permuted({30, 40}, {1, 0}));
    const std::size_t size = 30 * 40 * 8;
    const auto in = plain_buffer(size), out = plain_buffer(size), small = plain_buffer(size - 1);
    const auto queue = device.queue();
    refused([&] { transpose.enqueue(nullptr, in.get(), out.get()); }, "queue");
    refused([&] { transpose.enqueue(queue, nullptr, out.get()); }, "input");
    refused([&] { transpose.enqueue(queue, in.get()); }, "output");
    refused([&] { transpose.enqueue(queue, in.get(), in.get()); }, "output");
    refused([&] { transpose.enqueue(queue, small.get(), out.get()); }, "input");
    refused([&] { transpose.enqueue(queue, in.get(), small.get()); }, "output");

    const cl_device_id id = device.device();
    cl_int code = CL_SUCCESS;
    const context_object other(clCreateContext(nullptr, 1, &id, nullptr, nullptr, &code));
    check_cl(code, "clCreateContext");
    const memory_object foreign(clCreateBuffer(other.get(), CL_MEM_READ_WRITE, size, nullptr, &code));
    check_cl(code, "clCreateBuffer");
    refused([&] { transpose.enqueue(queue, foreign.get(), out.get()); }, "input");

    const auto in_place = made(permuted({30, 40}, {1, 0}, 1, element::complex_f32, placement::in_place));
    refused([&] { in_place.enqueue(queue, in.get(), out.get()); }, "output");
}

BOOST_AUTO_TEST_SUITE_END()

// More than 2^31 elements, 9 GB per buffer: for GPUs with much memory, `ctest -C large -L large`.
BOOST_AUTO_TEST_SUITE(large, *boost::unit_test::disabled())

BOOST_AUTO_TEST_CASE(past_two_to_the_31_elements) {
    check_in_pieces(46349, 46351, placement::out_of_place);
    check_in_pieces(46352, 46352, placement::in_place);
    check_in_pieces(46080, 47104, placement::in_place);
}

BOOST_AUTO_TEST_SUITE_END()
