// Measures the device time of each launch of a plan.
#include "experiments/steps.hpp"

#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stockham/stockham.hpp>

#include "adapters/adapters.hpp"
#include "data.hpp"
#include "run.hpp"
#include "statistics.hpp"

namespace bench {

namespace {

/// The lines of a plan's text that describe its steps, one per launch; they follow the line with the problem.
std::vector<std::string> step_texts(const stockham::plan& plan) {
    std::istringstream text(plan.to_string());
    std::string line;
    std::getline(text, line);
    std::vector<std::string> lines;
    while (lines.size() < plan.launches() && std::getline(text, line)) lines.push_back(line);
    return lines;
}

/// The median time of each launch over all rounds. In place, the data are refreshed every round.
std::vector<double> time_steps(opencl_target& target, const stockham::plan& plan, const problem& p, unsigned rounds) {
    const auto buffers = target.buffers(p.bytes());
    host_buffer data;
    fill_random(data.reserve(p.input_bytes()), p, 1, p.points());
    const auto workspace =
        plan.workspace_size() ? std::make_unique<opencl_buffer>(target.context(), plan.workspace_size()) : nullptr;
    const cl_mem in = buffers->input.get(), out = buffers->output.get();
    std::vector<std::vector<double>> samples(plan.launches());
    check_cl(clEnqueueWriteBuffer(target.profiled(), in, CL_TRUE, 0, p.input_bytes(), data.data(), 0, nullptr, nullptr),
             "clEnqueueWriteBuffer");
    for (unsigned round = 0; round < rounds + 2; ++round) {
        if (p.in_place())
            check_cl(clEnqueueCopyBuffer(target.profiled(), in, out, 0, 0, p.input_bytes(), 0, nullptr, nullptr),
                     "clEnqueueCopyBuffer");
        const auto events = plan.enqueue_each(target.profiled(), p.in_place() ? out : in, p.in_place() ? nullptr : out,
                                              workspace ? workspace->get() : nullptr);
        check_cl(clFinish(target.profiled()), "clFinish");
        for (std::size_t k = 0; k < events.size(); ++k) {
            const harness::event_object owned(events[k]);
            if (round > 1)
                samples[k].push_back(harness::execution_of(owned.get()).seconds() * 1e6);  // two rounds to warm up
        }
    }
    std::vector<double> medians;
    for (const auto& s : samples) medians.push_back(median_of(s));
    return medians;
}

double copy_time(opencl_target& target, const problem& p, unsigned rounds) {
    const auto copy = make_copy_kernel(target)->prepare(placed(p, stockham::placement::out_of_place));
    std::vector<double> samples;
    for (unsigned round = 0; round < rounds; ++round)
        if (const auto us = dynamic_cast<opencl_execution&>(*copy).run_by_events(4)) samples.push_back(*us);
    return samples.empty() ? 0 : median_of(samples);
}

/// Measures one plan of a case, and writes its launches' times to standard output and to the file.
void time_plan(opencl_target& target, const suite_case& c, const own_plan& own, double copy, unsigned rounds,
               row_file& file) {
    const auto& p = c.what;
    const auto plan = make_plan(target, p, own);
    const auto times = time_steps(target, plan, p, rounds);
    double sum = 0;
    for (double us : times) sum += us;
    fmt::print("{} {}{}: {:.1f} us, {:.2f} of a copy ({:.1f} us)\n", p.name(), p.placement(),
               own.name.empty() ? "" : ", " + own.name, sum, sum / copy, copy);
    const auto texts = step_texts(plan);
    for (std::size_t k = 0; k < times.size(); ++k) {
        fmt::print("    {:>8.1f} us {:>6.2f}  {}\n", times[k], times[k] / copy, texts[k]);
        auto row = row_head("steps", p.name(), (own.name.empty() ? "" : own.name + " ") + fmt::format("step-{}", k),
                            status::ok, target.where());
        row["placement"] = p.placement();
        row["step"] = texts[k];
        row["event_us"] = {{"median", times[k]}};
        row["copy_us"] = copy;
        file.add(row);
    }
}

int steps(const steps_options& o) {
    experiment run(o);
    run_options cases;
    cases.what = o.what;
    std::vector<std::string> also;
    for (const auto& c : expand_cases(cases, also)) {
        const double copy = copy_time(run.target, c.what, o.rounds);
        auto plans = c.plans;
        plans.insert(plans.begin(), own_plan{});
        for (const auto& own : plans) time_plan(run.target, c, own, copy, o.rounds, run.file);
    }
    return 0;
}

}  // namespace

void add_steps_command(CLI::App& app, steps_options& o, int& exit_code) {
    auto& command = *app.add_subcommand("steps", "Measure each launch of the library's plans");
    command.add_option("what", o.what, "Suites, .txt files of problem strings, or problem strings")->required();
    add_experiment_options(command, o);
    command.callback([&] { exit_code = steps(o); });
}

}  // namespace bench
