// Many threads: with one plan, with one queue, and planning at the same time.
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <thread>

#include "support/on_device.hpp"

BOOST_AUTO_TEST_SUITE(thread_test)

using stockham::plan;
using stockham::plan_options;
using stockham::internal::event_object;

namespace {

constexpr unsigned thread_count = 8;
constexpr unsigned executions = 12;

/// Runs work(0), work(1), .. in threads that start together, and returns all errors.
template <class Work>
std::string in_threads(const Work& work) {
    std::atomic<unsigned> ready{0};
    std::vector<std::string> errors(thread_count);
    std::vector<std::thread> threads;
    for (unsigned k = 0; k < thread_count; ++k)
        threads.emplace_back([&, k] {
            ++ready;
            while (ready < thread_count) std::this_thread::yield();
            try {
                work(k);
            } catch (const std::exception& e) {
                errors[k] = "thread " + std::to_string(k) + ": " + e.what() + "\n";
            }
        });
    for (auto& thread : threads) thread.join();
    std::string all;
    for (const auto& e : errors) all += e;
    return all;
}

/// Inputs with bit-exact expected results.
struct sample {
    std::vector<unsigned char> input, wanted;
};

std::vector<sample> samples_of(const plan& p, unsigned count) {
    const auto& t = p.problem();
    std::vector<sample> all;
    for (unsigned seed = 0; seed < count; ++seed) {
        std::mt19937 generator(seed);
        const auto input = reference::uniform(input_extent(t), t.precision, generator);
        const auto output = run(p, input, std::vector<reference::number>(output_extent(t))).output;
        all.push_back({to_bytes(input, t.precision), to_bytes(output, t.precision)});
    }
    return all;
}

void fail(const char* what) {
    throw std::runtime_error(what);
}

/// Buffers for consecutive executions: written, transformed and read on the queue, ordered by events.
class lane_of_work {
  public:
    explicit lane_of_work(const plan& p, cl_command_queue queue, bool workspace)
        : plan_(p), queue_(queue), in_(input_extent(p.problem()) * element_size(p.problem().precision)),
          out_(output_extent(p.problem()) * element_size(p.problem().precision)),
          workspace_(workspace && p.workspace_size() ? std::make_unique<device_buffer>(p.workspace_size()) : nullptr) {}

    void operator()(const sample& s) {
        const bool in_place = plan_.problem().placement == stockham::placement::in_place;
        std::vector<unsigned char> got(s.wanted.size());
        cl_event event = nullptr;
        if (clEnqueueWriteBuffer(queue_, in_.get(), CL_FALSE, 0, s.input.size(), s.input.data(), 0, nullptr, &event))
            fail("no upload");
        const event_object uploaded(event);
        const event_object done(plan_.enqueue(queue_, in_.get(), in_place ? nullptr : out_.get(),
                                              workspace_ ? workspace_->get() : nullptr, 1, &event));
        const cl_event last = done.get();
        if (clEnqueueReadBuffer(queue_, (in_place ? in_ : out_).get(), CL_TRUE, 0, got.size(), got.data(), 1, &last,
                                nullptr))
            fail("no download");
        if (got != s.wanted) fail("wrong numbers");
    }

  private:
    const plan& plan_;
    cl_command_queue queue_;
    device_buffer in_, out_;
    std::unique_ptr<device_buffer> workspace_;
};

constexpr const char* plans[] = {"c2c f32 64x64 algorithm=row_transpose", "c2c f32 64x64 in algorithm=row_transpose",
                                 "c2c f32 64 b19", "c2c f32 16384"};

}  // namespace

BOOST_AUTO_TEST_CASE(one_plan_and_a_queue_for_each) {
    const auto& d = test_device::get();
    const auto kinds = queue_kinds();
    for (const char* text : plans)
        for (bool workspace : {false, true}) {
            const plan p(d.context, d.device, stockham::parse_transform(text));
            const auto samples = samples_of(p, thread_count);
            const auto wrong = in_threads([&](unsigned k) {
                const auto queue = make_queue(kinds[k % kinds.size()]);
                lane_of_work work(p, queue.get(), workspace);
                for (unsigned count = 0; count < executions; ++count) work(samples[(k + count) % samples.size()]);
            });
            BOOST_TEST(wrong.empty(), text << ": " << wrong);
        }
}

BOOST_AUTO_TEST_CASE(one_plan_and_one_queue) {
    const auto& d = test_device::get();
    for (auto properties : queue_kinds()) {
        const plan p(d.context, d.device, stockham::parse_transform(plans[0]));
        const auto samples = samples_of(p, thread_count);
        const auto queue = make_queue(properties);
        const auto wrong = in_threads([&](unsigned k) {
            lane_of_work work(p, queue.get(), k % 2 == 0);
            for (unsigned count = 0; count < executions; ++count) work(samples[(k + count) % samples.size()]);
        });
        BOOST_TEST(wrong.empty(), wrong);
    }
}

// Plans of the same problem share their kernels, so their threads also wait for each other.
BOOST_AUTO_TEST_CASE(many_plans_of_one_problem) {
    const auto& d = test_device::get();
    const plan first(d.context, d.device, stockham::parse_transform(plans[0]));
    const auto samples = samples_of(first, thread_count);
    const auto wrong = in_threads([&](unsigned k) {
        const plan mine(d.context, d.device, stockham::parse_transform(plans[0]));
        const auto queue = make_queue();
        lane_of_work work(mine, queue.get(), k % 2 == 0);
        for (unsigned count = 0; count < executions; ++count) work(samples[(k + count) % samples.size()]);
    });
    BOOST_TEST(wrong.empty(), wrong);
}

// A new context: several threads plan the same problems, and each also plans others. Problems that cannot be planned
// fail in every thread and do not affect others.
BOOST_AUTO_TEST_CASE(planning_at_once) {
    const auto& d = test_device::get();
    std::vector<std::vector<sample>> samples;
    for (const char* text : plans)
        samples.push_back(samples_of(plan(d.context, d.device, stockham::parse_transform(text)), 1));
    for (int repeat = 0; repeat < 3; ++repeat) {
        const auto context = make_context();
        std::vector<std::unique_ptr<plan>> made(thread_count);
        std::atomic<unsigned> refused{0};
        const auto wrong = in_threads([&](unsigned k) {
            const stockham::session session(context.get());
            made[k] = std::make_unique<plan>(context.get(), d.device, stockham::parse_transform(plans[k % 4]));
            auto no_double = stockham::describe(d.device);
            no_double.fp64 = stockham::double_support::none;
            plan_options options;
            options.expert.plan_for = &no_double;
            try {
                plan(context.get(), d.device, stockham::parse_transform("c2c f64 64"), options);
            } catch (const stockham::unsupported_error&) {
                ++refused;
            }
        });
        BOOST_TEST(wrong.empty(), wrong);
        BOOST_TEST(refused == thread_count);
        for (unsigned k = 0; k < thread_count; ++k) BOOST_TEST(made[k]->to_string() == made[k % 4]->to_string());
    }
    const auto wrong = in_threads([&](unsigned k) {
        const plan mine(d.context, d.device, stockham::parse_transform(plans[k % 4]));
        const auto queue = make_queue();
        lane_of_work(mine, queue.get(), false)(samples[k % 4].front());
    });
    BOOST_TEST(wrong.empty(), wrong);
}

BOOST_AUTO_TEST_SUITE_END()
