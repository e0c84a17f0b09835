// Workspaces of the caller, shared ones and ones of the library, and sub-buffers.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <thread>

#include "runtime/execute/workspace_cache.hpp"
#include "support/on_device.hpp"
#include "support/queued_trial.hpp"

BOOST_AUTO_TEST_SUITE(workspace_test)

using stockham::internal::event_object;

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

// A plan keeps one for the in-order queue that it was last executed on. Other executions meanwhile get another.
BOOST_AUTO_TEST_CASE(kept_for_one_queue) {
    stockham::internal::workspace_cache kept;
    const cl_context context = test_device::get().context;
    const auto first = make_queue(), second = make_queue();
    const auto on = [&](cl_command_queue queue) { return kept.for_execution(queue, context, 4096); };
    const stockham::internal::memory_object one = stockham::internal::memory_object::retained(on(first.get()).get());
    BOOST_TEST(on(first.get()).get() == one.get());
    {
        const auto used = on(first.get());
        cl_mem other = nullptr;
        std::thread([&] { other = on(first.get()).get(); }).join();
        BOOST_TEST(other != used.get());
    }
    BOOST_TEST(on(first.get()).get() == one.get());
    BOOST_TEST(on(second.get()).get() != one.get());
    BOOST_TEST(on(first.get()).get() != one.get());
    if (!can_run_out_of_order()) return;
    const auto free = make_queue(out_of_order);
    const auto a = on(free.get()), b = on(free.get());
    BOOST_TEST(a.get() != b.get());
}

BOOST_AUTO_TEST_CASE(brought_by_the_plan_on_many_queues_and_threads) {
    const auto p = plan_of(transposed);
    const auto shared = make_queue();
    std::vector<std::thread> threads;
    std::vector<trial> trials;
    for (unsigned k = 0; k < 16; ++k) trials.emplace_back(p, 40 + k);
    for (std::size_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            const auto own = make_queue();
            for (std::size_t k = 0; k < 4; ++k) {
                const auto& a = trials[4 * t + k];
                const auto& queue = k % 2 ? own : shared;
                for (int again = 0; again < 5; ++again) wait_for(enqueue(p, queue.get(), a.in(), a.out()));
            }
        });
    for (auto& thread : threads) thread.join();
    for (const auto& a : trials) BOOST_TEST((a.result() == a.wanted));
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

// Input, output and workspace as sub-buffers of one buffer, with canaries between them.
BOOST_AUTO_TEST_CASE(sub_buffers) {
    const auto& d = test_device::get();
    const auto align =
        std::max<std::size_t>(4096, stockham::internal::query<cl_uint>(
                                        clGetDeviceInfo, d.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, "clGetDeviceInfo") /
                                        8);
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
                return stockham::harness::make_sub_buffer(parent.get(), s.begin, s.size, CL_MEM_READ_WRITE);
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

BOOST_AUTO_TEST_SUITE_END()
