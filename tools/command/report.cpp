// `stockham report`: checks and measures a device, and writes a report to attach to an issue.
#include <algorithm>
#include <memory>
#include <optional>
#include <random>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/messages/printable.hpp"
#include "command.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "report/card_report.hpp"
#include "report/supervisor.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

constexpr double least_minutes = 0.01, most_minutes = 1440;

struct report_options {
    report::stage_options stage;
    std::string output;
    std::vector<std::string> stages;
    double minutes = 10;
    bool quiet = false;
    std::string child_stage;  // not empty in a child
};

std::vector<std::string> stage_names() {
    std::vector<std::string> names;
    for (const auto& s : report::stages()) names.emplace_back(s.name);
    return names;
}

std::vector<report::stage> chosen_stages(const report_options& o) {
    std::vector<report::stage> chosen;
    for (const auto& s : report::stages())
        if (o.stages.empty() || std::count(o.stages.begin(), o.stages.end(), s.name) > 0) chosen.push_back(s);
    return chosen;
}

void run_stages(const report_options& o, report::card_report& file) {
    report::supervisor stages(60 * o.minutes, !o.quiet, [&](const report::row& r) { file.add(r); });
    const auto chosen = chosen_stages(o);
    double all = 0, until = 0;
    for (const auto& s : chosen) all += s.share;
    for (const auto& s : chosen) {
        until += s.share;
        if (const auto why = file.obstacle(); !why.empty()) {
            file.add({"stage", s.name, "skipped", "0.0", "0", why});
            continue;
        }
        auto to_run = o.stage;
        to_run.single_precision = file.lacks_double();
        stages.run(s, until / all, to_run);
    }
}

void run_report(const report_options& o) {
    if (!(o.minutes >= least_minutes && o.minutes <= most_minutes))
        throw usage_error(
            fmt::format("--minutes: must be from {} to {} (got {})", least_minutes, most_minutes, o.minutes));
    if (!o.child_stage.empty()) {
        auto in_child = o.stage;
        in_child.seconds = 60 * o.minutes;
        return report::run_in_child(report::stage_named(o.child_stage), in_child);
    }
    if (o.output.empty()) throw usage_error("--output is required");
    const auto described = describe(device_of(o.stage.device));
    report::card_report file(o.output);
    file.begin(described, {"options", "seed " + std::to_string(o.stage.seed), "minutes " + fmt::format("{}", o.minutes),
                           "problems " + std::to_string(o.stage.problems)});
    bool interrupted = false;
    try {
        run_stages(o, file);
    } catch (const interrupted_error&) {
        interrupted = true;
    }
    const auto verdict = file.finish(interrupted);
    const auto place = o.output == "-" ? "" : "; the report is " + internal::printable(o.output);
    if (interrupted) throw interrupted_error(fmt::format("interrupted; {}{}", verdict, place));
    if (!o.quiet) print_remark(verdict + place);
}

}  // namespace

void add_report(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("report", "Check and measure a device, and write a report to attach to an issue");
    command->footer(
        "The stages are execution (a kernel of one line), checks (random problems of all kinds against sums in long\n"
        "double), calibration (a profile as of `stockham calibrate`, which is not kept), and pow2 and images (the\n"
        "benchmarks' suites, out of place). Each runs in a process of its own: if the driver hangs or crashes, the\n"
        "report names the problem, and the other stages go on. Ctrl-C writes what is known so far. The report holds "
        "no\n"
        "names of users or hosts, no paths and no serial numbers.");
    auto o = std::make_shared<report_options>();
    add_output_option(*command, o->output, output_kind::report, "Write the report to FILE (- for standard output)")
        ->type_name("FILE");
    command->add_option("--minutes", o->minutes, "Take at most this time (default: 10)")
        ->type_name("MINUTES")
        ->transform(decimal_number());
    command->add_option("--problems", o->stage.problems, "Try at most N problems in each stage (default: 200)")
        ->type_name("N")
        ->transform(whole_number(1, 1000000));
    command->add_option("--seed", o->stage.seed, "Seed of the random problems and of the order of suites (default: 1)")
        ->type_name("SEED")
        ->transform(whole_number(0, 4294967295));
    command->add_option("--stages", o->stages, "Run only these stages, between commas (default: all)")
        ->type_name("NAMES")
        ->delimiter(',')
        ->transform(one_of(stage_names()));
    command->add_flag("--quiet", o->quiet, "Print no progress and no verdict");
    command->add_option(report::stage_option, o->child_stage)->group("")->transform(one_of(stage_names()));
    command->add_option(report::first_option, o->stage.first)->group("");
    command->add_flag(report::single_option, o->stage.single_precision)->group("");
    add_device_option(*command, o->stage.device);
    command->callback([o] { run_report(*o); });
}

}  // namespace stockham::tools
