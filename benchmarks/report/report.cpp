// The command lines of `report` and `compare`.
#include "report.hpp"

#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "compare.hpp"
#include "comparison.hpp"
#include "markdown.hpp"
#include "overview.hpp"
#include "results.hpp"

namespace bench {

namespace {

using namespace report;  // the other files of this folder

constexpr int bad_input = 2;

struct report_options {
    std::vector<std::string> results;
    std::string cases;
    bool overview = false;
};

struct compare_command_options {
    std::string before;
    std::string after;
    compare_options comparison;
};

void warn(const std::vector<std::string>& warnings) {
    for (const std::string& warning : warnings) fmt::print(stderr, "warning: {}\n", warning);
}

// The lines of a text file without blank lines and comments, as in suite files.
std::vector<std::string> read_cases(const std::string& path) {
    std::ifstream stream(path);
    if (!stream) throw results_error(path + ": cannot be opened");
    std::vector<std::string> cases;
    for (std::string line; std::getline(stream, line);) {
        line = line.substr(0, line.find('#'));
        if (line.find_first_not_of(" \t\r") != std::string::npos) cases.push_back(line);
    }
    if (cases.empty()) throw results_error(path + ": no cases in it");
    return cases;
}

void print(const std::string& text) {
    const bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!whole || std::fflush(stdout) != 0) throw results_error("standard output cannot be written");
}

// Uses the complete rows of damaged files; the exit code tells that rows were lost.
int run_report(const report_options& options) {
    std::vector<results_file> files;
    bool whole = true;
    for (const std::string& path : options.results) {
        files.push_back(read_results(path));
        warn(files.back().warnings);
        whole = whole && files.back().warnings.empty();
    }
    const std::vector<std::string> cases =
        options.cases.empty() ? std::vector<std::string>{} : read_cases(options.cases);
    print(options.overview ? overview_tables(files) : markdown_tables(group_by_device(files), cases));
    return whole ? 0 : 1;
}

int run_compare(const compare_command_options& options) {
    const results_file before = read_results(options.before);
    const results_file after = read_results(options.after);
    warn(before.warnings);
    warn(after.warnings);
    const comparison_result result = compare_results(before, after, options.comparison);
    print(comparison_text(result));
    return result.got_worse() || !before.warnings.empty() || !after.warnings.empty() ? 1 : 0;
}

// Runs a command and reports errors in its input as one line.
template <class Command>
int guarded(const char* name, Command command) {
    try {
        return command();
    } catch (const results_error& problem) {
        fmt::print(stderr, "stockham-bench {}: {}\n", name, problem.what());
        return bad_input;
    }
}

}  // namespace

void add_report_command(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand("report", "Tables in Markdown from result files");
    const auto options = std::make_shared<report_options>();
    command->add_option("results", options->results, "Result files; a later one replaces rows of an earlier one")
        ->required()
        ->type_name("RESULTS");
    auto* cases =
        command->add_option("--cases", options->cases, "A file with one problem string per line: only these cases")
            ->type_name("FILE");
    command->add_flag("--overview", options->overview, "One line per suite and device instead of one per case")
        ->excludes(cases);
    command->callback([options, &exit_code] { exit_code = guarded("report", [&] { return run_report(*options); }); });
}

void add_compare_command(CLI::App& app, int& exit_code) {
    CLI::App* command =
        app.add_subcommand("compare", "Find what became slower or wrong between two result files of one device");
    const auto options = std::make_shared<compare_command_options>();
    command->add_option("old", options->before, "Old result file")->required()->type_name("OLD");
    command->add_option("new", options->after, "New result file")->required()->type_name("NEW");
    command
        ->add_option("--threshold", options->comparison.threshold_percent,
                     "Ignore changes of a ratio up to this many percent, whatever its spread")
        ->check(CLI::Range(0.0, 1000.0))
        ->capture_default_str()
        ->type_name("PERCENT");
    command->add_option("--library", options->comparison.library, "The library to compare")
        ->capture_default_str()
        ->type_name("NAME");
    command->callback([options, &exit_code] { exit_code = guarded("compare", [&] { return run_compare(*options); }); });
}

}  // namespace bench
