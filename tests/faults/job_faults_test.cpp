// A job of 40 chunks on two devices while one of them fails at each call in turn: the result is right, each result is
// written once, and the job says who was dropped. On one device it is right or a typed error. Nothing waits for long.
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <stockham/job.hpp>
#include <stockham/stockham.hpp>

#include "faults/armed.hpp"
#include "support/on_device.hpp"
#include "support/seed.hpp"

BOOST_AUTO_TEST_SUITE(job_faults_test)

using byte_list = std::vector<unsigned char>;

namespace {

constexpr std::size_t units = 120, per_chunk = 3, points = 64, unit_bytes = 8 * points;
constexpr const char* problem = "c2c f32 64 b120";

struct batch {
    byte_list input, wanted;
    batch() {
        std::mt19937 generator(test_seed());
        const auto t = stockham::parse_transform(problem);
        const auto numbers = reference::uniform(units * points, t.precision, generator);
        input = to_bytes(numbers, t.precision);
        wanted = to_bytes(reference::transform(t, numbers, numbers), t.precision);
    }
};

const batch& data() {
    static const batch made;
    return made;
}

stockham::job_options on(const std::vector<cl_device_id>& devices) {
    stockham::job_options options;
    options.devices = devices;
    options.chunk_bytes = per_chunk * unit_bytes;
    options.patience = 2;
    options.message = [](const std::string&) {};
    return options;
}

bool is_right(const byte_list& output) {
    const auto t = stockham::parse_transform(problem);
    return reference::relative_error(from_bytes(output, t.precision), from_bytes(data().wanted, t.precision),
                                     reference::places(t, false)) <= reference::gate(t);
}

struct outcome {
    bool right = false;
    std::size_t dropped = 0;
    std::string error;
    long calls = 0;
    double seconds = 0;
};

/// One job while the layer is armed. Counts the writes of each unit.
outcome run(const std::vector<cl_device_id>& devices, const stockham_fault& fault) {
    outcome o;
    byte_list output(data().input.size());
    std::vector<std::atomic<int>> written(units);
    const auto start = std::chrono::steady_clock::now();
    {
        const faults::armed failing(fault);
        try {
            stockham::job job(stockham::parse_transform(problem), on(devices));
            const auto report =
                job.run([](std::size_t first, std::size_t n,
                           void* to) { std::memcpy(to, &data().input[first * unit_bytes], n * unit_bytes); },
                        [&](std::size_t first, std::size_t n, const void* from) {
                            std::memcpy(&output[first * unit_bytes], from, n * unit_bytes);
                            for (std::size_t k = first; k < first + n; ++k) ++written[k];
                        });
            BOOST_TEST(report.complete);
            for (const auto& share : report.shares) o.dropped += !share.failure.empty();
            for (const auto& n : written) BOOST_TEST(n == 1);
            o.right = is_right(output);
        } catch (const stockham::error& e) {
            o.error = e.what();
            BOOST_TEST(!o.error.empty());
        }
        o.calls = faults::calls(fault.call);
    }
    for (const auto& n : written) BOOST_TEST(n <= 1);
    o.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    BOOST_TEST(o.seconds < 30);
    return o;
}

std::vector<cl_device_id> two_devices() {
    auto all = stockham::devices();
    if (all.size() > 2) all.resize(2);
    return all;
}

std::string name_of(cl_device_id device) {
    return stockham::describe(device).name.substr(0, 7);  // "pthread" or "basic-.."
}

stockham_fault at(const char* call, long n, const std::string& device, int forever, int hang = 0) {
    stockham_fault fault = faults::nth(call, n);
    fault.device = device.c_str();
    fault.forever = forever;
    fault.hang = hang;
    return fault;
}

}  // namespace

BOOST_AUTO_TEST_CASE(one_of_two_fails) {
    const auto devices = two_devices();
    if (devices.size() < 2) {
        BOOST_TEST_MESSAGE("skipped: there is only one device");
        return;
    }
    for (auto* const bad : devices) {
        const auto name = name_of(bad);
        const auto whole = run(devices, at("clEnqueue*", 1000000, name, 0));
        BOOST_TEST(whole.right);
        BOOST_TEST(whole.dropped == 0U);
        std::size_t drops = 0;
        for (const int forever : {0, 1})
            for (long n = 1; n < 400; n += n < 60 ? 3 : 41)
                BOOST_TEST_CONTEXT("call " << n << " on " << name << (forever ? " and all after it" : "")) {
                    const auto o = run(devices, at("any", n, name, forever));
                    BOOST_TEST(o.right, o.error);
                    drops += o.dropped;
                }
        BOOST_TEST(drops > 0U);
        for (const char* call :
             {"clEnqueueWriteBuffer", "clEnqueueReadBuffer", "clEnqueueNDRangeKernel", "clEnqueueMapBuffer",
              "clCreateBuffer", "clBuildProgram", "clFlush", "clCreateContext", "clCreateCommandQueue*"})
            BOOST_TEST_CONTEXT(call << " on " << name) {
                const auto o = run(devices, at(call, 1, name, 1));
                BOOST_TEST(o.right, o.error);
                BOOST_TEST(o.dropped <= 1U);  // a device that is not needed may never come so far
            }
    }
}

BOOST_AUTO_TEST_CASE(one_of_two_is_lost_before_the_job) {
    const auto devices = two_devices();
    if (devices.size() < 2) return;
    for (auto* const bad : devices) {
        const auto o = run(devices, at("clGetDeviceInfo", 1, name_of(bad), 1));
        BOOST_TEST(o.right, o.error);
        BOOST_TEST(o.dropped == 1U);
    }
    auto fault = faults::nth("clGetDeviceInfo", 1);
    fault.forever = 1;
    const auto o = run(devices, fault);
    BOOST_TEST(o.error.find("clGetDeviceInfo") != std::string::npos, o.error);
}

BOOST_AUTO_TEST_CASE(one_of_two_is_lost_out_of_core) {
    const auto devices = two_devices();
    if (devices.size() < 2) return;
    stockham::out_of_core_options options;
    options.devices = devices;
    options.device_memory = std::size_t{1} << 15;
    std::vector<std::string> messages;
    options.message = [&](const std::string& text) { messages.push_back(text); };
    for (std::size_t bad = 0; bad < devices.size(); ++bad) {
        const auto name = name_of(devices[bad]);
        for (const char* call : {"clGetDeviceInfo", "clCreateContext", "clCreateCommandQueue*"})
            BOOST_TEST_CONTEXT(call << " on " << name) {
                messages.clear();
                byte_list output(data().input.size());
                const faults::armed failing(at(call, 1, name, 1));
                stockham::out_of_core ready(stockham::parse_transform(problem), options);
                const auto report = ready.run(data().input.data(), output.data());
                BOOST_TEST(report.complete);
                BOOST_TEST(is_right(output));
                BOOST_TEST(report.trips.front().shares.size() == 2U);
                BOOST_TEST(report.trips.front().shares[bad].device == devices[bad]);
                BOOST_TEST(!report.trips.front().shares[bad].failure.empty());
                BOOST_TEST(report.trips.front().shares[1 - bad].failure.empty());
                BOOST_TEST(messages.size() == 1U);
            }
    }
    auto fault = faults::nth("clCreateContext", 1);
    fault.forever = 1;
    const faults::armed failing(fault);
    byte_list output(data().input.size());
    stockham::out_of_core ready(stockham::parse_transform(problem), options);
    BOOST_CHECK_THROW(ready.run(data().input.data(), output.data()), stockham::opencl_error);
}

BOOST_AUTO_TEST_CASE(the_only_device_fails) {
    auto devices = two_devices();
    devices.resize(1);
    for (const int forever : {0, 1})
        for (long n = 1; n < 300; n += n < 40 ? 7 : 31)
            BOOST_TEST_CONTEXT("call " << n << (forever ? " and all after it" : "")) {
                const auto o = run(devices, at("any", n, name_of(devices.front()), forever));
                BOOST_TEST((o.right || !o.error.empty()));
            }
    const auto o = run(devices, at("clEnqueueReadBuffer", 5, name_of(devices.front()), 1));
    BOOST_TEST(!o.right);
    BOOST_TEST(o.error.find("clEnqueueReadBuffer") != std::string::npos, o.error);
}

BOOST_AUTO_TEST_CASE(a_hung_device) {
    const auto devices = two_devices();
    if (devices.size() < 2) return;
    // The other device may compute the whole job while this one still compiles, so the job gets several chances.
    std::size_t dropped = 0;
    for (int attempt = 0; attempt < 20 && dropped == 0; ++attempt) {
        const auto o = run(devices, at("clEnqueueReadBuffer", 2, name_of(devices.front()), 0, 1));
        BOOST_TEST(o.right, o.error);
        dropped = o.dropped;
    }
    BOOST_TEST(dropped == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
