// Runs the cases named on the command line.
#include "run.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <random>

#include <fmt/format.h>
#include <stockham/device.hpp>
#include <stockham/error.hpp>
#include <stockham/estimate.hpp>

#include "adapters/adapters.hpp"
#include "journal.hpp"
#include "plan_probe.hpp"
#include "progress.hpp"
#include "row_file.hpp"
#include "table.hpp"
#include "turn_lock.hpp"

namespace bench {

namespace {

volatile std::sig_atomic_t interrupted = 0;

/// A second Ctrl-C terminates the program.
void on_interrupt(int signal) {
    interrupted = 1;
    std::signal(signal, SIG_DFL);
}

using clock = std::chrono::steady_clock;

// Compilers beside it lengthened a 256x256 transform on an H100 from 6 to 10 us. Longer kernels hide this, as launches
// queue up.
constexpr double shortest_turn = 25e-6;  // seconds

double elapsed_seconds(clock::time_point start) {
    return std::chrono::duration<double>(clock::now() - start).count();
}

/// The run and its counters.
class runner {
  public:
    runner(const run_options& options, std::vector<suite_case> cases, const std::vector<std::string>& also)
        : options_(options), turns_(make_turn_lock(options.turns)), target_(bench_device(options.device)),
          file_(options.output, options.resume, target_.where()), journal_(options.output), cases_(std::move(cases)),
          progress_(cases_.size()) {
        auto rivals = options.rivals;
        if (rivals.empty()) {
            for (const auto& name : rival_names())
                if (name != "cufft-f16") rivals.push_back(name);
        }
        rivals.erase(std::remove(rivals.begin(), rivals.end(), "none"), rivals.end());
        for (const auto& name : also)
            if (std::find(rivals.begin(), rivals.end(), name) == rivals.end()) rivals.push_back(name);
        libraries_ = make_adapters(target_, rivals);
        same_device();
        if (file_.cut_off())
            fmt::print(stderr, "{}: its last line was cut off and is measured again\n", options.output);
        measure_ = options.measure;
        if (!measure_.seed) measure_.seed = std::random_device{}() | 1U;
        measure_.turns = turns_.get();
        measure_.stopped = [this] { return interrupted != 0 || out_of_time(); };
        measure_.say = [this](const std::string& step) {
            progress_.say(step);
            journal_.step(step);
        };
    }

    int run() {
        // A signal that the parent process ignores stays ignored.
        for (const int signal : {SIGINT, SIGTERM})
            if (std::signal(signal, SIG_IGN) != SIG_IGN) std::signal(signal, on_interrupt);
        std::size_t left = 0;
        for (const auto& c : cases_) {
            if (measure_.stopped())
                ++left;
            else if (turns_ && !suits_turns(c.what, target_.description()))
                ++short_;
            else if (!one_case(c))
                ++left;
            progress_.end();
        }
        return finish(left);
    }

  private:
    bool out_of_time() const { return options_.time_limit > 0 && elapsed_seconds(start_) > options_.time_limit; }

    /// Refuses to continue a file of another device.
    void same_device() const {
        for (const auto& r : file_.rows())
            if (r.value("library", "") == "copy-kernel" && r.value("device", "") != target_.where().device)
                throw stockham::argument_error("output", fmt::format("{} has results of {}, but this device is {}",
                                                                     options_.output, r.value("device", ""),
                                                                     target_.where().device));
    }

    bool one_case(const suite_case& c) {
        std::vector<adapter*> all, wanted;
        std::vector<adapter_ptr> own;
        for (const auto& library : libraries_) all.push_back(library.get());
        for (const auto& plan : c.plans) {
            own.push_back(make_stockham(target_, plan));
            all.push_back(own.back().get());
        }
        const auto name = fmt::format("{} {}", c.what.name(), c.what.placement());
        for (adapter* library : all) {
            row r;
            r.suite = c.suite;
            r.what = c.what;
            r.library = library->name();
            const auto* there = file_.find(key_of(r));
            if (!there && crashed(name, library->name())) {
                r.where = library->where();
                r.version = library->version();
                r.status = status::failed;
                r.message = "an earlier run ended here: " + journal_.left_over()->step;
                keep(r);
            } else if (!there)
                wanted.push_back(library);
        }
        if (wanted.empty()) return true;
        progress_.begin(name);
        journal_.begin(name);
        auto rows = measure_case(c, wanted, data_, measure_);
        for (auto& r : rows) keep(r);
        journal_.end();
        return !rows.empty();
    }

    /// True if this library, or an unknown one, crashed an earlier run on the same file in this case.
    bool crashed(const std::string& name, const std::string& library) const {
        const auto& before = journal_.left_over();
        if (!before || before->where != name || library.rfind("copy-", 0) == 0) return false;
        const auto colon = before->step.find(':');
        return colon == std::string::npos || before->step.substr(0, colon) == library;
    }

    void keep(row& r) {
        if (options_.plan_times && r.status == status::ok && r.library.rfind("copy-", 0) != 0 &&
            r.library.rfind("stockham ", 0) != 0 && !interrupted) {
            progress_.say(r.library + ": plan times");
            r.plan = measure_plan_times(r.library, r.what, options_.device);
        }
        bad_ = bad_ || r.status == status::wrong || r.status == status::failed || r.status == status::too_large;
        file_.add(to_json(r));
    }

    int finish(std::size_t left) {
        progress_.clear();
        print_table(stdout, file_.rows());
        for (const auto& r : file_.rows()) {
            const auto s = r.value("status", "");
            if (s != "ok" && s != "missing" && s != "unsupported")
                fmt::print(stdout, "{}: {} {}: {}: {}\n", s, r.value("case", ""), r.value("placement", ""),
                           r.value("library", ""), r.value("message", ""));
        }
        if (!options_.csv.empty()) write_csv(options_.csv, file_.rows());
        if (left)
            fmt::print(stderr, "stockham-bench: {} of {} cases not measured{}; --resume continues\n", left,
                       cases_.size(), interrupted ? " (interrupted)" : " (time limit)");
        if (short_)
            fmt::print(
                stderr,
                "stockham-bench: {} of {} cases not measured, because they take less than {:.0f} us and need the "
                "device alone; --resume without --turns measures them\n",
                short_, cases_.size(), shortest_turn * 1e6);
        return interrupted ? 130 : bad_ ? 1 : 0;
    }

    const run_options& options_;
    std::unique_ptr<turn_lock> turns_;
    opencl_target target_;
    row_file file_;
    journal journal_;
    std::vector<adapter_ptr> libraries_;
    std::vector<suite_case> cases_;
    measure_options measure_;
    case_data data_;
    progress progress_;
    bool bad_ = false;
    std::size_t short_ = 0;  ///< cases that do not suit turns
    clock::time_point start_ = clock::now();
};

}  // namespace

std::vector<suite_case> expand_cases(const run_options& options, std::vector<std::string>& also) {
    std::vector<suite_case> share;
    std::size_t number = 0;
    auto words = options.what;
    for (auto& word : words) {
        if (word != "every") continue;
        if (!options.measure.seed)
            throw stockham::argument_error("seed",
                                           "the sweep 'every' needs --seed, which makes its lengths repeatable");
        word += fmt::format(":{}:{}", options.measure.seed, options.sweep_mib);
    }
    for (const auto& c : cases_of(words, options.placement, &also))
        if (options.part.has(number++)) share.push_back(c);
    return share;
}

bool suits_turns(const problem& p, const stockham::device_description& device) {
    if (device.kind == stockham::device_kind::cpu) return true;
    try {
        return stockham::estimate(device, p.transform).seconds >= shortest_turn;
    } catch (const stockham::error&) {  // the case will have a row that says so
        return true;
    }
}

shard parse_shard(const std::string& text) {
    unsigned i = 0, n = 0;
    int end = 0;
    if (std::sscanf(text.c_str(), "%u/%u%n", &i, &n, &end) != 2 || text.size() != static_cast<std::size_t>(end) ||
        i < 1 || i > n)
        throw stockham::argument_error("shard", "--shard must be i/n with 1 <= i <= n, not '" + text + "'");
    return {i, n};
}

cl_device_id bench_device(const std::string& word) {
    return stockham::choose_device(word);
}

int run_command(const run_options& options) {
    std::vector<std::string> also;
    auto cases = expand_cases(options, also);
    return runner(options, std::move(cases), also).run();
}

}  // namespace bench
