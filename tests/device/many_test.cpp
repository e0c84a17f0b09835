// Many executions of a plan in few launches: the same bits as one by one, for any number of items and any memory.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "support/on_device.hpp"
#include "support/refusal.hpp"

BOOST_AUTO_TEST_SUITE(many_test)

using stockham::batch_item;
using stockham::buffers;
using stockham::parse_transform;
using stockham::plan;
using stockham::transform;

namespace {

using byte_list = std::vector<unsigned char>;

constexpr std::size_t guard = 64;  // bytes before and after each array, a multiple of every element
constexpr unsigned char mark = 0x5A;

/// Numbers of a transform's precision in [-1, 1], between guards.
byte_list guarded_numbers(std::size_t bytes, stockham::precision p, std::mt19937& generator) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    byte_list all(bytes + 2 * guard, mark);
    const std::size_t each = p == stockham::precision::f64 ? sizeof(double) : sizeof(float);
    for (std::size_t at = guard; at + each <= guard + bytes; at += each) {
        const double x = uniform(generator);
        const auto single = static_cast<float>(x);
        std::memcpy(&all[at], each == sizeof x ? static_cast<const void*>(&x) : &single, each);
    }
    return all;
}

/// The arrays of several executions, on the host.
struct arrays {
    std::vector<byte_list> in, out;  // with guards

    arrays(const transform& t, std::size_t count, unsigned seed) {
        std::mt19937 generator(seed);
        const bool in_place = t.placement == stockham::placement::in_place;
        const auto bytes = in_place ? std::max(input_bytes(t), output_bytes(t)) : input_bytes(t);
        for (std::size_t k = 0; k < count; ++k) {
            in.push_back(guarded_numbers(bytes, t.precision, generator));
            out.push_back(byte_list(in_place ? 0 : output_bytes(t) + 2 * guard, mark));
        }
    }
};

plan plan_of(const std::string& text) {
    const auto& d = test_device::get();
    stockham::plan_options options;
    if (text == "c2c f32 16x16") options.expert.plan_string = "16 x 16 : 0.0 ; 1.0";
    return {d.context, d.device, parse_transform(text), options};
}

/// The results of one execution after the other, each in buffers of its own.
arrays one_by_one(const plan& p, const arrays& given) {
    const auto& d = test_device::get();
    arrays results = given;
    const auto inside = [](const byte_list& all) { return byte_list(all.begin() + guard, all.end() - guard); };
    for (std::size_t k = 0; k < given.in.size(); ++k) {
        const auto in = inside(given.in[k]);
        const device_buffer from(in.size(), in.data());
        if (given.out[k].empty()) {
            finish(p.enqueue(d.queue, from.get()));
            const auto made = from.read();
            std::copy(made.begin(), made.end(), results.in[k].begin() + guard);
            continue;
        }
        const auto out = inside(given.out[k]);
        const device_buffer to(out.size(), out.data());
        finish(p.enqueue(d.queue, from.get(), to.get()));
        const auto made = to.read();
        std::copy(made.begin(), made.end(), results.out[k].begin() + guard);
    }
    return results;
}

/// How the arrays lie in buffers: each in its own, at its start (without the guard before it) or behind the guard, or
/// all of a side in one.
enum class where { own, behind_guard, together };

arrays in_few_launches(const plan& p, const arrays& given, where how, cl_command_queue queue,
                       const buffers& shared = {}) {
    arrays results = given;
    std::vector<std::unique_ptr<device_buffer>> all;
    std::vector<batch_item> items(given.in.size());
    const auto first = how == where::own ? guard : 0;
    const auto place = [&](std::vector<byte_list>& arrays_of_side, stockham::device_memory batch_item::*memory,
                           std::size_t batch_item::*offset) {
        byte_list joined;
        for (std::size_t k = 0; k < items.size(); ++k) {
            const auto& data = arrays_of_side[k];
            if (data.empty()) continue;
            if (how != where::together) {
                all.push_back(std::make_unique<device_buffer>(data.size() - first, data.data() + first));
                items[k].*memory = all.back()->get();
            }
            items[k].*offset = guard - first + joined.size();
            if (how == where::together) joined.insert(joined.end(), data.begin(), data.end());
        }
        if (joined.empty()) return;
        all.push_back(std::make_unique<device_buffer>(joined.size(), joined.data()));
        for (auto& item : items) item.*memory = all.back()->get();
    };
    place(results.in, &batch_item::input, &batch_item::input_offset);
    place(results.out, &batch_item::output, &batch_item::output_offset);
    finish(p.enqueue_many(queue, items, shared));
    auto next = all.begin();
    for (auto* side : {&results.in, &results.out}) {
        byte_list joined;
        if (how == where::together && !(*side)[0].empty()) joined = (*next++)->read();
        std::size_t at = 0;
        for (auto& data : *side) {
            if (data.empty()) continue;
            const auto made = how == where::together
                                  ? byte_list(joined.begin() + static_cast<std::ptrdiff_t>(at),
                                              joined.begin() + static_cast<std::ptrdiff_t>(at + data.size()))
                                  : (*next++)->read();
            std::copy(made.begin(), made.end(), data.begin() + static_cast<std::ptrdiff_t>(first));
            at += data.size();
        }
    }
    return results;
}

void check_equal(const arrays& a, const arrays& b) {
    for (std::size_t k = 0; k < a.in.size(); ++k) {
        BOOST_TEST((a.in[k] == b.in[k]), "the input of item " << k << " differs");
        BOOST_TEST((a.out[k] == b.out[k]), "the output of item " << k << " differs");
    }
}

// A tile, in place, and two passes. given_workspace has all passes in one launch.
constexpr const char* texts[] = {"c2c f32 64", "c2c f32 64 in", "c2c f32 16x16"};

}  // namespace

BOOST_AUTO_TEST_CASE(same_bits) {
    for (const std::string text : texts) BOOST_TEST_CONTEXT(text) {
            const auto t = parse_transform(text);
            if (!can_run(t)) continue;
            const auto p = plan_of(text);
            const arrays given(t, 5, 57);
            const auto expected = one_by_one(p, given);
            for (const auto properties : queue_kinds())
                check_equal(in_few_launches(p, given, where::together, make_queue(properties).get()), expected);
            if (text != texts[0]) continue;
            for (const auto how : {where::own, where::behind_guard})
                check_equal(in_few_launches(p, given, how, test_device::get().queue), expected);
        }
}

BOOST_AUTO_TEST_CASE(any_number) {
    const auto t = parse_transform("c2c f32 64");
    const auto p = plan_of("c2c f32 64");
    const arrays most(t, 1000, 58);
    const auto expected = one_by_one(p, most);
    const auto queue = test_device::get().queue;
    for (const std::size_t count : {1U, 15U, 16U, 17U, 63U, 64U, 65U, 1000U}) BOOST_TEST_CONTEXT(count) {
            auto given = most, wanted = expected;
            for (auto* all : {&given, &wanted}) all->in.resize(count), all->out.resize(count);
            check_equal(in_few_launches(p, given, where::own, queue), wanted);
            check_equal(in_few_launches(p, given, where::together, queue), wanted);
        }
}

// A workspace of the caller, for all items, for some at a time, or for one.
BOOST_AUTO_TEST_CASE(given_workspace) {
    const auto t = parse_transform("c2c f32 211");
    const auto p = plan_of("c2c f32 211");
    if (p.workspace_size() == 0) return;
    const arrays given(t, 5, 59);
    const auto expected = one_by_one(p, given);
    for (const std::size_t times : {1U, 2U, 7U}) {
        const device_buffer space(times * p.workspace_size());
        buffers shared;
        shared.workspace = space.get();
        check_equal(in_few_launches(p, given, where::together, test_device::get().queue, shared), expected);
    }
}

BOOST_AUTO_TEST_CASE(threads) {
    const auto t = parse_transform("c2c f32 64");
    const auto p = plan_of("c2c f32 64");
    const arrays given(t, 20, 60);
    const auto expected = one_by_one(p, given);
    std::vector<std::thread> all;
    std::vector<int> equal(4);
    for (std::size_t k = 0; k < equal.size(); ++k)
        all.emplace_back([&, k] {
            const auto queue = make_queue();
            const auto how = k % 2 ? where::own : where::together;
            equal[k] = 1;
            for (unsigned time = 0; time < 10; ++time)
                equal[k] &= in_few_launches(p, given, how, queue.get()).out == expected.out;
        });
    for (auto& thread : all) thread.join();
    BOOST_TEST(equal == std::vector<int>(4, 1), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE(small)

// Planes share offsets, but are buffers of their own.
BOOST_AUTO_TEST_CASE(planar) {
    const auto p = plan_of("c2c f32 8 if=planar of=planar");
    std::mt19937 generator(61);
    constexpr std::size_t plane = 32, count = 3;
    const auto real = guarded_numbers(count * plane, stockham::precision::f32, generator),
               imaginary = guarded_numbers(count * plane, stockham::precision::f32, generator);
    const device_buffer re(real.size(), real.data()), im(imaginary.size(), imaginary.data());
    const device_buffer out(real.size(), real.data()), out_im(real.size(), real.data());
    std::vector<batch_item> items;
    for (std::size_t k = 0; k < count; ++k) {
        const auto at = guard + k * plane;
        items.push_back({re.get(), out.get(), at, at, im.get(), out_im.get()});
    }
    finish(p.enqueue_many(test_device::get().queue, items));
    const auto got = out.read(), got_im = out_im.read();
    for (std::size_t k = 0; k < count; ++k) {
        const auto* at = real.data() + guard + k * plane;
        const auto* at_im = imaginary.data() + guard + k * plane;
        const device_buffer one(plane, at), one_im(plane, at_im), to(plane), to_im(plane);
        buffers b;
        b.input = one.get(), b.input_imaginary = one_im.get();
        b.output = to.get(), b.output_imaginary = to_im.get();
        finish(p.enqueue(test_device::get().queue, b));
        BOOST_TEST((std::memcmp(to.read().data(), got.data() + guard + k * plane, plane) == 0));
        BOOST_TEST((std::memcmp(to_im.read().data(), got_im.data() + guard + k * plane, plane) == 0));
    }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(refused) {
    const auto& d = test_device::get();
    const auto p = plan_of("c2c f32 64");
    const device_buffer in(1024), out(1024);
    const auto enqueue = [&](const std::vector<batch_item>& items, const buffers& shared = {}) {
        finish(p.enqueue_many(d.queue, items, shared));
    };
    const batch_item first{in.get(), out.get()}, second{in.get(), out.get(), 512, 512};
    enqueue({first, second});
    expect_argument_error(
        "items", [&] { enqueue({}); }, "empty");
    expect_argument_error(
        "items[1].input",
        [&] {
            enqueue({first, {}});
        },
        "items[1]: the input buffer is null");
    expect_argument_error(
        "items[0].output", [&] { enqueue({{in.get()}}); }, "null");
    expect_argument_error(
        "items[1].input",
        [&] {
            enqueue({first, {in.get(), out.get(), 520, 512}});
        },
        "bytes");
    expect_argument_error(
        "items[1].input",
        [&] {
            enqueue({first, {in.get(), out.get(), 4, 512}});
        },
        "multiple");
    expect_argument_error(
        "items[0].input",
        [&] {
            enqueue({{in.get(), out.get(), std::size_t(0) - 8, 0}});
        },
        "too large");
    expect_argument_error(
        "items[1].output",
        [&] {
            enqueue({first, {in.get(), out.get(), 0, 504}});
        },
        "overlap");
    const device_buffer third(1024);
    expect_argument_error(
        "items[0].output",
        [&] {
            enqueue({first, {out.get(), third.get()}});
        },
        "overlap");
    buffers shared;
    shared.input = in.get();
    expect_argument_error(
        "input", [&] { enqueue({first}, shared); }, "must be null");
    const auto in_place = plan_of("c2c f32 64 in");
    expect_argument_error(
        "items[0].output",
        [&] {
            finish(in_place.enqueue_many(d.queue, {{in.get(), out.get()}}));
        },
        "in place");
    expect_argument_error("items[0].output_offset", [&] {
        finish(in_place.enqueue_many(d.queue, {{in.get(), nullptr, 0, 512}}));
    });
    const auto papers = plan_of("c2c f32 8x8 algorithm=row_transpose");
    const device_buffer from(8192), to(8192);
    finish(papers.enqueue_many(d.queue, {{from.get(), to.get()}}));
    expect_unsupported_error(
        "batch",
        [&] {
            finish(papers.enqueue_many(d.queue, {{from.get(), to.get(), 2048, 0}}));
        },
        "transposes");
}

BOOST_AUTO_TEST_SUITE_END()
