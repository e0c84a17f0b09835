// The C functions for jobs: results as from a plan, progress, functions that fail, wrong arguments.
#include <boost/test/unit_test.hpp>

#include <cstring>

#include "support/c_run.hpp"
#include "support/on_device.hpp"
#include "support/refusal.hpp"
#include "support/seed.hpp"

BOOST_AUTO_TEST_SUITE(c_api_job_test)

namespace {

using byte_list = std::vector<unsigned char>;
constexpr std::size_t units = 50, unit_bytes = 512;

struct c_job {
    stockham_job* handle = nullptr;
    c_job(const char* text, const stockham_job_options* options) {
        stockham_problem* problem = nullptr;
        EXPECT_OK(stockham_problem_parse(text, &problem));
        EXPECT_OK(stockham_job_create(problem, options, &handle));
        stockham_problem_free(problem);
    }
    ~c_job() { stockham_job_free(handle); }
    c_job(const c_job&) = delete;
    c_job& operator=(const c_job&) = delete;
};

byte_list input_bytes() {
    std::mt19937 generator(test_seed());
    return to_bytes(reference::uniform(units * 64, stockham::precision::f32, generator), stockham::precision::f32);
}

byte_list by_plan(const byte_list& input) {
    const auto& d = test_device::get();
    const stockham::plan plan(d.context, d.device, stockham::parse_transform("c2c f32 64 b50"));
    const device_buffer in(input.size(), input.data()), out(input.size());
    finish(plan.enqueue(d.queue, in.get(), out.get()));
    return out.read();
}

void check_near(const byte_list& got, const byte_list& wanted) {
    const auto t = stockham::parse_transform("c2c f32 64 b50");
    BOOST_TEST(reference::relative_error(from_bytes(got, t.precision), from_bytes(wanted, t.precision),
                                         reference::places(t, false)) <= 2 * reference::gate(t));
}

struct ends {
    const byte_list* input;
    byte_list* output;
    int result = 0;
};

int read_units(std::size_t first, std::size_t n, void* to, void* data) {
    const auto& e = *static_cast<ends*>(data);
    std::memcpy(to, e.input->data() + first * unit_bytes, n * unit_bytes);
    return 0;
}

int write_units(std::size_t first, std::size_t n, const void* from, void* data) {
    const auto& e = *static_cast<ends*>(data);
    std::memcpy(e.output->data() + first * unit_bytes, from, n * unit_bytes);
    return e.result;
}

int stop(std::size_t, std::size_t total, double, void* data) {
    *static_cast<std::size_t*>(data) = total;
    return 0;
}

}  // namespace

BOOST_AUTO_TEST_CASE(results) {
    const auto input = input_bytes(), wanted = by_plan(input);
    auto options = stockham_default_job_options();
    options.devices = &test_device::get().device;
    options.device_count = 1;
    options.chunk_bytes = 7 * unit_bytes;
    const c_job job("c2c f32 64 b50", &options);
    std::size_t n = 0, in_pitch = 0, out_pitch = 0;
    EXPECT_OK(stockham_job_sizes(job.handle, &n, &in_pitch, &out_pitch));
    BOOST_TEST(n == units);
    BOOST_TEST(in_pitch == unit_bytes);
    BOOST_TEST(out_pitch == unit_bytes);
    byte_list output(input.size()), between(input.size());
    auto report = stockham_default_job_report();
    EXPECT_OK(stockham_job_run(job.handle, input.data(), output.data(), &report));
    BOOST_TEST(report.complete == 1);
    BOOST_TEST(report.dropped == 0U);
    BOOST_TEST(report.seconds > 0);
    check_near(output, wanted);
    ends e{&input, &between};
    EXPECT_OK(stockham_job_run_between(job.handle, read_units, &e, write_units, &e, nullptr));
    BOOST_TEST((between == output));
    e.result = 7;
    expect_refused(stockham_job_run_between(job.handle, read_units, &e, write_units, &e, nullptr), STOCKHAM_ARGUMENT,
                   "write", "7");
}

BOOST_AUTO_TEST_CASE(convolution_and_units) {
    const auto input = input_bytes();
    stockham_problem *signal = nullptr, *unit = nullptr;
    EXPECT_OK(stockham_problem_parse("c2c f32 64 b50", &signal));
    auto description = stockham_default_convolution_description();
    description.signal = signal;
    byte_list spectrum(unit_bytes, 0), output(input.size());
    const float one = 1.0F / 64;
    for (std::size_t k = 0; k < 64; ++k) std::memcpy(&spectrum[8 * k], &one, sizeof one);  // the unit impulse
    stockham_job* job = nullptr;
    EXPECT_OK(stockham_job_create_convolution(&description, spectrum.data(), nullptr, &job));
    EXPECT_OK(stockham_job_run(job, input.data(), output.data(), nullptr));
    check_near(output, input);
    stockham_job_free(job);
    EXPECT_OK(stockham_problem_parse("c2c f32 8 b64", &unit));  // 4096 bytes
    EXPECT_OK(stockham_job_create_units(unit, 3, nullptr, &job));
    std::size_t n = 0, pitch = 0;
    EXPECT_OK(stockham_job_sizes(job, &n, nullptr, &pitch));
    BOOST_TEST(n == 3U);
    BOOST_TEST(pitch == 4096U);
    stockham_job_free(job);
    stockham_problem_free(unit);
    stockham_problem_free(signal);
}

BOOST_AUTO_TEST_CASE(cancelled) {
    const auto input = input_bytes();
    byte_list output(input.size());
    auto options = stockham_default_job_options();
    std::size_t total = 0;
    options.progress = stop;
    options.progress_data = &total;
    const c_job job("c2c f32 64 b50", &options);
    auto report = stockham_default_job_report();
    EXPECT_OK(stockham_job_run(job.handle, input.data(), output.data(), &report));
    BOOST_TEST(total == units);
}

BOOST_AUTO_TEST_CASE(refused) {
    stockham_job* job = nullptr;
    expect_refused(stockham_job_create(nullptr, nullptr, &job), STOCKHAM_HANDLE, "problem", "");
    stockham_problem* problem = nullptr;
    EXPECT_OK(stockham_problem_parse("c2c f32 64 b50", &problem));
    expect_refused(stockham_job_create(problem, nullptr, nullptr), STOCKHAM_ARGUMENT, "job", "");
    const cl_device_id twice[] = {test_device::get().device, test_device::get().device};
    auto options = stockham_default_job_options();
    options.devices = twice;
    options.device_count = 2;
    expect_refused(stockham_job_create(problem, &options, &job), STOCKHAM_ARGUMENT, "devices", "twice");
    options.struct_size = 5;
    expect_refused(stockham_job_create(problem, &options, &job), STOCKHAM_STRUCT, "options", "");
    stockham_problem_free(problem);
    const c_job ready("c2c f32 64 b50", nullptr);
    expect_refused(stockham_job_run(ready.handle, nullptr, nullptr, nullptr), STOCKHAM_ARGUMENT, "input", "");
    expect_refused(stockham_job_run_between(ready.handle, nullptr, nullptr, write_units, nullptr, nullptr),
                   STOCKHAM_ARGUMENT, "read", "");
    auto report = stockham_default_job_report();
    report.struct_size = 3;
    expect_refused(stockham_job_run(ready.handle, twice, nullptr, &report), STOCKHAM_STRUCT, "report", "");
    stockham_job_free(nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
