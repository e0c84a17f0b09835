// stockham-bench: commands and options.
#include <exception>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stockham/error.hpp>

#include "adapters/adapters.hpp"
#include "experiments/convolutions.hpp"
#include "experiments/jobs.hpp"
#include "experiments/lengths.hpp"
#include "experiments/many.hpp"
#include "experiments/out_of_core.hpp"
#include "experiments/steps.hpp"
#include "plan_probe.hpp"
#include "report/launch_api.hpp"
#include "report/report.hpp"
#include "run.hpp"
#include "tools/harness/provenance.hpp"
#include "tools/harness/sweep.hpp"

namespace {

void add_device(CLI::App& command, std::string& device) {
    command.add_option("--device", device,
                       "A number, gpu, cpu, or part of a name (default: STOCKHAM_DEVICE, else the first)");
}

/// `run`
void add_run(CLI::App& app, bench::run_options& o, std::string& shard, int& exit_code) {
    auto& run = *app.add_subcommand("run", "Measure suites and problems against every rival");
    run.add_option("what", o.what,
                   "Suites (see list), .txt files of problem strings, problem strings, or every (a sweep of "
                   "random lengths)")
        ->required();
    run.add_option("--rivals", o.rivals, "Rivals, separated by commas, or none (default: all but cufft-f16)")
        ->delimiter(',')
        ->allow_extra_args(false);
    add_device(run, o.device);
    run.add_option("--output,-o", o.output, "Append rows as JSON lines to this file");
    run.add_option("--csv", o.csv, "Write a CSV with gearshifft's columns");
    run.add_flag("--resume", o.resume, "Continue the output file: rows already there are not measured again");
    run.add_option("--shard", shard, "i/n: only every n-th case, starting with the i-th");
    run.add_option("--placement", o.placement, "out, in or both, instead of the suite's placement")
        ->check(CLI::IsMember({"out", "in", "both"}));
    run.add_option("--rounds", o.measure.rounds, "Number of rounds (default: until the spread is known)")
        ->check(CLI::Range(1, 10000));
    run.add_option("--case-seconds", o.measure.case_seconds, "Measuring time per case")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    run.add_option("--time-limit", o.time_limit, "Start no further case after this many seconds")
        ->check(CLI::PositiveNumber);
    run.add_option("--seed", o.measure.seed,
                   "Seed of the random input and of the sweep (default: different in every run)");
    run.add_option("--working-set", o.sweep_mib, "MiB of input in each case of the sweep")
        ->capture_default_str()
        ->check(CLI::Range(1, 1 << 20));
    run.add_flag("--transfers", o.measure.transfers, "Measure upload and download, too");
    // Plan times are mostly times of compiling, and with turns other processes compile meanwhile.
    auto* plan_times = run.add_flag("--plan-times", o.plan_times, "Measure plan times, in separate processes");
    run.add_option("--turns", o.turns,
                   "File that processes lock in turn: one measures while the others plan and compile")
        ->excludes(plan_times);
    run.add_flag("!--no-check", o.measure.check, "Do not check the results");
    run.callback([&] {
        if (!shard.empty()) o.part = bench::parse_shard(shard);
        exit_code = bench::run_command(o);
    });
}

void print_suites() {
    for (const auto& name : stockham::harness::suite_names()) {
        const auto s = stockham::harness::load_suite(name);
        fmt::print("{:<10} {:>4} cases  {}\n", name, s.cases.size(), s.title);
    }
    std::size_t drawn = 0;
    for (const auto& s : stockham::harness::random_sweep({})) drawn += s.cases.size();
    fmt::print("{:<10} {:>4} cases  random lengths of four classes, drawn by --seed\n", "every", drawn);
}

void print_rivals(const std::string& device) {
    bench::opencl_target target(bench::bench_device(device));
    fmt::print("device: {} ({}, driver {})\n", target.where().device, target.where().platform, target.where().driver);
    for (const auto& library : bench::make_adapters(target, bench::rival_names())) {
        const auto why = library->missing();
        const auto api = bench::report::api_title(bench::report::api_of_library(library->name()));
        fmt::print("{:<13} {:<12} {}\n", library->name(), api, why.empty() ? library->version() : "missing: " + why);
    }
}

/// `list` and `list SUITE`
void add_list(CLI::App& app, std::string& suite, std::string& device) {
    auto& list = *app.add_subcommand("list", "Show the suites and rivals, or a suite's cases");
    list.add_option("suite", suite, "A suite");
    add_device(list, device);
    list.callback([&] {
        if (suite.empty()) {
            print_suites();
            print_rivals(device);
            return;
        }
        for (const auto& c : stockham::harness::load_suite(suite).cases) {
            fmt::print("{}\n", to_string(c.what));
            for (const auto& s : c.stated) fmt::print("    {}: {}: {} {}\n", s.source, s.what, s.value, s.unit);
        }
    });
}

/// `probe`, which `run --plan-times` starts in child processes.
void add_probe(CLI::App& app, std::string& library, std::string& problem, std::string& device) {
    auto& probe = *app.add_subcommand("probe", "Plan once and again")->group("");
    probe.add_option("library", library)->required();
    probe.add_option("problem", problem)->required();
    add_device(probe, device);
    probe.callback([&] {
        bench::opencl_target target(bench::bench_device(device));
        const std::vector<std::string> rivals =
            library == "stockham" ? std::vector<std::string>{} : std::vector<std::string>{library};
        for (const auto& candidate : bench::make_adapters(target, rivals)) {
            if (candidate->name() != library) continue;
            const auto r = bench::probe(*candidate, bench::parse_problem(problem));
            fmt::print("{}\n", nlohmann::json{{"first", r.first}, {"again", r.again}}.dump());
        }
    });
}

int fail(const std::string& why) {
    fmt::print(stderr, "stockham-bench: {}\n", why);
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    int exit_code = 0;
    stockham::harness::remember_command(argc, argv);
    CLI::App app("Compares FFT libraries on the same inputs in the same run", "stockham-bench");
    app.require_subcommand(1);
    bench::run_options run;
    bench::steps_options steps;
    bench::convolutions_options convolutions;
    bench::lengths_options lengths;
    bench::many_options many;
    bench::jobs_options jobs;
    bench::out_of_core_settings out_of_core;
    std::string shard, suite, device, library, problem;
    add_run(app, run, shard, exit_code);
    add_list(app, suite, device);
    bench::add_steps_command(app, steps, exit_code);
    bench::add_convolution_command(app, convolutions, exit_code);
    bench::add_lengths_command(app, lengths, exit_code);
    bench::add_many_command(app, many, exit_code);
    bench::add_jobs_command(app, jobs, exit_code);
    bench::add_out_of_core_command(app, out_of_core, exit_code);
    add_probe(app, library, problem, device);
    bench::add_report_command(app, exit_code);
    bench::add_compare_command(app, exit_code);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return e.get_exit_code() == 0 ? app.exit(e) : fail(e.what());
    } catch (const std::exception& e) {
        return fail(e.what());
    }
    return exit_code;
}
