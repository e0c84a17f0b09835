// Jobs: batches in host memory, in chunks, by one device or two.
#include <boost/test/unit_test.hpp>
#include <limits>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <stockham/job.hpp>

#include "support/host_arrays.hpp"
#include "support/on_device.hpp"
#include "support/refusal.hpp"
#include "support/seed.hpp"
#include "tools/harness/oracle/random_problem.hpp"

BOOST_AUTO_TEST_SUITE(job_test)

using stockham::job;
using stockham::job_options;

namespace {

/// Two halves of the device under test; empty if it cannot be divided.
class halves {
  public:
    halves() {
        const auto& d = test_device::get();
        cl_uint units = 0;
        clGetDeviceInfo(d.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
        const cl_device_partition_property half[] = {CL_DEVICE_PARTITION_EQUALLY, units / 2, 0};
        cl_uint count = 0;
        if (units < 2 || clCreateSubDevices(d.device, half, 0, nullptr, &count) != CL_SUCCESS || count < 2) return;
        devices.resize(count);
        if (clCreateSubDevices(d.device, half, count, devices.data(), nullptr) != CL_SUCCESS) devices.clear();
    }
    ~halves() {
        for (auto* const d : devices) clReleaseDevice(d);
    }
    halves(const halves&) = delete;
    halves& operator=(const halves&) = delete;
    std::vector<cl_device_id> devices;
};

job_options on(std::vector<cl_device_id> devices, std::size_t chunk_bytes) {
    job_options options;
    options.devices = std::move(devices);
    options.chunk_bytes = chunk_bytes;
    return options;
}

/// The device under test, and its halves if there are any.
std::vector<job_options> by_devices(const halves& two, std::size_t chunk_bytes) {
    std::vector<job_options> all{on({test_device::get().device}, chunk_bytes)};
    if (!two.devices.empty()) all.push_back(on(two.devices, chunk_bytes));
    return all;
}

void check_job(const std::string& text, const job_options& options, std::mt19937& generator) {
    BOOST_TEST_CONTEXT(text << " on " << options.devices.size() << " devices, chunks of " << options.chunk_bytes) {
        const auto t = stockham::parse_transform(text);
        const auto made = make_trial(t, generator);
        const auto before = arrays_of(made);
        job ready(t, options);
        BOOST_TEST(ready.units() == t.batch);
        for (int run = 0; run < 2; ++run) {
            auto after = before;
            const bool in_place = t.placement == stockham::placement::in_place;
            const auto report = ready.run(after.input.data(), in_place ? nullptr : after.output.data());
            BOOST_TEST(report.complete);
            check_arrays(made, before, after);
            std::size_t sum = 0;
            for (const auto& share : report.shares) {
                sum += share.units;
                BOOST_TEST(share.failure.empty(), share.failure);
            }
            BOOST_TEST(sum == t.batch);
        }
    }
}

/// `c2c f32 64 b100` with data, for tests of failures.
struct small_job {
    static constexpr std::size_t units = 100, bytes = 512;
    const stockham::transform what = stockham::parse_transform("c2c f32 64 b100");
    byte_list input = byte_list(units * bytes), output = byte_list(units * bytes, 0x5A);
    small_job() {
        for (std::size_t k = 0; k < units * 64; ++k) {
            const float x = static_cast<float>(k % 13) - 6;
            std::memcpy(&input[8 * k], &x, sizeof x);
        }
    }
    stockham::job_report run(job& ready) { return ready.run(input.data(), output.data()); }
};

}  // namespace

BOOST_AUTO_TEST_CASE(right_results) {
    std::mt19937 generator(test_seed());
    const halves two;
    for (const std::string text :
         {"c2c f32 64 b100", "c2c f32 64 b100 in", "c2c f32 60 b37 id=70 io=3 od=63 oo=5", "r2c f32 30 b50",
          "r2c f32 8x30 b50 in", "c2r f32 17 b33 inv", "dct2 f32 24 b9", "c2c f32 16x8 b21 id=130 od=130 in inv"})
        for (const auto& options : by_devices(two, 4000)) check_job(text, options, generator);
    if (test_device::get().has_double)
        for (const auto& options : by_devices(two, 5000)) check_job("c2c f64 100 b30 scale=0.01", options, generator);
}

// The device computes in the arrays themselves, if it shares the host's memory and they are aligned.
BOOST_AUTO_TEST_CASE(aligned_arrays) {
    constexpr std::size_t n = 64, units = 1000, bytes = 8 * n * units;
    const auto t = stockham::parse_transform("c2c f32 64 b1000");
    struct aligned_free {
        void operator()(void* p) const { std::free(p); }
    };
    const auto array = [&] { return std::unique_ptr<void, aligned_free>(std::aligned_alloc(4096, bytes)); };
    const auto in = array(), out = array();
    std::mt19937 generator(test_seed());
    const auto data = to_bytes(reference::uniform(n * units, t.precision, generator), t.precision);
    std::memcpy(in.get(), data.data(), bytes);
    std::memset(out.get(), 0x5A, bytes);
    const halves two;
    const device_buffer in_buffer(bytes, data.data()), out_buffer(bytes);
    const stockham::plan plan(test_device::get().context, test_device::get().device, t);
    finish(plan.enqueue(test_device::get().queue, in_buffer.get(), out_buffer.get()));
    const auto wanted = from_bytes(out_buffer.read(), t.precision);
    for (const auto& options : by_devices(two, 64 * 512)) {
        job ready(t, options);
        BOOST_TEST(ready.run(in.get(), out.get()).complete);
        const auto* const first = static_cast<unsigned char*>(out.get());
        const auto got = from_bytes(byte_list(first, first + bytes), t.precision);
        BOOST_TEST(reference::relative_error(got, wanted, reference::places(t, false)) <= 2 * reference::gate(t));
    }
}

BOOST_AUTO_TEST_CASE(convolutions) {
    constexpr std::size_t n = 48, units = 25;
    std::mt19937 generator(test_seed());
    stockham::convolution_description what;
    what.signal = stockham::parse_transform("c2c f32 48 b25");
    const auto data = [&](std::size_t count) {
        return to_bytes(reference::uniform(count, stockham::precision::f32, generator), stockham::precision::f32);
    };
    const auto signal = data(n * units), spectrum = data(n);
    const auto& d = test_device::get();
    const stockham::convolution whole(d.context, d.device, what);
    const device_buffer in(signal.size(), signal.data()), kernel(spectrum.size(), spectrum.data()), out(signal.size());
    stockham::buffers b;
    b.input = in.get();
    b.output = out.get();
    b.spectrum = kernel.get();
    finish(whole.enqueue(d.queue, b));
    const auto wanted = from_bytes(out.read(), stockham::precision::f32);
    const halves two;
    for (const auto& options : by_devices(two, 4 * 8 * n)) {
        job ready(what, spectrum.data(), options);
        byte_list result(signal.size());
        BOOST_TEST(ready.run(signal.data(), result.data()).complete);
        const auto got = from_bytes(result, stockham::precision::f32);
        BOOST_TEST(reference::relative_error(got, wanted, reference::places(what.signal, false)) <=
                   4 * reference::gate(what.signal));
    }
    expect_argument_error("spectrum", [&] { job(what, nullptr); });
    what.kernels = 2;
    expect_unsupported_error("job", [&] { job(what, spectrum.data()); });
}

// Units of any layout, each with a buffer of its own.
BOOST_AUTO_TEST_CASE(units_of_any_layout) {
    std::mt19937 generator(test_seed());
    const halves two;
    for (const std::string text :
         {"c2c f32 12 b7 is=7 id=1 os=8 od=1", "r2c f32 6x10 b3 in", "c2c f32 8 loops=2:16,3:100"}) {
        const auto t = stockham::parse_transform(text);
        constexpr std::size_t units = 9;
        std::vector<device_trial> trials;
        for (std::size_t k = 0; k < units; ++k) trials.push_back(make_trial(t, generator, 0));
        for (const auto& options : by_devices(two, 3 * 4096)) {
            job ready(t, units, options);
            BOOST_TEST(ready.input_pitch() == 4096U);
            std::vector<host_arrays> results(units);
            ready.run(
                [&](std::size_t first, std::size_t n, void* to) {
                    for (std::size_t k = 0; k < n; ++k) {
                        const auto data = arrays_of(trials[first + k]).input;
                        std::memcpy(static_cast<char*>(to) + k * 4096, data.data(), data.size());
                    }
                },
                [&](std::size_t first, std::size_t n, const void* from) {
                    for (std::size_t k = 0; k < n; ++k) {
                        const auto* const data = static_cast<const unsigned char*>(from) + k * 4096;
                        results[first + k] = arrays_of(trials[first + k]);
                        auto& result = t.placement == stockham::placement::in_place ? results[first + k].input
                                                                                    : results[first + k].output;
                        std::copy_n(data, result.size(), result.begin());
                    }
                });
            for (std::size_t k = 0; k < units; ++k) {
                const bool in_place = t.placement == stockham::placement::in_place;
                const memory result{bytes_numbers(in_place ? results[k].input : results[k].output, t.precision), {}};
                const auto error = reference::relative_error(to_elements(result, kind_of(t, false)), trials[k].wanted,
                                                             trials[k].where);
                BOOST_TEST(error <= reference::gate(t), text << " unit " << k);
            }
        }
    }
}

// Functions in place of arrays: each result once, and the same bits.
BOOST_AUTO_TEST_CASE(functions) {
    small_job s;
    auto options = on({test_device::get().device}, 7 * small_job::bytes);
    job ready(s.what, options);
    BOOST_TEST(ready.input_pitch() == small_job::bytes);
    s.run(ready);
    byte_list again(s.output.size());
    std::mutex mutex;
    std::vector<int> written(small_job::units, 0);
    ready.run([&](std::size_t first, std::size_t n,
                  void* to) { std::memcpy(to, &s.input[first * small_job::bytes], n * small_job::bytes); },
              [&](std::size_t first, std::size_t n, const void* from) {
                  const std::lock_guard lock(mutex);
                  std::memcpy(&again[first * small_job::bytes], from, n * small_job::bytes);
                  for (std::size_t k = first; k < first + n; ++k) ++written[k];
              });
    BOOST_TEST((again == s.output));
    BOOST_TEST((written == std::vector<int>(small_job::units, 1)));
}

BOOST_AUTO_TEST_CASE(functions_that_fail) {
    small_job s;
    job ready(s.what, on({test_device::get().device}, 7 * small_job::bytes));
    const auto read = [&](std::size_t first, std::size_t n, void* to) {
        std::memcpy(to, &s.input[first * small_job::bytes], n * small_job::bytes);
    };
    const auto ignore = [](std::size_t, std::size_t, const void*) {};
    BOOST_CHECK_THROW(ready.run(
                          [](std::size_t first, std::size_t, void*) {
                              if (first > 20) throw std::range_error("disk");
                          },
                          ignore),
                      std::range_error);
    BOOST_CHECK_THROW(ready.run(read, [](std::size_t, std::size_t, const void*) { throw std::range_error("full"); }),
                      std::range_error);
    BOOST_TEST(ready.run(read, ignore).complete);  // a failed run leaves the job usable
    expect_argument_error("source", [&] { ready.run(stockham::job_source(), ignore); });
    expect_argument_error("sink", [&] { ready.run(read, stockham::job_sink()); });
}

BOOST_AUTO_TEST_CASE(progress_and_cancellation) {
    small_job s;
    auto options = on({test_device::get().device}, 3 * small_job::bytes);
    std::size_t last = 0, calls = 0;
    bool stops = false;
    options.progress = [&](const stockham::job_progress& p) {
        BOOST_TEST(p.done >= last);
        BOOST_TEST(p.total == small_job::units);
        last = p.done;
        ++calls;
        return !stops;
    };
    job ready(s.what, options);
    BOOST_TEST(s.run(ready).complete);
    BOOST_TEST(last == small_job::units);
    BOOST_TEST(calls > 0U);
    last = 0;
    stops = true;
    const auto slowly = [](std::size_t, std::size_t, const void*) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    };
    const auto report = ready.run([](std::size_t, std::size_t, void*) {}, slowly);
    BOOST_TEST(!report.complete);
    BOOST_TEST(report.shares.front().units < small_job::units);
}

BOOST_AUTO_TEST_CASE(progress_while_nothing_is_done) {
    small_job s;
    auto options = on({test_device::get().device}, 0);
    std::size_t calls = 0;
    std::atomic<bool> waits{true};
    options.progress = [&](const stockham::job_progress& p) {
        if (p.done == 0 && ++calls == 3) waits = false;
        return true;
    };
    job ready(s.what, options);
    const auto read = [&](std::size_t, std::size_t, void*) {
        while (waits) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    };
    BOOST_TEST(ready.run(read, [](std::size_t, std::size_t, const void*) {}).complete);
}

BOOST_AUTO_TEST_CASE(refused) {
    const auto* const device = test_device::get().device;
    const auto make = [&](const std::string& text, job_options options = {}) {
        job(stockham::parse_transform(text), options);
    };
    const auto d = const_cast<cl_device_id>(device);
    expect_argument_error("devices", [&] { make("c2c f32 64 b10", on({d, d}, 0)); });
    expect_argument_error("devices", [&] { make("c2c f32 64 b10", on({d, nullptr}, 0)); });
    job_options with_callback;
    with_callback.plan.on_load = "x";
    expect_argument_error("plan", [&] { make("c2c f32 64 b10", with_callback); });
    for (const double patience : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
        auto impatient = on({d}, 0);
        impatient.patience = patience;
        expect_argument_error("patience", [&] { make("c2c f32 64 b10", impatient); });
    }
    expect_unsupported_error("job", [&] { make("c2c f32 64 b10 is=2"); });
    expect_unsupported_error("job", [&] { make("c2c f32 64 is=10 id=1 os=10 od=1 b10"); });
    expect_unsupported_error("job", [&] { make("c2c f32 64 if=planar of=planar"); });
    expect_unsupported_error("job", [&] { make("c2c f32 64 loops=2:64,3:128"); });
    auto small = on({d}, 0);
    small.device_memory = 1000;
    job too_large(stockham::parse_transform("c2c f32 64 b10"), small);
    byte_list array(5120), other(5120);
    expect_unsupported_error("memory", [&] { too_large.run(array.data(), other.data()); });
    job ready(stockham::parse_transform("c2c f32 64 b10"), on({d}, 0));
    expect_argument_error("input", [&] { ready.run(nullptr, array.data()); });
    expect_argument_error("output", [&] { ready.run(array.data()); });
    expect_argument_error("output", [&] { ready.run(array.data(), array.data() + 8); });
    job in_place(stockham::parse_transform("c2c f32 64 b10 in"), on({d}, 0));
    expect_argument_error("output", [&] { in_place.run(array.data(), other.data()); });
    job moved(std::move(ready));
    expect_argument_error("job", [&] { ready.units(); });
}

BOOST_AUTO_TEST_SUITE_END()
