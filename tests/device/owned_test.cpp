// Objects that release themselves: reference counts, executions that return them, cleanup after exceptions; and
// convolutions, transpositions and transforms with loops made by many threads at once.
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <thread>

#include "support/on_device.hpp"
#include "support/refusal.hpp"

BOOST_AUTO_TEST_SUITE(owned_test)

using stockham::event;
using stockham::owned_buffer;

namespace {

cl_uint count_of(cl_mem buffer) {
    return stockham::internal::query<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_REFERENCE_COUNT, "clGetMemObjectInfo");
}
cl_uint count_of(cl_context context) {
    return stockham::internal::query<cl_uint>(clGetContextInfo, context, CL_CONTEXT_REFERENCE_COUNT,
                                              "clGetContextInfo");
}

}  // namespace

BOOST_AUTO_TEST_CASE(copies_share_the_reference_count) {
    const device_buffer held(64);
    BOOST_REQUIRE(count_of(held.get()) == 1U);
    clRetainMemObject(held.get());
    {
        owned_buffer one(held.get());
        BOOST_TEST(count_of(held.get()) == 2U);
        const owned_buffer two = one;
        BOOST_TEST(count_of(held.get()) == 3U);
        owned_buffer three = std::move(one);
        BOOST_TEST(!one);
        BOOST_TEST(three.get() == held.get());
        BOOST_TEST(count_of(held.get()) == 3U);
        one = two;
        three = owned_buffer();
        BOOST_TEST(count_of(held.get()) == 3U);
        auto& same = one;
        one = same;
        BOOST_TEST(count_of(held.get()) == 3U);
        clReleaseMemObject(one.release());
        BOOST_TEST(!one);
        BOOST_TEST(count_of(held.get()) == 2U);
    }
    BOOST_TEST(count_of(held.get()) == 1U);
}

BOOST_AUTO_TEST_CASE(executions_return_events) {
    const auto& d = test_device::get();
    const stockham::plan forward(d.context, d.device, stockham::parse_transform("c2c f32 64 b4")),
        inverse(d.context, d.device, stockham::parse_transform("c2c f32 64 b4 inv scale=0.015625"));
    std::mt19937 g(3);
    const auto data = reference::uniform(256, stockham::precision::f32, g);
    const auto bytes = to_bytes(data, stockham::precision::f32);
    const device_buffer in(bytes.size(), bytes.data()), spectrum(bytes.size()), out(bytes.size());
    for (auto kind : queue_kinds()) {
        const auto queue = make_queue(kind);
        const event first = enqueue(forward, queue.get(), {in.get(), spectrum.get()});
        const event second = enqueue(inverse, queue.get(), {spectrum.get(), out.get()}, {first});
        wait(second);
        const auto back = from_bytes(out.read(), stockham::precision::f32);
        std::vector<std::size_t> all(data.size());
        for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
        BOOST_TEST(reference::relative_error(back, data, all) < 1e-6);
    }
    stockham::permutation turned;
    turned.lengths = {16, 16};
    turned.order = {1, 0};
    const stockham::transposition transposed(d.context, d.device, turned);
    const event once = enqueue(transposed, d.queue, in.get(), spectrum.get());
    wait(enqueue(transposed, d.queue, spectrum.get(), out.get(), nullptr, {once}));
    BOOST_TEST((out.read() == bytes));
}

BOOST_AUTO_TEST_CASE(many_executions_return_one_event) {
    const auto& d = test_device::get();
    const auto forward = stockham::parse_transform("c2c f32 64");
    const stockham::plan one(d.context, d.device, forward);
    const stockham::batch two(d.context, d.device, {forward, forward});
    std::mt19937 g(4);
    const auto bytes = to_bytes(reference::uniform(128, stockham::precision::f32, g), stockham::precision::f32);
    const device_buffer in(bytes.size(), bytes.data()), plain(bytes.size()), many(bytes.size()), all(bytes.size());
    const auto items = [&](const device_buffer& out) {
        return std::vector<stockham::batch_item>{{in.get(), out.get()}, {in.get(), out.get(), 512, 512}};
    };
    const stockham::plan both(d.context, d.device, stockham::parse_transform("c2c f32 64 b2"));
    const event first = enqueue(both, d.queue, {in.get(), plain.get()});
    const event second = enqueue_many(one, d.queue, items(many), {}, {first});
    wait(enqueue(two, d.queue, items(all), {}, {first, second}));
    BOOST_TEST((many.read() == all.read()));
    const auto wanted = from_bytes(plain.read(), stockham::precision::f32);
    std::vector<std::size_t> places(wanted.size());
    for (std::size_t k = 0; k < places.size(); ++k) places[k] = k;
    BOOST_TEST(reference::relative_error(from_bytes(many.read(), stockham::precision::f32), wanted, places) < 1e-6);
}

BOOST_AUTO_TEST_CASE(waiting_for_nothing_is_an_error) {
    expect_opencl_error("clWaitForEvents", [] { wait(event()); });
}

BOOST_AUTO_TEST_CASE(nothing_is_left_when_something_throws) {
    const auto& d = test_device::get();
    const auto context = make_context();
    const auto before = count_of(context.get());
    for (int repeat = 0; repeat < 3; ++repeat) {
        const auto refused = [&] {
            const stockham::owned_queue queue(clCreateCommandQueue(context.get(), d.device, 0, nullptr));
            const owned_buffer small(clCreateBuffer(context.get(), CL_MEM_READ_WRITE, 8, nullptr, nullptr));
            const stockham::plan plan(context.get(), d.device, stockham::parse_transform("c2c f32 64 in"));
            wait(enqueue(plan, queue.get(), {small.get()}));
        };
        expect_argument_error("input", refused);
        expect_unsupported_error("lengths", [&] {
            stockham::plan(context.get(), d.device, stockham::parse_transform("c2c f32 4294967297"));
        });
    }
    BOOST_TEST(count_of(context.get()) == before);
}

BOOST_AUTO_TEST_CASE(many_threads_make_everything_at_once) {
    const auto& d = test_device::get();
    constexpr unsigned threads = 6;
    const auto context = make_context();
    std::atomic<unsigned> ready{0}, wrong{0};
    std::vector<std::string> loops(threads), convolved(threads), turned(threads);
    std::vector<std::thread> all;
    for (unsigned k = 0; k < threads; ++k)
        all.emplace_back([&, k] {
            ++ready;
            while (ready < threads) std::this_thread::yield();
            try {
                const stockham::session session(context.get());
                stockham::array a;
                a.shape = {3, 8, 5};
                loops[k] = stockham::plan(context.get(), d.device, transform_along({1}, a, a)).to_string();
                stockham::convolution_description c;
                c.signal = stockham::parse_transform("c2c f32 8x8");
                convolved[k] = stockham::convolution(context.get(), d.device, c).to_string();
                stockham::permutation p;
                p.lengths = {3, 4};
                p.order = {1, 0};
                turned[k] = stockham::transposition(context.get(), d.device, p).to_string();
                stockham::wisdom known;
                known.merge(stockham::wisdom::standard());
            } catch (const std::exception&) {
                ++wrong;
            }
        });
    for (auto& thread : all) thread.join();
    BOOST_TEST(wrong == 0U);
    for (unsigned k = 0; k < threads; ++k) {
        BOOST_TEST(!loops[k].empty());
        BOOST_TEST(loops[k] == loops[0]);
        BOOST_TEST(convolved[k] == convolved[0]);
        BOOST_TEST(turned[k] == turned[0]);
    }
}

BOOST_AUTO_TEST_SUITE_END()
