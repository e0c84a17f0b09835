// Batches of rows of different lengths, which share kernels: accuracy, independence, errors, threads.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "support/on_device.hpp"
#include "support/refusal.hpp"

BOOST_AUTO_TEST_SUITE(rows_test)

using reference::number;
using stockham::batch;
using stockham::batch_item;
using stockham::parse_transform;
using stockham::transform;

namespace {

using byte_list = std::vector<unsigned char>;

constexpr std::size_t guard = 64;
constexpr unsigned char mark = 0x5A;

std::vector<transform> rows_of(const std::string& kind, const std::vector<std::size_t>& lengths,
                               const std::string& rest = "") {
    std::vector<transform> all;
    for (const auto n : lengths) all.push_back(parse_transform(kind + " " + std::to_string(n) + rest));
    return all;
}

/// The bytes of one side of a transform, whose elements are real or complex.
byte_list bytes_of(const transform& t, const std::vector<number>& numbers, bool input) {
    if (!(input ? is_real_input(t.kind) : is_real_output(t.kind))) return to_bytes(numbers, t.precision);
    std::vector<long double> reals;
    for (const auto& x : numbers) reals.push_back(x.real());
    return reference::number_bytes(reals, t.precision);
}
std::vector<number> numbers_of(const transform& t, const byte_list& bytes) {
    if (!is_real_output(t.kind)) return from_bytes(bytes, t.precision);
    std::vector<number> all;
    for (const auto x : reference::bytes_numbers(bytes, t.precision)) all.emplace_back(x);
    return all;
}

/// All rows of a side in one buffer, each between guards.
struct joined {
    byte_list bytes;
    std::vector<std::size_t> offsets;

    void add(const byte_list& row) {
        bytes.resize(bytes.size() + guard, mark);
        offsets.push_back(bytes.size());
        bytes.insert(bytes.end(), row.begin(), row.end());
        bytes.resize((bytes.size() + guard + 15) / 16 * 16, mark);
    }
};

/// Rows with random inputs.
struct rows {
    std::vector<transform> what;
    std::vector<std::vector<number>> inputs;
    joined in, out;

    rows(std::vector<transform> all, unsigned seed) : what(std::move(all)) {
        std::mt19937 generator(seed);
        for (const auto& t : what) {
            inputs.push_back(reference::uniform(input_extent(t), t.precision, generator));
            in.add(bytes_of(t, inputs.back(), true));
            out.add(byte_list(output_bytes(t), mark));
        }
    }

    /// The output of each row.
    std::vector<byte_list> run(const batch& b, cl_command_queue queue) {
        const device_buffer from(in.bytes.size(), in.bytes.data()), to(out.bytes.size(), out.bytes.data());
        std::vector<batch_item> items;
        for (std::size_t k = 0; k < what.size(); ++k)
            items.push_back({from.get(), to.get(), in.offsets[k], out.offsets[k]});
        finish(b.enqueue(queue, items));
        BOOST_TEST((from.read() == in.bytes));
        auto all = to.read();
        std::vector<byte_list> results;
        for (std::size_t k = 0; k < what.size(); ++k) {
            const auto first = all.begin() + static_cast<std::ptrdiff_t>(out.offsets[k]);
            const auto last = first + static_cast<std::ptrdiff_t>(output_bytes(what[k]));
            results.emplace_back(first, last);
            std::fill(first, last, mark);
        }
        BOOST_TEST((all == byte_list(all.size(), mark)), "bytes between the rows were written");
        return results;
    }
};

/// Checks the error of all rows of each length together. Rows are convolutions, whatever their length, and meet the
/// gate of those.
void check_accuracy(const rows& given, const std::vector<byte_list>& results) {
    std::map<std::size_t, std::pair<long double, long double>> sums;
    std::map<std::size_t, double> gates;
    for (std::size_t k = 0; k < given.what.size(); ++k) {
        const auto& t = given.what[k];
        const auto wanted = reference::transform(t, given.inputs[k], std::vector<number>(output_extent(t)));
        const auto got = numbers_of(t, results[k]);
        auto& [difference, all] = sums[t.lengths[0]];
        for (std::size_t j = 0; j < wanted.size(); ++j) {
            difference += std::norm(got[j] - wanted[j]);
            all += std::norm(wanted[j]);
        }
        const double eps = std::ldexp(1.0, t.precision == stockham::precision::f64 ? -53 : -24);
        const auto n = static_cast<double>(t.lengths[0]);
        gates[t.lengths[0]] = std::max(reference::gate(t), 2 * (0.6 * eps * std::sqrt(std::log2(n)) + eps));
    }
    for (const auto& [n, sum] : sums) {
        const auto error = static_cast<double>(std::sqrt(sum.first / sum.second));
        BOOST_TEST(error <= gates[n], "length " << n << ": error " << error << " above " << gates[n]);
        BOOST_TEST_MESSAGE("length " << n << ": " << error / gates[n] << " of the gate");
    }
}

std::vector<std::size_t> repeated(const std::vector<std::size_t>& lengths, std::size_t times) {
    std::vector<std::size_t> all;
    for (std::size_t k = 0; k < times; ++k) all.insert(all.end(), lengths.begin(), lengths.end());
    return all;
}

batch make_batch(const std::vector<transform>& what, const stockham::plan_options& options = {}) {
    return {test_device::get().context, test_device::get().device, what, options};
}

void check_rows(const std::vector<transform>& what, unsigned seed,
                const stockham::device_description* planned_for = nullptr) {
    if (!can_run(what[0])) return;
    BOOST_TEST_CONTEXT(to_string(what[0])
                       << " and others, seed " << seed << (planned_for ? " for " + planned_for->name : "")) {
        rows given(what, seed);
        stockham::plan_options options;
        options.expert.plan_for = planned_for;
        const auto b = make_batch(what, options);
        BOOST_TEST(b.to_string().find("rows of") != std::string::npos, b.to_string());
        check_accuracy(given, given.run(b, test_device::get().queue));
    }
}

}  // namespace

// Even and odd, smooth and prime lengths, those that just fit a convolution, and the shortest.
BOOST_AUTO_TEST_CASE(accurate) {
    check_rows(rows_of("c2c f32", repeated({1, 2, 3, 16, 17, 33, 100, 101, 127, 129}, 20)), 61);
    check_rows(rows_of("c2c f64", {100, 101, 127, 128, 129}, " inv scale=0.01"), 62);
    check_rows(rows_of("r2c f32", {100, 101, 127, 128, 150}), 63);
    // Rows of real numbers follow each other without gaps.
    const auto odd = rows_of("r2c f32", {101, 103, 105});
    const device_buffer reals(309 * sizeof(float)), spectra(156 * 8);
    const std::vector<float> ones(309, 1);
    clEnqueueWriteBuffer(test_device::get().queue, reals.get(), CL_TRUE, 0, 309 * sizeof(float), ones.data(), 0,
                         nullptr, nullptr);
    finish(make_batch(odd).enqueue(test_device::get().queue, {{reals.get(), spectra.get()},
                                                              {reals.get(), spectra.get(), 404, 51 * 8},
                                                              {reals.get(), spectra.get(), 816, 103 * 8}}));
    const auto sums = from_bytes(spectra.read(), stockham::precision::f32);
    BOOST_TEST(static_cast<double>(std::abs(sums[0] - number(101))) < 1e-3);
    BOOST_TEST(static_cast<double>(std::abs(sums[51] - number(103))) < 1e-3);
    BOOST_TEST(static_cast<double>(std::abs(sums[103] - number(105))) < 1e-3);
    const auto halves = rows_of("r2c f32", {100, 101});
    rows given(halves, 63);
    const auto results = given.run(make_batch(halves), test_device::get().queue);
    for (const std::size_t point : {0U, 50U}) BOOST_TEST(numbers_of(halves[0], results[0])[point].imag() == 0);
    BOOST_TEST(numbers_of(halves[1], results[1])[0].imag() == 0);
}

// The kernels for GPUs.
BOOST_AUTO_TEST_CASE(planned_for_gpus) {
    const auto all = everyone();
    const auto& gpu = all.back();
    check_rows(rows_of("c2c f32", {100, 101, 127, 129}, " inv"), 71, &gpu);
    check_rows(rows_of("r2c f32", {100, 101, 127, 128, 150}), 72, &gpu);
    check_rows(rows_of("c2r f32", {100, 101, 127, 128, 129}), 73, &gpu);
}

BOOST_AUTO_TEST_SUITE(small)

// A row's result does not depend on the others.
BOOST_AUTO_TEST_CASE(independent) {
    const auto what = rows_of("c2c f32", {100, 101, 127, 129});
    const auto b = make_batch(what);
    const auto queue = test_device::get().queue;
    rows given(what, 65);
    const auto wanted = given.run(b, queue);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (std::size_t at = given.in.offsets[1]; at < given.in.offsets[1] + input_bytes(what[1]); at += sizeof nan)
        std::memcpy(&given.in.bytes[at], &nan, sizeof nan);
    const auto results = given.run(b, queue);
    for (const std::size_t k : {0U, 2U, 3U}) BOOST_TEST((results[k] == wanted[k]));
    BOOST_TEST(std::isnan(static_cast<float>(numbers_of(what[1], results[1])[5].real())));
}

BOOST_AUTO_TEST_SUITE_END()

// Frequent transforms, transforms of several axes and rows, in place, with scales of their own, in one list.
BOOST_AUTO_TEST_CASE(mixed) {
    auto what = rows_of("c2c f32", repeated({64}, 64));
    for (const char* text : {"c2c f32 100 in", "c2c f32 101 in scale=0.125", "c2c f32 8x8"})
        what.push_back(parse_transform(text));
    const auto b = make_batch(what);
    BOOST_TEST(b.size() == 67U);
    BOOST_TEST(b.to_string().find("64 x c2c f32 64 by plan") != std::string::npos, b.to_string());
    BOOST_TEST(b.to_string().find("2 x rows of 2 lengths by convolutions of 256 points") != std::string::npos,
               b.to_string());
    std::mt19937 generator(66);
    std::vector<device_buffer> in, out;
    std::vector<batch_item> items;
    std::vector<std::vector<number>> inputs;
    for (const auto& t : what) {
        const bool in_place = t.placement == stockham::placement::in_place;
        inputs.push_back(reference::uniform(input_extent(t), t.precision, generator));
        const auto bytes = to_bytes(inputs.back(), t.precision);
        in.emplace_back(bytes.size(), bytes.data());
        if (!in_place) out.emplace_back(output_bytes(t));
        items.push_back({in.back().get(), in_place ? nullptr : out.back().get()});
    }
    finish(b.enqueue(test_device::get().queue, items));
    auto next = out.begin();
    for (std::size_t k = 0; k < what.size(); ++k) {
        const bool in_place = what[k].placement == stockham::placement::in_place;
        const auto got = from_bytes((in_place ? in[k] : *next++).read(), what[k].precision);
        const auto wanted = reference::transform(what[k], inputs[k], inputs[k]);
        std::vector<std::size_t> places(wanted.size());
        std::iota(places.begin(), places.end(), std::size_t{0});
        BOOST_TEST(reference::relative_error(got, wanted, places) <= 4 * reference::gate(what[k]),
                   to_string(what[k]) << ", item " << k);
    }
}

BOOST_AUTO_TEST_CASE(threads) {
    const auto what = rows_of("c2c f32", {100, 101, 127, 129});
    const auto b = make_batch(what);
    rows first(what, 67);
    const auto wanted = first.run(b, test_device::get().queue);
    std::vector<std::thread> all;
    std::vector<int> equal(4);
    for (std::size_t k = 0; k < equal.size(); ++k)
        all.emplace_back([&, k] {
            rows own(what, 67);
            const auto queue = make_queue();
            equal[k] = 1;
            for (unsigned time = 0; time < 5; ++time) equal[k] &= own.run(b, queue.get()) == wanted;
        });
    for (auto& thread : all) thread.join();
    BOOST_TEST(equal == std::vector<int>(4, 1), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(refused) {
    const auto& d = test_device::get();
    expect_argument_error(
        "transforms", [] { make_batch({}); }, "empty");
    expect_argument_error(
        "lengths",
        [] {
            make_batch({parse_transform("c2c f32 8"), transform{}});
        },
        "transforms[1]");
    const auto b = make_batch(rows_of("c2c f32", {100, 101}));
    const device_buffer in(101 * 16), out(101 * 16);
    const auto enqueue = [&](const std::vector<batch_item>& items) { finish(b.enqueue(d.queue, items)); };
    const batch_item first{in.get(), out.get()}, second{in.get(), out.get(), 800, 800};
    enqueue({first, second});
    expect_argument_error(
        "items", [&] { enqueue({first}); }, "2 transforms, the list 1 items");
    expect_argument_error(
        "items[1].input",
        [&] {
            enqueue({first, {}});
        },
        "items[1]: the input buffer is null");
    expect_argument_error(
        "items[1].output",
        [&] {
            enqueue({first, {in.get(), out.get(), 800, 840}});
        },
        "bytes; 1648 are needed");
    expect_argument_error(
        "items[1].input",
        [&] {
            enqueue({first, {in.get(), out.get(), 804, 800}});
        },
        "no multiple of 8");
    expect_argument_error(
        "items[1].output",
        [&] {
            enqueue({first, {in.get(), out.get(), 800, 792}});
        },
        "the outputs of items[0] and items[1] must not overlap");
    auto moved = make_batch(rows_of("c2c f32", {100, 101}));
    const auto taken = std::move(moved);
    expect_argument_error(
        "batch", [&] { moved.size(); }, "moved from");
    BOOST_TEST(taken.size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
