// Judges good_size(): measures the length that it chooses, and other lengths of the same window, in the same rounds.
#include "experiments/lengths.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "adapters/adapters.hpp"
#include "data.hpp"
#include "experiments/race.hpp"
#include "progress.hpp"
#include "statistics.hpp"
#include "tools/harness/provenance.hpp"
#include "turn_lock.hpp"

namespace bench {

namespace {

/// A choice up to this factor above the fastest time is a good one: good candidates differ by less than that.
constexpr double good_ratio = 1.05;

/// A length to pad, and the seed by which others are drawn from its window.
struct drawn_length {
    std::size_t n;
    std::uint64_t seed;
};

/// The lengths of this shard, log-uniform. All shards draw the same lengths and skip those of the others.
std::vector<drawn_length> draw_lengths(const lengths_options& o) {
    std::mt19937_64 random(o.seed);
    const auto from = static_cast<double>(o.from), to = static_cast<double>(o.to);
    std::vector<drawn_length> mine;
    for (std::size_t k = 0; k < o.count; ++k) {
        // Computed from the generator's bits alone, because distributions of the standard library differ.
        const double unit = static_cast<double>(random() >> 11) * 0x1p-53;
        const auto n = static_cast<std::size_t>(std::llround(from * std::pow(to / from, unit)));
        const drawn_length drawn{n, random()};
        if (o.part.has(k)) mine.push_back(drawn);
    }
    return mine;
}

/// The lengths that good_size() may choose, up to a tenth above n and without prime factors above 13, and n itself.
std::set<std::size_t> window_of(std::size_t n) {
    std::set<std::size_t> window{n};
    const auto most = n + n / 10;
    for (auto m = n; m <= most; ++m) {
        m = stockham::good_size(m);
        if (m <= most) window.insert(m);
    }
    return window;
}

/// The time by the cost model, without wisdom, as good_size() compares lengths.
double predicted_seconds(const stockham::device_description& device, const problem& p) {
    static stockham::wisdom nothing_known;
    stockham::plan_options options;
    options.wisdom = &nothing_known;
    try {
        return stockham::estimate(device, p.transform, options).seconds;
    } catch (const stockham::unsupported_error&) {
        return std::numeric_limits<double>::infinity();
    }
}

/// Rows on standard output, and in a file, if one is named, with tabs between the columns.
class length_table {
  public:
    explicit length_table(const std::string& path) {
        if (path.empty()) return;
        file_.reset(std::fopen(path.c_str(), "wx"));
        if (!file_) throw stockham::argument_error("output", fmt::format("{} exists, or cannot be written", path));
    }
    void comment(const std::string& text) {
        fmt::print("{}", text);
        write(text);
    }
    void row(const std::vector<std::string>& cells) {
        for (const auto& cell : cells) fmt::print("{:>11}", cell);
        fmt::print("\n");
        write(fmt::format("{}\n", fmt::join(cells, "\t")));
        std::fflush(stdout);
    }

  private:
    struct close_file {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    void write(const std::string& text) {
        if (file_ && (std::fputs(text.c_str(), file_.get()) < 0 || std::fflush(file_.get()) != 0))
            throw stockham::error("cannot write the results: the disk may be full");
    }
    std::unique_ptr<std::FILE, close_file> file_;
};

/// MiB of input in each measurement. GPUs get more, so that their caches hold little of it.
std::size_t working_set(const lengths_options& o, const stockham::device_description& device) {
    if (o.mib) return o.mib;
    return device.kind == stockham::device_kind::cpu ? 16 : 64;
}

struct length_racer : racer {
    std::size_t n = 0;
};

/// The median of the ratios in each round: disturbances affect both times.
double over(const length_racer& one, const length_racer& other) {
    std::vector<double> ratios;
    for (std::size_t k = 0; k < one.samples.size(); ++k) ratios.push_back(one.samples[k] / other.samples[k]);
    return median_of(ratios);
}

/// The one over which the first racer takes longest.
const length_racer& fastest(const std::vector<length_racer>& all) {
    return *std::max_element(all.begin(), all.end(), [&](const length_racer& a, const length_racer& b) {
        return over(all.front(), a) < over(all.front(), b);
    });
}

class lengths_run {
  public:
    lengths_run(const lengths_options& o, opencl_target& target)
        : options_(o), turns_(make_turn_lock(o.turns)), target_(target), library_(make_stockham(target)),
          mib_(working_set(o, target.description())), table_(o.output), drawn_(draw_lengths(o)),
          progress_(drawn_.size()) {
        const auto& device = target.description();
        table_.comment(harness::run_comment());
        table_.comment(fmt::format("# {} ({}, driver {})\n", device.name, device.platform, device.driver));
        table_.comment(fmt::format("# choices of good_size() for c2c {} in batches of {} MiB; seed {}\n", o.precision,
                                   mib_, o.seed));
        table_.row({"n", "batch", "chosen", "chosen us", "fastest", "fastest us", "ratio", "measured", "window"});
    }

    int run() {
        for (const auto& drawn : drawn_) {
            progress_.begin(fmt::format("c2c {} {}", options_.precision, drawn.n));
            judge_or_report(drawn);
            progress_.end();
        }
        print_summary();
        return failed_ ? 1 : 0;
    }

  private:
    problem problem_of(std::size_t n, std::size_t batch) const {
        return parse_problem(fmt::format("c2c {} {} b{}", options_.precision, n, batch));
    }

    std::size_t batch_of(std::size_t n) const {
        return std::max<std::size_t>(1, (mib_ << 20) / problem_of(n, 1).input_bytes());
    }

    void judge_or_report(const drawn_length& drawn) {
        const auto report = [&](status why, const std::string& message) {
            failed_ = true;
            progress_.clear();
            table_.comment(fmt::format("# {}: {}: {}\n", to_string(why), drawn.n, message));
        };
        try {
            judge(drawn);
        } catch (const refusal& e) {
            report(e.why(), e.what());
        } catch (const stockham::opencl_error& e) {
            report(status_of(e), e.what());
        }
    }

    void judge(const drawn_length& drawn) {
        const auto batch = batch_of(drawn.n);
        const auto chosen = stockham::good_size(target_.description(), problem_of(drawn.n, batch).transform);
        auto window = window_of(drawn.n);
        window.insert(chosen);
        // Reserved for the longest, so that all use the same buffers: on CPUs, times also depend on the pages of a
        // buffer.
        const auto shared = target_.buffers(problem_of(*window.rbegin(), batch).bytes());
        auto all = line_up(chosen, choose_others(window, chosen, batch, drawn.seed), batch);
        measure(all, batch);
        const auto us = [&](const length_racer& r) { return median_of(r.samples) / static_cast<double>(batch); };
        const auto& best = fastest(all);
        const double ratio = over(all.front(), best);
        ratios_.emplace_back(ratio, drawn.n);
        progress_.clear();
        table_.row({fmt::to_string(drawn.n), fmt::to_string(batch), fmt::to_string(chosen),
                    fmt::format("{:.4g}", us(all.front())), fmt::to_string(best.n), fmt::format("{:.4g}", us(best)),
                    fmt::format("{:.3f}", ratio), fmt::to_string(all.size()), fmt::to_string(window.size())});
    }

    /// The lengths to measure beside the chosen one. If there are too many, half of them are the cheapest by the cost
    /// model, and half are drawn, because the cost model itself is judged.
    std::vector<std::size_t> choose_others(const std::set<std::size_t>& window, std::size_t chosen, std::size_t batch,
                                           std::uint64_t seed) {
        std::vector<std::size_t> others;
        for (const auto n : window)
            if (n != chosen) others.push_back(n);
        const std::size_t most = options_.candidates;
        if (others.size() <= most) return others;
        progress_.say("choose");
        std::vector<std::pair<double, std::size_t>> by_cost;
        for (const auto n : others)
            by_cost.emplace_back(predicted_seconds(target_.description(), problem_of(n, batch)), n);
        std::sort(by_cost.begin(), by_cost.end());
        std::mt19937_64 random(seed);
        for (std::size_t k = most / 2; k < most; ++k)
            std::swap(by_cost[k], by_cost[k + random() % (by_cost.size() - k)]);
        others.clear();
        for (std::size_t k = 0; k < most; ++k) others.push_back(by_cost[k].second);
        return others;
    }

    /// Plans all lengths, the chosen one first.
    std::vector<length_racer> line_up(std::size_t chosen, const std::vector<std::size_t>& others, std::size_t batch) {
        std::vector<length_racer> all;
        const auto add = [&](std::size_t n) {
            progress_.say(fmt::format("plan {}", n));
            length_racer r;
            r.n = n;
            r.ready = library_->prepare(problem_of(n, batch));
            all.push_back(std::move(r));
        };
        add(chosen);
        for (const auto n : others) add(n);
        return all;
    }

    void measure(std::vector<length_racer>& all, std::size_t batch) {
        const auto longest = std::max_element(all.begin(), all.end(),
                                              [](const length_racer& a, const length_racer& b) { return a.n < b.n; });
        const auto p = problem_of(longest->n, batch);
        fill_random(data_.reserve(p.input_bytes()), p, 1, options_.seed);
        std::unique_ptr<turn> held;
        if (turns_) {
            progress_.say("turn: waiting");
            held = turns_->take();
        }
        progress_.say("rounds");
        longest->ready->upload(data_.data());
        run_rounds(all, options_.rounds);
    }

    void print_summary() {
        progress_.clear();
        if (ratios_.empty()) return;
        double logarithms = 0;
        for (const auto& [ratio, n] : ratios_) logarithms += std::log(ratio);
        const auto good = std::count_if(ratios_.begin(), ratios_.end(),
                                        [](const auto& measured) { return measured.first <= good_ratio; });
        const auto& worst = *std::max_element(ratios_.begin(), ratios_.end());
        table_.comment(fmt::format(
            "# {} of {} within {}; geometric mean {:.3f}; worst {:.3f} (n = {})\n", good, ratios_.size(), good_ratio,
            std::exp(logarithms / static_cast<double>(ratios_.size())), worst.first, worst.second));
    }

    const lengths_options& options_;
    std::unique_ptr<turn_lock> turns_;
    opencl_target& target_;
    adapter_ptr library_;
    std::size_t mib_;
    length_table table_;
    std::vector<drawn_length> drawn_;
    progress progress_;
    host_buffer data_;
    std::vector<std::pair<double, std::size_t>> ratios_;  // with n
    bool failed_ = false;
};

int lengths(const lengths_options& o) {
    if (o.from > o.to) throw stockham::argument_error("from", fmt::format("--from {} exceeds --to {}", o.from, o.to));
    opencl_target target(bench_device(o.device));
    if (o.precision == "f64" && target.description().fp64 == stockham::double_support::none)
        throw stockham::argument_error("precision", "the device has no double precision");
    return lengths_run(o, target).run();
}

}  // namespace

void add_lengths_command(CLI::App& app, lengths_options& o, int& exit_code) {
    auto& command = *app.add_subcommand(
        "lengths", "Measure the lengths that good_size() chooses for the device, beside others of the same window");
    const CLI::Range axis(std::size_t{1}, std::size_t{1} << 25);
    command.add_option("--seed", o.seed, "Seed of the random lengths")->required();
    command.add_option("--count", o.count, "Number of lengths")->capture_default_str()->check(CLI::Range(1, 1000000));
    command.add_option("--from", o.from, "Shortest length")->capture_default_str()->check(axis);
    command.add_option("--to", o.to, "Longest length")->capture_default_str()->check(axis);
    command.add_option("--precision", o.precision, "f32 or f64")
        ->capture_default_str()
        ->check(CLI::IsMember({"f32", "f64"}));
    command.add_option("--candidates", o.candidates, "Lengths to measure beside each chosen one, at most")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    command.add_option("--working-set", o.mib, "MiB of input in each measurement (default: 16 on a CPU, else 64)")
        ->check(CLI::Range(1, 1 << 20));
    command.add_option("--rounds", o.rounds, "Samples of each length")
        ->capture_default_str()
        ->check(CLI::Range(1, 10000));
    command.add_option("--device", o.device, "The device, as for run");
    command.add_option_function<std::string>(
        "--shard", [&o](const std::string& text) { o.part = parse_shard(text); },
        "i/n: only every n-th length, starting with the i-th");
    command.add_option("--turns", o.turns, "File that processes lock in turn, as for run");
    command.add_option("--output,-o", o.output, "Write the table to this file, with tabs between the columns");
    command.callback([&] { exit_code = lengths(o); });
}

}  // namespace bench
