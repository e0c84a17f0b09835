// `stockham calibrate`: a device's profile, measured and kept.
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/calibration.hpp>
#include <stockham/stockham.hpp>

#include "base/messages/printable.hpp"
#include "command.hpp"
#include "common/progress.hpp"
#include "common/provenance.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct options {
    std::string device;
    std::string output;
    bool print_only = false;
    bool quiet = false;
};

calibration measure(const options& o, const engine& e) {
    interrupt_watch interrupt;
    common::status_line line(!o.quiet);
    calibration_options how;
    how.progress = [&](const std::string& what) {
        line.show("measuring " + what);
        return !interrupt.asked();
    };
    try {
        return calibrate(e.context(), e.device(), how);
    } catch (const calibration_cancelled&) {
        throw interrupted_error("interrupted; nothing was kept");
    }
}

std::string cases_text(const calibration& c) {
    std::size_t width = 7;
    for (const auto& each : c.cases) width = std::max(width, each.problem.size());
    auto text = fmt::format("{:<{}}  predicted us  measured us   error  plan\n", "problem", width);
    for (const auto& each : c.cases)
        text += fmt::format("{:<{}}  {:12.4g}  {:11.4g}  {:+5.0f} %  {}\n", each.problem, width, each.predicted * 1e6,
                            each.measured * 1e6, 100 * (each.predicted / each.measured - 1), each.plan_string);
    return text + fmt::format("{} problems, mean error {:.1f} %\n", c.cases.size(), 100 * c.mean_error());
}

std::string keep(const options& o, const device_profile& profile) {
    if (o.output.empty()) return profile.keep();
    const auto text = profile.to_json();
    output_file file(o.output);
    file.write(text.data(), text.size());
    file.commit();
    return o.output;
}

void run(const options& o) {
    const engine e(o.device);
    const auto made = measure(o, e);
    print_result(common::run_comment() + made.profile.to_json() + cases_text(made));
    if (!o.print_only) print_result("kept in " + internal::printable(keep(o, made.profile)) + "\n");
}

}  // namespace

void add_calibrate(CLI::App& app) {
    CLI::App* command = app.add_subcommand("calibrate", "Measure how fast a device is, for plans by estimate");
    command->footer(
        "The device should be idle for 20 seconds to some minutes, by what is compiled. Plans go by the profile\n"
        "from then on. Prints it, and what it predicts for 40 problems beside what they take.");
    auto o = std::make_shared<options>();
    auto* output = add_output_option(*command, o->output, output_kind::json,
                                     "Write the profile to this file instead of your folder of profiles");
    output->type_name("FILE");
    command->add_flag("--print-only", o->print_only, "Keep nothing")->excludes(output);
    command->add_flag("--quiet", o->quiet, "Do not tell what is measured");
    add_device_option(*command, o->device);
    command->callback([o] { run(*o); });
}

}  // namespace stockham::tools
