// `stockham calibrate`: measures a device profile, compares it with the current one and keeps it if it is no worse.
#include <chrono>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/calibration.hpp>
#include <stockham/stockham.hpp>

#include "calibrate_passes.hpp"
#include "calibration_verdict.hpp"
#include "command.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "interrupt.hpp"
#include "tools/harness/progress.hpp"
#include "tools/harness/provenance.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct calibrate_options {
    std::string device;
    profile_target target;
    pass_calibration_request passes;
    bool show_fit = false;
    bool quiet = false;
};

struct measured_profile {
    device_profile profile;
    std::vector<calibration_case> fitted;
    profile_comparison comparison;  // with the current profile
    double calibration_seconds = 0, comparison_seconds = 0;
};

using clock = std::chrono::steady_clock;

double seconds_between(clock::time_point start, clock::time_point end) {
    return std::chrono::duration<double>(end - start).count();
}

measured_profile measure(const calibrate_options& o, const engine& e) {
    interrupt_watch interrupt;
    harness::status_line line(!o.quiet);
    const auto progress = [&](const std::string& what) {
        line.show("measuring " + what);
        return !interrupt.requested();
    };
    calibration_options how;
    how.predict = false;  // the comparison measures the same problems
    how.progress = progress;
    comparison_options compared;
    compared.progress = progress;
    measured_profile made;
    try {
        const auto start = clock::now();
        auto measured = calibrate(e.context(), e.device(), how);
        made.profile = std::move(measured.profile);
        made.fitted = std::move(measured.fitted);
        const auto calibrated = clock::now();
        made.calibration_seconds = seconds_between(start, calibrated);
        made.comparison = compare_profiles(e.context(), e.device(), {}, made.profile, compared);
        made.comparison_seconds = seconds_between(calibrated, clock::now());
        return made;
    } catch (const calibration_cancelled&) {
        throw interrupted_error("interrupted; nothing was kept");
    }
}

void run_calibrate(const calibrate_options& o) {
    if (o.passes.wanted) return calibrate_passes_of(o.passes, o.device, o.quiet);
    if (!o.passes.words.empty()) throw usage_error("PROBLEM|SUITE: needs --passes");
    const engine e(o.device);
    const auto made = measure(o, e);
    print_result(harness::run_comment() + made.profile.to_json());
    if (o.show_fit) print_result(fit_text(made.fitted));
    print_result(comparison_text(made.comparison));
    print_result(fmt::format("profile measured in {:.0f} s, compared in {:.0f} s\n", made.calibration_seconds,
                             made.comparison_seconds));
    print_result(keep_if_worthwhile(made.profile, made.comparison, o.target) + "\n");
}

}  // namespace

void add_calibrate(CLI::App& app) {
    CLI::App* command = app.add_subcommand("calibrate", "Measure how fast a device is, for the planner's cost model");
    command->footer(
        "The device should be idle. A calibration takes from 20 seconds to several minutes, mostly for compilation.\n"
        "Then the plans of 36 problems by the new and by the current profile are measured in turn. The new profile\n"
        "is kept and used if the geometric mean of new over old times is at most 1.00 and no ratio is above 1.10.\n"
        "Otherwise it is printed and no file is written. The exit code is 0 in both cases.\n"
        "With --passes, the passes of the cheapest plans of problems are measured instead, and are added to a file "
        "that\n"
        "the planner reads. Passes that it has are skipped. Ctrl-C keeps what was measured.");
    auto o = std::make_shared<calibrate_options>();
    auto* output = add_output_option(*command, o->target.output, output_kind::json,
                                     "Write the profile to FILE (default: a file in ~/.config/stockham/profiles)");
    output->type_name("FILE");
    auto* print_only =
        command->add_flag("--print-only", o->target.print_only, "Print the profile, write no file")->excludes(output);
    command->add_flag("--keep-anyway", o->target.keep_anyway, "Keep the profile even if it makes plans slower")
        ->excludes(print_only);
    command->add_flag("--show-fit", o->show_fit,
                      "Also print the plans that the profile was fitted to, and their times");
    add_pass_options(*command, o->passes);
    command->add_flag("--quiet", o->quiet, "Do not show what is being measured");
    add_device_option(*command, o->device);
    command->callback([o] { run_calibrate(*o); });
}

}  // namespace stockham::tools
