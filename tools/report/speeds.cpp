// The stages that measure the suites, by the device's clock.
#include <algorithm>
#include <chrono>
#include <random>

#include <fmt/format.h>

#include "report/stage.hpp"
#include "tools/harness/device_time.hpp"
#include "tools/harness/suite.hpp"

namespace stockham::tools::report {

namespace {

constexpr double sample_seconds = 0.02, case_seconds = 0.5;
constexpr double most_executions = 1000;
constexpr int most_samples = 7;

/// Input, output and workspace take at most a half of the memory that the command uses.
constexpr std::size_t part_of_memory = 2;

bool fits(const engine& e, const transform& t, std::size_t workspace) {
    const std::vector<std::size_t> buffers = {input_bytes(t), output_bytes(t), workspace};
    return e.shortage(buffers).empty() && buffers[0] + buffers[1] + buffers[2] <= e.usable_memory() / part_of_memory;
}

/// The problem with the largest batch that fits, halved from the suite's.
transform fitting(const engine& e, transform t) {
    while (t.batch > 1 && !fits(e, t, input_bytes(t))) t.batch /= 2;
    return t;
}

device_buffer filled(const session& on, std::size_t bytes) {
    const std::size_t units = bytes / sizeof(cl_float4) + 1;
    device_buffer made = on.buffer(units * sizeof(cl_float4));
    auto kernel = on.kernel(
        "kernel void fill(global float4* to) { to[get_global_id(0)] = (float4)(0.25f, -0.5f, 0.75f, -0.125f); }\n",
        "fill");
    kernel.set(0, made.get());
    kernel.execute(on.queue(), {units, 1, 1});
    return made;
}

struct timing {
    double seconds = 0;  ///< of one execution, the median of the samples
    bool by_device = true;
};

/// A plan on buffers of its own, in a session whose queue measures.
class execution {
  public:
    execution(const engine& e, const plan& p)
        : plan_(p), timed_(harness::make_timed_queue(e.context(), e.device()).get()),
          input_(filled(timed_, input_bytes(p.problem()))), output_(filled(timed_, output_bytes(p.problem()))),
          workspace_(timed_.buffer(p.workspace_size())) {}

    timing measure() const {
        sample(1);  // warms up
        double one = 0;
        for (int k = 0; k < 2; ++k) one = sample(1).seconds;
        const auto n = static_cast<unsigned>(std::clamp(sample_seconds / one, 1.0, most_executions));
        const int samples = std::clamp(static_cast<int>(case_seconds / (one * n)), 1, most_samples);
        std::vector<double> times;
        timing all;
        for (int k = 0; k < samples; ++k) {
            const auto now = sample(n);
            times.push_back(now.seconds / n);
            all.by_device = all.by_device && now.by_device;
        }
        std::nth_element(times.begin(), times.begin() + samples / 2, times.end());
        all.seconds = times[static_cast<std::size_t>(samples / 2)];
        return all;
    }

  private:
    /// n executions, by the host's clock if the device's does not work.
    timing sample(unsigned n) const {
        const auto start = std::chrono::steady_clock::now();
        const auto seconds = harness::device_seconds(timed_.queue(), [&] {
            for (unsigned k = 0; k < n; ++k)
                plan_.execute(timed_.queue(), input_.get(), output_.get(), workspace_.get());
        });
        if (seconds) return {*seconds, true};
        return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), false};
    }

    const plan& plan_;
    session timed_;
    device_buffer input_, output_, workspace_;
};

/// time, suite, microseconds, clock, launches, problem string, plan string; or skipped, suite, problem string, reason
row timed(const engine& e, const std::string& suite, const transform& t) {
    const auto text = to_string(t);
    try {
        if (!fits(e, t, 0)) return {"skipped", suite, text, "the device's memory is too small"};
        const auto made = e.plan(t);
        if (!fits(e, t, made->workspace_size())) return {"skipped", suite, text, "the device's memory is too small"};
        const auto measured = execution(e, *made).measure();
        return {"time",
                suite,
                fmt::format("{:.5g}", measured.seconds * 1e6),
                measured.by_device ? "device" : "host",
                std::to_string(made->launches()),
                text,
                made->plan_string()};
    } catch (const error& why) {
        return {"skipped", suite, text, impersonal(why.what())};
    }
}

void run_suite(stage_run& run, const std::string& name) {
    auto cases = harness::cases_of({name}, "out");
    if (!run.has_double())
        cases.erase(std::remove_if(cases.begin(), cases.end(),
                                   [](const auto& c) { return c.what.precision == precision::f64; }),
                    cases.end());
    // In random order, so that a stage that ends early has measured some of everything.
    std::shuffle(cases.begin(), cases.end(), std::mt19937(run.options().seed));
    cases.resize(std::min(cases.size(), run.options().problems));
    for (std::size_t k = run.options().first; k < cases.size(); ++k) {
        const auto t = fitting(run.device(), cases[k].what);
        run.begin(k, cases.size(), to_string(t));
        run.add(timed(run.device(), name, t));
    }
}

}  // namespace

void run_pow2(stage_run& run) {
    run_suite(run, "pow2");
}

void run_images(stage_run& run) {
    run_suite(run, "images");
}

}  // namespace stockham::tools::report
