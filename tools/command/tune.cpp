// `stockham tune`: finds the fastest plans by measuring and keeps them as wisdom.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/calibration.hpp>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "command/tune_problems.hpp"
#include "command/tune_table.hpp"
#include "compile_jobs.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "interrupt.hpp"
#include "persistent_files.hpp"
#include "tools/harness/problem_text.hpp"
#include "tools/harness/progress.hpp"
#include "tools/harness/provenance.hpp"
#include "tools/harness/suite.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct tune_options {
    std::vector<std::string> words;
    std::string device;
    std::string rigor = "measure";
    std::string output;
    std::string log;
    std::string shard;
    std::optional<double> time_limit;
    int jobs = -1;  // -1: the default of count_jobs()
    bool again = false;
    bool quiet = false;
};

rigor rigor_of(const tune_options& o) {
    return o.rigor == "exhaustive" ? rigor::exhaustive : o.rigor == "patient" ? rigor::patient : rigor::measure;
}

// The current entry of this device with at least rigor `r`.
std::optional<wisdom_entry> find_entry(const wisdom& known, const transform& t, const device_description& d, rigor r) {
    for (const auto& e : known.entries_of(harness::wisdom_problem(t)))
        if (e.device == d.name && e.architecture == d.architecture && e.how >= r && wisdom::is_current(e)) return e;
    return std::nullopt;
}

// Flushes, so that rows appear at once in a pipe, too.
void print_now(const std::string& text) {
    print_result(text);
    std::fflush(stdout);
}

std::string tuning_text(std::size_t done, std::size_t total, double best_seconds, std::size_t number,
                        std::size_t count) {
    std::string text = fmt::format("{}  {} of {} candidates", harness::bar_text(done, total), done, total);
    if (best_seconds > 0 && std::isfinite(best_seconds)) text += fmt::format("  best {:.4g} us", best_seconds * 1e6);
    return text + fmt::format("  problem {} of {}", number, count);
}

// A printed plan contains the reason why it was not measured.
std::string why_not_measured(const plan& p) {
    const std::string text = p.to_string();
    const auto at = text.find("not measured");
    return at == text.npos ? "not measured" : text.substr(at, text.find('\n', at) - at);
}

// One candidate: problem, microseconds (or "refused"), pass or plan, separated by tabs.
std::string log_line(const harness::suite_case& p, const tuning_progress& so_far) {
    const auto time = so_far.seconds > 0 ? fmt::format("{:.3f}", so_far.seconds * 1e6) : std::string("refused");
    return fmt::format("{}\t{}\t{}\n", harness::wisdom_problem(p.what), time, so_far.candidate);
}

// A whole run of the command after its first checks.
class tuning {
  public:
    tuning(const tune_options& o, std::vector<harness::suite_case> problems, std::string target)
        : options_(o), rigor_(rigor_of(o)), problems_(std::move(problems)), target_(std::move(target)),
          device_(describe(device_of(o.device))) {
        for (const auto& p : problems_) width_ = std::max(width_, harness::wisdom_problem(p.what).size());
        recall();
        if (o.output.empty()) passes_ = std::make_unique<pass_collection>();
        if (o.log.empty()) return;
        std::error_code ignored;
        if (std::filesystem::equivalent(o.log, target_, ignored))
            throw usage_error("--log: must not be the wisdom file");
        log_.open(o.log, std::ios::app);
        if (!log_) throw job_error(fmt::format("cannot write {}: {}", o.log, std::strerror(errno)));
        log_ << harness::run_comment() << std::flush;
    }

    void operator()() {
        compile_jobs jobs(count_jobs(), job_arguments());
        const engine e(options_.device);
        print_now(harness::run_comment() + tune_table_header(width_));
        for (const auto& p : problems_) {
            if (interrupt_.requested()) stop_at(p);
            rows_.push_back(tune(e, p));
            print_now(tune_table_row(rows_.back(), width_));
            jobs.reap();
        }
        print_result(tune_table_summary(rows_, device_, target_));
        const auto failed = std::count_if(rows_.begin(), rows_.end(), [](const tune_row& r) { return !r.entry; });
        if (failed > 0) throw job_error(fmt::format("{} of {} problems could not be tuned", failed, rows_.size()));
    }

  private:
    // Only entries of this device count as known: entries of similar devices must not prevent a search.
    void recall() {
        wisdom all;
        all.merge(wisdom::standard());
        all.merge_file(target_);
        for (const auto& e : all.entries())
            if (e.device == device_.name && e.architecture == device_.architecture) known_.add(e);
    }

    bool is_known(const harness::suite_case& p) const {
        return !options_.again && find_entry(known_, p.what, device_, rigor_);
    }

    std::vector<std::string> job_arguments() const {
        std::vector<std::string> arguments{"tune", "--rigor", options_.rigor};
        if (!options_.device.empty()) arguments.insert(arguments.end(), {"--device", options_.device});
        for (const auto& p : problems_)
            if (!is_known(p)) arguments.push_back(to_string(p.what));
        return arguments;
    }

    // A CPU device compiles and runs on the same cores, and PoCL does not cache kernels that have not run.
    unsigned count_jobs() const {
        const bool idle = std::all_of(problems_.begin(), problems_.end(), [&](const auto& p) { return is_known(p); });
        const unsigned some =
            device_.kind == device_kind::cpu ? 0 : std::max(1U, std::thread::hardware_concurrency() / 2);
        const unsigned count = options_.jobs < 0 ? some : static_cast<unsigned>(options_.jobs);
        if (idle || count == 0) return 0;
        if (!current_program_cache().folder.empty()) return count;
        print_remark(
            fmt::format("no kernels are compiled ahead, because there is no program cache ({})", cache_folder_text()));
        return 0;
    }

    tune_row tune(const engine& e, const harness::suite_case& p) {
        tune_row r;
        r.problem = harness::wisdom_problem(p.what);
        const auto start = std::chrono::steady_clock::now();
        try {
            const plan made = search(e, p, r.searched);
            r.entry = find_entry(known_, p.what, device_, rigor_);
            if (!r.entry) r.failure = why_not_measured(made);
        } catch (const error& why) {
            r.failure = std::string(why.what()).substr(0, std::string(why.what()).find('\n'));
        }
        r.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (r.entry) keep(*r.entry, r.searched);
        return r;
    }

    plan search(const engine& e, const harness::suite_case& p, bool& searched) {
        bool stopped = false;
        double best = 0;
        harness::progress_bar bar(1, !options_.quiet, [&](std::size_t done, std::size_t total, double) {
            return tuning_text(done, total, best, rows_.size() + 1, problems_.size());
        });
        plan_options how;
        how.rigor = rigor_;
        how.time_limit = options_.time_limit.value_or(0);
        how.expert.search_again = options_.again;
        how.wisdom = &known_;
        how.progress = [&](const tuning_progress& so_far) {
            searched = true;
            best = so_far.best_seconds;
            bar.show(so_far.done, so_far.total);
            stopped = interrupt_.requested();
            if (log_.is_open()) log_ << log_line(p, so_far) << std::flush;
            return !stopped;
        };
        plan made(e.context(), e.device(), p.what, how);
        if (stopped) stop_at(p);
        return made;
    }

    // Entries that are already known are added to a file given by -o, but not to the user's file.
    void keep(const wisdom_entry& e, bool searched) const {
        if (searched && options_.output.empty()) pass_collection::keep();
        if (!searched && options_.output.empty()) return;
        wisdom one;
        one.add(e);
        one.merge_into_file(target_);
    }

    [[noreturn]] void stop_at(const harness::suite_case& p) const {
        throw interrupted_error(
            fmt::format("interrupted at '{}'; earlier results are in {}, and the same command{} continues from here",
                        harness::wisdom_problem(p.what), target_, options_.again ? " without --again" : ""));
    }

    const tune_options& options_;
    rigor rigor_;
    std::vector<harness::suite_case> problems_;
    std::string target_;
    device_description device_;
    wisdom known_;
    interrupt_watch interrupt_;
    std::ofstream log_;
    // Times of passes go beside the user's wisdom, so that plans of other problems gain from them.
    std::unique_ptr<pass_collection> passes_;
    std::vector<tune_row> rows_;
    std::size_t width_ = 7;
};

// Runs in a child process: compiles its share of the candidates, measures and prints nothing.
void compile_ahead(const tune_options& o) {
    const shard part = parse_shard(o.shard);
    const engine e(o.device);
    for (const auto& p : harness::distinct_cases_of(o.words)) {
        try {
            check(p.what);
            if (!is_searched(p.what)) continue;
            compile_candidates(e.context(), e.device(), p.what, rigor_of(o), part.number, part.count);
        } catch (const unsupported_error&) {  // the parent process reports it
        }
    }
}

void run_tune(const tune_options& o) {
    if (!o.shard.empty()) return compile_ahead(o);
    if (o.time_limit && !(*o.time_limit > 0))
        throw usage_error(fmt::format("--time-limit: must be above 0 seconds (got {})", *o.time_limit));
    auto problems = from_command_line("PROBLEM|SUITE", [&] { return searchable(harness::distinct_cases_of(o.words)); });
    const std::string target = o.output.empty() ? users_wisdom_file() : o.output;
    // Fails before the search if the file cannot be written.
    wisdom().merge_into_file(target);
    tuning(o, std::move(problems), target)();
}

void add_options(CLI::App& command, tune_options& o) {
    command
        .add_option("PROBLEM|SUITE", o.words, "Problem strings, such as 1024x1024 or 'c2c f64 64x64x64 b8', or suites")
        ->required();
    command.add_option("--rigor", o.rigor, "How many candidates to try: measure (the default), patient or exhaustive")
        ->type_name("RIGOR")
        ->transform(one_of({"measure", "patient", "exhaustive"}));
    command
        .add_option("--time-limit", o.time_limit,
                    "Stop the search of each problem after SECONDS and keep the best plan so far (default: no limit)")
        ->type_name("SECONDS")
        ->transform(decimal_number());
    command
        .add_option("--jobs", o.jobs,
                    "Processes that compile candidates ahead, 0 to 1024 (default: half the CPU's threads, 0 if the "
                    "device is a CPU)")
        ->type_name("N")
        ->transform(whole_number(0, 1024));
    command.add_flag("--again", o.again, "Search known problems again; a known plan is replaced only by a faster one");
    add_output_option(command, o.output, output_kind::json, "Wisdom file to add to (default: the user's file)")
        ->type_name("FILE");
    command.add_option("--log", o.log, "Append a record of the run and the time of every candidate to FILE")
        ->type_name("FILE")
        ->transform(output_name(output_kind::log));
    command.add_flag("--quiet", o.quiet, "Print no progress bar");
    command.add_option(shard_option, o.shard)->group("");
    add_device_option(command, o.device);
}

}  // namespace

void add_tune(CLI::App& app) {
    CLI::App* command = app.add_subcommand("tune", "Find the fastest plans by measuring and keep them as wisdom");
    command->footer(
        "A suite is the path of a .txt file with one problem per line, or a name such as pow2, double, small.\n"
        "The device should be idle. Each result is saved at once: Ctrl-C loses only the current problem, and\n"
        "the same command continues there. The gain is the share of the estimated plan's time that the tuned plan\n"
        "saves.");
    auto o = std::make_shared<tune_options>();
    add_options(*command, *o);
    command->callback([o] { run_tune(*o); });
}

}  // namespace stockham::tools
