// Transforms of arrays that are larger than the memory of a device or of the host.
#include <boost/test/unit_test.hpp>

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
    {"c2r f32 30x32x51 inv", 120000, 2},
    {"c2r f32 30x32x50 in inv", 120000, 2},
    {"dct2 f32 40x60x20", 120000, 2},
    {"c2c f32 32768", 1 << 16, 2},
    {"c2c f32 32768 in inv", 1 << 16, 2},
    {"c2c f32 36000 b2 scale=3", 1 << 16, 2},
    {"c2c f32 4096x40", 1 << 16, 2},
    {"c2c f32 8192x3 in", 1 << 16, 2},
    {"c2c f32 3x8192x2 is=16385,2,1 os=17000,2,1", 1 << 16, 3},
    {"c2c f32 3x8192 in", 1 << 16, 3},
    {"c2c f32 15015", 1 << 16, 2},  // no square divides it
    {"c2c f32 30030 b2 in", 1 << 16, 2},
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
    return output.bytes;
}

}  // namespace

BOOST_AUTO_TEST_CASE(arrays_in_host_memory) {
    std::mt19937 generator(test_seed());
    for (const auto& e : examples) BOOST_TEST_CONTEXT(e.problem) check_example(e, generator);
    if (test_device::get().has_double) BOOST_TEST_CONTEXT("f64") check_example({"c2c f64 65536", 1 << 17, 2}, generator);
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

BOOST_AUTO_TEST_SUITE_END()
