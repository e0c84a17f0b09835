// Transforms of arrays that are larger than the memory of a device or of the host.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <stockham/out_of_core.hpp>

#include "support/host_arrays.hpp"
#include "support/on_device.hpp"
#include "support/refusal.hpp"
#include "support/seed.hpp"

BOOST_AUTO_TEST_SUITE(out_of_core_test)

using stockham::out_of_core;
using stockham::out_of_core_options;

namespace {

out_of_core_options within(std::size_t device_memory, std::size_t host_memory = 0) {
    out_of_core_options options;
    options.devices = {test_device::get().device};
    options.device_memory = device_memory;
    options.host_memory = host_memory;
    return options;
}

/// An array in memory that behaves like a file.
class storage_in_memory final : public stockham::array_storage {
  public:
    explicit storage_in_memory(byte_list bytes) : bytes(std::move(bytes)) {}
    void read(std::uint64_t offset, void* to, std::size_t n) override {
        check(offset, n);
        std::memcpy(to, bytes.data() + offset, n);
    }
    void write(std::uint64_t offset, const void* from, std::size_t n) override {
        check(offset, n);
        if (++writes > most_writes) throw std::runtime_error("the disk is full");
        std::memcpy(bytes.data() + offset, from, n);
    }
    void flush() override { ++flushes; }

    byte_list bytes;
    std::atomic<std::size_t> writes{0};
    std::size_t most_writes = ~std::size_t{0};
    std::size_t flushes = 0;

  private:
    void check(std::uint64_t offset, std::size_t n) const {
        if (offset + n > bytes.size()) throw std::logic_error("access beyond the end of the storage");
    }
};

struct example {
    std::string problem;
    std::size_t memory;  // of the device
    std::size_t trips;   // between arrays in host memory
};

const std::vector<example> examples{
    {"c2c f32 64 b100", 1 << 20, 1},
    {"c2c f32 32x32x32", 1 << 17, 2},
    {"c2c f32 32x32x32 in inv scale=0.5", 1 << 17, 2},
    {"c2c f32 16x24x20 b3", 100000, 2},
    {"c2c f32 40x36x30 is=1200,31,1 id=50000 io=7 os=1100,30,1 od=44000 oo=3", 100000, 2},
    {"r2c f32 30x32x50", 120000, 2},
    {"r2c f32 30x32x50 in", 120000, 2},
    {"r2c f32 24x64x20 spectrum=full", 120000, 2},
    {"r2c f32 4096x2 spectrum=full", 1 << 16, 2},
    {"r2c f32 8192x6", 1 << 16, 2},
    {"c2r f32 8192x6 inv", 1 << 16, 2},
    {"c2r f32 30x32x51 inv", 120000, 2},
    {"c2r f32 30x32x50 in inv", 120000, 2},
    {"dct2 f32 40x60x20", 120000, 2},
    {"c2c f32 32768", 1 << 16, 2},
    {"c2c f32 32768 in inv", 1 << 16, 2},
    {"c2c f32 36000 b2 scale=3", 1 << 16, 2},
    {"c2c f32 4096x40", 1 << 16, 2},
    {"c2c f32 8192x3 in", 1 << 16, 2},
    {"c2c f32 3x8192x2 is=16385,2,1 os=17000,2,1", 1 << 16, 2},
    {"c2c f32 3x8192 in", 1 << 16, 2},
    {"r2c f32 4096x150", 1 << 16, 2},
    {"c2r f32 4096x150 inv", 1 << 16, 3},
    {"c2c f32 15015", 1 << 16, 2},  // no square divides it
    {"c2c f32 30030 b2 in", 1 << 16, 2},
    {"r2c f32 32768", 1 << 16, 2},
    {"r2c f32 32768 in scale=2", 1 << 16, 2},
    {"r2c f32 30030 b2", 1 << 16, 2},
    {"r2c f32 15015 b2 is=2 id=1 os=2 od=1", 1 << 16, 2},
    {"r2c f32 32768 spectrum=full", 1 << 16, 2},
    {"c2r f32 32768 inv", 1 << 16, 2},
    {"c2r f32 32768 in inv scale=2", 1 << 16, 2},
    {"c2r f32 30030 b2 inv", 1 << 16, 2},
    {"c2r f32 15015 b2 is=2 id=1 os=2 od=1 inv", 1 << 16, 2},
    {"c2r f32 32768 spectrum=full inv", 1 << 16, 2},
};

void check_within(const out_of_core_options& options, const stockham::out_of_core_estimate& taken) {
    BOOST_TEST(taken.device_memory <= options.device_memory);
    if (options.host_memory) BOOST_TEST(taken.host_memory <= options.host_memory);
}

void check_example(const example& e, std::mt19937& generator) {
    const auto t = stockham::parse_transform(e.problem);
    const auto made = make_trial(t, generator);
    const auto before = arrays_of(made);
    const bool in_place = t.placement == stockham::placement::in_place;
    const auto options = within(e.memory);
    out_of_core ready(t, options);
    BOOST_TEST(ready.estimate().trips.size() == e.trips);
    check_within(options, ready.estimate());
    for (int run = 0; run < 2; ++run) {
        auto after = before;
        const auto report = ready.run(after.input.data(), in_place ? nullptr : after.output.data());
        BOOST_TEST(report.complete);
        check_arrays(made, before, after);
    }
}

/// Results between storages, whose poisoned parts a correct run overwrites.
byte_list between_storages(out_of_core& ready, const device_trial& made, const host_arrays& before,
                           const stockham::out_of_core_record& record = {}) {
    const auto scratch_bytes = static_cast<std::size_t>(ready.estimate_storage().scratch_bytes);
    storage_in_memory input(before.input), output(before.output), scratch(byte_list(scratch_bytes, 0xFF));
    const std::size_t larger = std::max(stockham::input_bytes(made.what), stockham::output_bytes(made.what));
    const std::size_t size = output.bytes.size();
    output.bytes.resize(std::max(size, larger));
    ready.run(input, output, &scratch, record);
    BOOST_TEST((input.bytes == before.input));
    output.bytes.resize(size);
    // Between the trips of c2r, the output holds complex numbers, which may take more bytes.
    const auto end = static_cast<std::ptrdiff_t>(stockham::output_bytes(made.what));
    if (made.what.kind == stockham::kind::c2r)
        std::copy(before.output.begin() + end, before.output.end(), output.bytes.begin() + end);
    return output.bytes;
}

}  // namespace

BOOST_AUTO_TEST_CASE(arrays_in_host_memory) {
    std::mt19937 generator(test_seed());
    for (const auto& e : examples) BOOST_TEST_CONTEXT(e.problem) check_example(e, generator);
    if (test_device::get().has_double)
        BOOST_TEST_CONTEXT("f64") check_example({"c2c f64 65536", 1 << 17, 2}, generator);
}

BOOST_AUTO_TEST_CASE(storages) {
    std::mt19937 generator(test_seed());
    for (const auto& e : examples) {
        const auto t = stockham::parse_transform(e.problem);
        if (t.placement == stockham::placement::in_place) continue;
        BOOST_TEST_CONTEXT(e.problem) {
            const auto made = make_trial(t, generator);
            const auto before = arrays_of(made);
            const auto options = within(e.memory, 3 * e.memory);
            out_of_core ready(t, options);
            check_within(options, ready.estimate_storage());
            host_arrays after{before.input, between_storages(ready, made, before)};
            check_arrays(made, before, after);
        }
    }
}

// A run that stops in the middle, at any block, and another one that goes on.
BOOST_AUTO_TEST_CASE(a_run_goes_on_after_a_failure) {
    std::mt19937 generator(test_seed());
    const auto t = stockham::parse_transform("c2c f32 16x24x20");
    const auto made = make_trial(t, generator);
    const auto before = arrays_of(made);
    out_of_core ready(t, within(40000, 120000));
    const auto whole = between_storages(ready, made, before);
    std::size_t blocks = 0, last_writes = 0;
    for (std::size_t most = 1; most < 2000; most += 1 + most / 3) {
        storage_in_memory input(before.input), output(before.output);
        storage_in_memory scratch(byte_list(static_cast<std::size_t>(ready.estimate_storage().scratch_bytes)));
        std::set<std::pair<std::size_t, std::size_t>> done;
        stockham::out_of_core_record record;
        record.is_done = [&](std::size_t trip, std::size_t block) { return done.count({trip, block}) != 0; };
        record.add = [&](std::size_t trip, std::size_t block) { BOOST_TEST(done.insert({trip, block}).second); };
        output.most_writes = scratch.most_writes = most;
        bool failed = false;
        try {
            ready.run(input, output, &scratch, record);
        } catch (const std::runtime_error& e) {
            failed = true;
            BOOST_TEST(e.what() == std::string("the disk is full"));
        }
        if (!failed) break;
        BOOST_TEST(done.size() >= blocks);
        blocks = done.size();
        output.most_writes = scratch.most_writes = ~std::size_t{0};
        ready.run(input, output, &scratch, record);
        BOOST_TEST((output.bytes == whole), "after " << most << " writes");
        BOOST_TEST(output.flushes + scratch.flushes >= done.size());
        last_writes = most;
    }
    BOOST_TEST(last_writes > 10U);
}

BOOST_AUTO_TEST_CASE(progress_and_cancellation) {
    const auto t = stockham::parse_transform("c2c f32 32x32x32 in");
    auto options = within(1 << 17);
    std::uint64_t last = 0;
    std::size_t trips = 0;
    options.progress = [&](const stockham::out_of_core_progress& p) {
        BOOST_TEST(p.done >= last);
        BOOST_TEST(p.total == 2U * 8 * 32 * 32 * 32);
        BOOST_TEST(p.trips == 2U);
        last = p.done;
        trips = std::max(trips, p.trip + 1);
        return true;
    };
    byte_list data(8 * 32 * 32 * 32);
    BOOST_TEST(out_of_core(t, options).run(data.data()).complete);
    BOOST_TEST(trips == 2U);
    BOOST_TEST(last == 2U * 8 * 32 * 32 * 32);
    options.progress = [&](const stockham::out_of_core_progress& p) { return p.trip == 0; };
    const auto cancelled = out_of_core(t, options).run(data.data());
    BOOST_TEST(!cancelled.complete);
    BOOST_TEST(cancelled.trips.size() == 2U);
    options.progress = [](const stockham::out_of_core_progress&) -> bool { throw std::domain_error("enough"); };
    BOOST_CHECK_THROW(out_of_core(t, options).run(data.data()), std::domain_error);
}

BOOST_AUTO_TEST_CASE(refused) {
    const auto made = [](const std::string& problem, const out_of_core_options& options) {
        return [=] { out_of_core ready(stockham::parse_transform(problem), options); };
    };
    expect_unsupported_error("out of core", made("c2c f32 64x64 nonzero=3x64", within(0)));
    expect_unsupported_error("out of core", made("c2c f32 64x64 if=planar of=planar", within(0)));
    expect_unsupported_error("out of core", made("c2c f32 64x64 os=1,64", within(0)));
    expect_unsupported_error("out of core", made("c2c f32 64x64 algorithm=tensor", within(0)));
    expect_unsupported_error("memory", made("c2c f32 65537", within(1 << 16)));
    expect_unsupported_error("memory", made("r2c f32 65537", within(1 << 16)));
    expect_unsupported_error("memory", made("r2c f32 2x65536", within(1 << 16)));
    expect_unsupported_error("memory", made("c2c f32 64", within(1)));
    auto options = within(0);
    options.devices.push_back(options.devices[0]);
    expect_argument_error("devices", made("c2c f32 64", options));
    options = within(0);
    options.plan.on_load = "x";
    expect_argument_error("plan", made("c2c f32 64", options));

    out_of_core ready(stockham::parse_transform("c2c f32 64 b4"), within(0));
    byte_list data(2 * 8 * 64 * 4);
    expect_argument_error("input", [&] { ready.run(nullptr, data.data()); });
    expect_argument_error("output", [&] { ready.run(data.data()); });
    expect_argument_error("output", [&] { ready.run(data.data(), data.data() + 8); });
    storage_in_memory a(data), b(data);
    expect_argument_error("output", [&] { ready.run(a, a); });
    expect_argument_error("scratch", [&] { ready.run(a, b, &b); });
    out_of_core larger(stockham::parse_transform("c2c f32 32x32x32"), within(1 << 17, 1 << 20));
    expect_argument_error("scratch", [&] { larger.run(a, b); });
    expect_unsupported_error("memory", [&] {
        larger = out_of_core(stockham::parse_transform("c2c f32 32x32x32"), within(1 << 17, 999));
        larger.run(a, b);
    });
    out_of_core moved = std::move(ready);
    expect_argument_error("out_of_core", [&] { ready.estimate(); });
}

BOOST_AUTO_TEST_SUITE_END()
