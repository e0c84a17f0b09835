// `stockham calibrate --passes`: measures passes and adds them to a file.
#include "command/calibrate_passes.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <thread>

#include <fmt/format.h>
#include <stockham/calibration.hpp>
#include <stockham/stockham.hpp>

#include "base/messages/printable.hpp"
#include "bytes.hpp"
#include "command.hpp"
#include "compile_jobs.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "tools/harness/problem_text.hpp"
#include "tools/harness/progress.hpp"
#include "tools/harness/suite.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

constexpr const char* ending = ".passes";

/// "2/5": every fifth problem, from the second on.
struct problem_part {
    unsigned number = 1, count = 1;
};

problem_part part_of(const std::string& text) {
    problem_part p;
    if (text.empty()) return p;
    const char* end = text.data() + text.size();
    const auto number = std::from_chars(text.data(), end, p.number);
    const bool slash = number.ec == std::errc() && number.ptr != end && *number.ptr == '/';
    const auto count = slash ? std::from_chars(number.ptr + 1, end, p.count) : number;
    if (!slash || count.ec != std::errc() || count.ptr != end || p.number < 1 || p.number > p.count)
        throw usage_error(fmt::format("--part: must be NUMBER/COUNT, such as 1/4 (got {})", internal::in_quotes(text)));
    return p;
}

/// The transform with a smaller batch if its data exceed 64 MiB: its passes are the same.
transform of_usual_size(transform t) {
    constexpr double usual = 64 << 20;
    double bytes = static_cast<double>(t.batch * element_size(t.precision)) / (is_real_input(t.kind) ? 2 : 1);
    for (const auto n : t.lengths) bytes *= static_cast<double>(n);
    if (bytes > usual)
        t.batch = std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(t.batch) * usual / bytes));
    return t;
}

std::vector<std::string> problems_of(const pass_calibration_request& r) {
    const auto part = part_of(r.part);
    std::vector<std::string> all;
    std::size_t number = 0;
    for (const auto& c : harness::distinct_cases_of(r.words))
        if (number++ % part.count == part.number - 1) all.push_back(harness::wisdom_problem(of_usual_size(c.what)));
    return all;
}

/// Processes that compile ahead: a CPU compiles and runs on the same cores.
unsigned count_jobs(const pass_calibration_request& r, const device_description& d) {
    const unsigned some = d.kind == device_kind::cpu ? 0 : std::max(2U, std::thread::hardware_concurrency()) - 1;
    const unsigned count = r.jobs < 0 ? some : static_cast<unsigned>(r.jobs);
    return current_program_cache().folder.empty() ? 0 : count;
}

std::vector<std::string> job_arguments(const pass_calibration_request& r, const std::string& device) {
    std::vector<std::string> arguments{"calibrate", "--passes"};
    if (!device.empty()) arguments.insert(arguments.end(), {"--device", device});
    if (!r.file.empty()) arguments.insert(arguments.end(), {"--into", r.file});
    if (!r.part.empty()) arguments.insert(arguments.end(), {"--part", r.part});
    arguments.insert(arguments.end(), r.words.begin(), r.words.end());
    return arguments;
}

void write_compact(const pass_calibration_request& r) {
    if (r.file.empty() || !r.words.empty()) throw usage_error("--compact: needs --into FILE, and no problems");
    const auto text = from_command_line("--into", [&] { return compact_passes(r.file); });
    output_file file(r.compact);
    file.write(text.data(), text.size());
    file.commit();
    print_result(fmt::format("{}: {}\n", r.compact, bytes_text(text.size())));
}

std::string progress_text(const pass_calibration_progress& p) {
    return fmt::format("{}  {} of {}, {} measured; {}", harness::bar_text(p.done, p.problems), p.done,
                       count_text(p.problems, "problem", "problems"), p.measured, p.problem);
}

std::string summary(const pass_calibration& made, std::size_t problems, const std::string& device) {
    return fmt::format("{} of {} on {}: {} known, {} skipped; {} of passes measured, {} rejected; {}\n", made.done,
                       count_text(problems, "problem", "problems"), device, made.known, made.skipped,
                       count_text(made.measured, "choice", "choices"), made.rejected, made.file);
}

}  // namespace

void add_pass_options(CLI::App& command, pass_calibration_request& r) {
    auto* passes = command.add_flag("--passes", r.wanted,
                                    "Measure the passes of the plans of these problems instead, for all problems that "
                                    "share them");
    command.add_option("PROBLEM|SUITE", r.words, "With --passes: problem strings or suites");
    command
        .add_option("--seconds", r.seconds,
                    "With --passes: stop after SECONDS; the same command continues there (default: no limit)")
        ->type_name("SECONDS")
        ->transform(decimal_number())
        ->needs(passes);
    command.add_option("--part", r.part, "With --passes: only part K of N of the problems, such as 1/4")
        ->type_name("K/N")
        ->needs(passes);
    command
        .add_option("--jobs", r.jobs,
                    "With --passes: processes that compile ahead, 0 to 1024 (default: the CPU's threads but one, 0 if "
                    "the device is a CPU)")
        ->type_name("N")
        ->transform(whole_number(0, 1024))
        ->needs(passes);
    command
        .add_option("--into", r.file,
                    "With --passes: the .passes file to add to (default: a file in ~/.config/stockham/profiles)")
        ->type_name("FILE")
        ->needs(passes);
    command
        .add_option("--compact", r.compact,
                    "With --passes: write what plans need of the file to FILE and measure nothing, as for the "
                    "measurements of the library")
        ->type_name("FILE")
        ->needs(passes);
    command.add_option(shard_option, r.shard)->group("")->needs(passes);
}

void calibrate_passes_of(const pass_calibration_request& r, const std::string& device, bool quiet) {
    for (const auto& [option, name] : {std::pair{"--into", r.file}, std::pair{"--compact", r.compact}})
        if (!name.empty() && std::filesystem::path(name).extension() != ending)
            throw usage_error(fmt::format("{}: {} must end in {}", option, internal::in_quotes(name), ending));
    if (!r.compact.empty()) return write_compact(r);
    if (r.words.empty()) throw usage_error("--passes: needs a PROBLEM or a SUITE");
    if (r.seconds && !(*r.seconds > 0))
        throw usage_error(fmt::format("--seconds: must be above 0 (got {})", *r.seconds));
    const auto problems = from_command_line("PROBLEM|SUITE", [&] { return problems_of(r); });
    if (!r.shard.empty()) {
        const shard own = parse_shard(r.shard);
        const engine e(device);
        compile_passes(e.context(), e.device(), problems, r.file, own.number, own.count);
        return;
    }
    interrupt_watch interrupt;
    compile_jobs jobs(count_jobs(r, describe(device_of(device))), job_arguments(r, device));
    const engine e(device);
    harness::status_line line(!quiet);
    pass_calibration_options how;
    how.file = r.file;
    how.time_limit = r.seconds.value_or(0);
    how.progress = [&](const pass_calibration_progress& p) {
        line.show(progress_text(p));
        jobs.reap();
        return !interrupt.requested();
    };
    const auto made = calibrate_passes(e.context(), e.device(), problems, how);
    line.erase();
    print_result(summary(made, problems.size(), e.description().name));
    if (interrupt.requested())
        throw interrupted_error(
            fmt::format("interrupted; the measurements are in {}, and the same command continues", made.file));
}

}  // namespace stockham::tools
