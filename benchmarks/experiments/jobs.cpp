// Batches from and to host memory on one or several devices, against the rate of their links.
#include "experiments/jobs.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "host_memory.hpp"
#include "opencl_target.hpp"
#include "row_file.hpp"
#include "statistics.hpp"
#include "tools/harness/opencl.hpp"
#include "tools/harness/provenance.hpp"
#include "tools/harness/suite.hpp"

namespace bench {

namespace {

namespace harness = stockham::harness;
using stockham::placement;
using stockham::transform;

constexpr std::size_t checked_units = 3;

/// The k-th number of the input, uniform in [-1, 1], so that parts of the input can be made again.
double number_at(std::size_t k) {
    std::uint64_t x = (k + 1) * 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x ^= x >> 27;
    return static_cast<double>(x >> 12) * 0x1p-51 - 1;
}

void fill(char* data, std::size_t first, std::size_t end, stockham::precision p) {
    for (std::size_t k = first; k < end; ++k)
        if (p == stockham::precision::f32)
            reinterpret_cast<float*>(data)[k - first] = static_cast<float>(number_at(k));
        else
            reinterpret_cast<double*>(data)[k - first] = number_at(k);
}

void fill_input(const transform& t, const host_arrays& a) {
    const auto real = stockham::real_size(t.precision);
    in_parallel(a.in_bytes / real,
                [&](std::size_t first, std::size_t end) { fill(a.input + first * real, first, end, t.precision); });
    if (a.output != a.input)
        in_parallel(a.out_bytes,
                    [&](std::size_t first, std::size_t end) { std::memset(a.output + first, 0x5A, end - first); });
}

template <class Real>
double relative_error(const char* got, const char* wanted, std::size_t bytes) {
    double difference = 0, sum = 0;
    for (std::size_t k = 0; k < bytes / sizeof(Real); ++k) {
        const double x = reinterpret_cast<const Real*>(got)[k], y = reinterpret_cast<const Real*>(wanted)[k];
        difference += (x - y) * (x - y);
        sum += y * y;
    }
    return std::sqrt(difference / sum);
}

/// Compares the first, a middle and the last transform with a plan for one. Throws std::runtime_error.
void check(const transform& t, const host_arrays& a, const link_end& end) {
    auto one = t;
    one.batch = 1;
    const std::size_t in = stockham::input_bytes(one), out = stockham::output_bytes(one);
    const stockham::plan plan(end.context.get(), end.device, one);
    std::vector<char> input(in), wanted(out);
    for (std::size_t k = 0; k < checked_units; ++k) {
        const std::size_t unit = (t.batch - 1) * k / (checked_units - 1);
        const auto numbers = in / stockham::real_size(t.precision);
        fill(input.data(), unit * numbers, (unit + 1) * numbers, t.precision);
        const auto from = harness::make_buffer(end.context.get(), in, CL_MEM_READ_WRITE, input.data());
        const auto to = harness::make_buffer(end.context.get(), out);
        const bool in_place = t.placement == placement::in_place;
        plan.execute(end.up.get(), from.get(), in_place ? nullptr : to.get());
        harness::check_cl(clEnqueueReadBuffer(end.up.get(), in_place ? from.get() : to.get(), CL_TRUE, 0, out,
                                              wanted.data(), 0, nullptr, nullptr),
                          "clEnqueueReadBuffer");
        const char* const got = a.output + unit * out;
        const double error = t.precision == stockham::precision::f32 ? relative_error<float>(got, wanted.data(), out)
                                                                     : relative_error<double>(got, wanted.data(), out);
        const double most = t.precision == stockham::precision::f32 ? 1e-6 : 1e-14;
        if (!(error <= most)) throw std::runtime_error(fmt::format("transform {}: error {}", unit, error));
    }
}

/// Upload, transform and download of one chunk after another on the first device.
double sequential_seconds(const transform& t, const host_arrays& a, const link_end& end) {
    auto chunk = t;
    const std::size_t in = a.in_bytes / t.batch, out = a.out_bytes / t.batch;
    chunk.batch = std::clamp<std::size_t>(piece_bytes / std::max(in, out), 1, t.batch);
    const stockham::plan plan(end.context.get(), end.device, chunk);
    const auto from = harness::make_buffer(end.context.get(), chunk.batch * in);
    const auto to = harness::make_buffer(end.context.get(), chunk.batch * out);
    const bool in_place = t.placement == placement::in_place;
    const auto start = bench_clock::now();
    for (std::size_t unit = 0; unit < t.batch; unit += chunk.batch) {
        const std::size_t units = std::min(chunk.batch, t.batch - unit);
        harness::check_cl(clEnqueueWriteBuffer(end.up.get(), from.get(), CL_TRUE, 0, units * in, a.input + unit * in, 0,
                                               nullptr, nullptr),
                          "clEnqueueWriteBuffer");
        plan.execute(end.up.get(), from.get(), in_place ? nullptr : to.get());
        harness::check_cl(clEnqueueReadBuffer(end.up.get(), in_place ? from.get() : to.get(), CL_TRUE, 0, units * out,
                                              a.output + unit * out, 0, nullptr, nullptr),
                          "clEnqueueReadBuffer");
    }
    return seconds_since(start);
}

/// One way to compute a case, measured in each round.
struct contender {
    std::string name;
    const host_arrays* arrays;
    std::function<double()> seconds;
    bool computes;
    std::vector<double> samples = {};
};

struct bench_session {
    const jobs_options& options;
    std::vector<std::unique_ptr<link_end>> ends;
    row_file file;
};

void report(const transform& t, const contender& c, double link, bench_session& s) {
    const double median = median_of(c.samples);
    const double bytes = static_cast<double>(std::max(c.arrays->in_bytes, c.arrays->out_bytes));
    fmt::print("    {:<24} {:>9.1f} ms {:>7.2f} GB/s {:>6.2f} of the links' rate\n", c.name, 1e3 * median,
               1e-9 * bytes / median, link / median);
    auto row = nlohmann::ordered_json{{"suite", "jobs"}, {"case", to_string(t)}, {"library", c.name}, {"status", "ok"}};
    row["devices"] = s.ends.size();
    row["device"] = stockham::describe(s.ends.front()->device).name;
    row["ms"] = 1e3 * median;
    row["samples_ms"] = c.samples;
    row["gbps"] = 1e-9 * bytes / median;
    row["of_link"] = link / median;
    s.file.add(row);
}

void run_case(const transform& t, bench_session& s) {
    stockham::job_options of_job;
    for (const auto& end : s.ends) of_job.devices.push_back(end->device);
    of_job.copy_threads = s.options.copy_threads;
    of_job.device_memory = s.options.device_memory;
    const auto pinned_options = [&] {
        auto o = of_job;
        o.pinned = true;
        return o;
    };
    const host_arrays pinned(t, *s.ends.front(), true);
    std::unique_ptr<host_arrays> pageable;
    stockham::job with_pinned(t, pinned_options()), with_pageable(t, of_job);
    const auto job_seconds = [](stockham::job& j, const host_arrays& a) { return j.run(a.input, a.output).seconds; };
    std::vector<contender> all;
    all.push_back({"links alone", &pinned, [&] { return link_seconds(s.ends, pinned); }, false});
    all.push_back({"job, pinned", &pinned, [&] { return job_seconds(with_pinned, pinned); }, true});
    if (!s.options.pinned_only) {
        pageable = std::make_unique<host_arrays>(t, *s.ends.front(), false);
        all.push_back({"job, pageable", pageable.get(), [&] { return job_seconds(with_pageable, *pageable); }, true});
        const auto& first = *s.ends.front();
        all.push_back({"no overlap, pinned", &pinned, [&] { return sequential_seconds(t, pinned, first); }, true});
        all.push_back(
            {"no overlap, pageable", pageable.get(), [&] { return sequential_seconds(t, *pageable, first); }, true});
    }
    fmt::print("{}, {:.2f} GiB, {} device(s)\n", to_string(t), static_cast<double>(pinned.in_bytes) * 0x1p-30,
               s.ends.size());
    for (unsigned round = 0; round <= s.options.rounds; ++round)  // the first round plans and checks
        for (auto& c : all) {
            if (c.computes) fill_input(t, *c.arrays);
            const double seconds = c.seconds();
            if (round > 0) c.samples.push_back(seconds);
            if (round == 0 && c.computes) check(t, *c.arrays, *s.ends.front());
        }
    const double link = median_of(all.front().samples);
    for (const auto& c : all) report(t, c, link, s);
}

int jobs(const jobs_options& o) {
    fmt::print("{}", harness::run_comment());
    bench_session s{o, {}, row_file(o.output, false, {})};
    const auto words = o.devices.empty() ? std::vector<std::string>{""} : o.devices;
    for (const auto& word : words) s.ends.push_back(std::make_unique<link_end>(stockham::choose_device(word)));
    for (const auto& c : harness::cases_of(o.what)) run_case(c.what, s);
    return 0;
}

}  // namespace

void add_jobs_command(CLI::App& app, jobs_options& o, int& exit_code) {
    auto& command = *app.add_subcommand("jobs", "Measure jobs: batches from and to host memory");
    command.add_option("what", o.what, "Suites, .txt files of problem strings, or problem strings")->required();
    command
        .add_option("--device", o.devices, "Devices, separated by commas (default: STOCKHAM_DEVICE, else the first)")
        ->delimiter(',')
        ->allow_extra_args(false);
    command.add_option("--output,-o", o.output, "Append rows as JSON lines to this file");
    command.add_option("--rounds", o.rounds, "Number of rounds")->capture_default_str()->check(CLI::Range(1, 1000));
    command.add_option("--copy-threads", o.copy_threads,
                       "Threads that copy pageable memory (default: one per processor)");
    command.add_option("--device-memory", o.device_memory, "Limit of the memory on each device, in bytes");
    command.add_flag("--pinned-only", o.pinned_only, "Measure the links and the job in pinned memory only");
    command.callback([&] { exit_code = jobs(o); });
}

}  // namespace bench
