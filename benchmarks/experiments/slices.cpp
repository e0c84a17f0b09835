// Batches from host memory to host memory: the three parts separately, and overlapped in slices (slice_pipeline.hpp).
#include "experiments/slices.hpp"

#include <algorithm>
#include <functional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stockham/stockham.hpp>

#include "data.hpp"
#include "experiments/race.hpp"
#include "experiments/slice_pipeline.hpp"
#include "measure.hpp"
#include "opencl_target.hpp"
#include "reference.hpp"
#include "row.hpp"
#include "run.hpp"
#include "statistics.hpp"

namespace bench {

namespace {

/// A timed part. Each execution ends before the next begins; otherwise they would overlap even with one slice.
struct part {
    std::function<void()> once;
    unsigned repeats = 1;
    std::vector<double> samples;

    double median() const { return median_of(samples); }
};
void run(part& r, unsigned n) {
    for (unsigned k = 0; k < n; ++k) r.once();
}

/// The whole batch in a number of slices.
struct variant {
    std::size_t slices;
    part times;
    transform_error error;
    std::string fault;
};

struct slice_race {
    part upload, transform, download;
    std::vector<variant> variants;
    std::string oracle;

    double sum() const { return upload.median() + transform.median() + download.median(); }
    double longest() const { return std::max({upload.median(), transform.median(), download.median()}); }
};

slice_race line_up(const slice_pipeline& pipe, const std::vector<std::size_t>& counts) {
    slice_race r;
    r.upload.once = [&pipe] { pipe.upload(); };
    r.transform.once = [&pipe] { pipe.transform(); };
    r.download.once = [&pipe] { pipe.download(); };
    for (auto n : counts) r.variants.push_back({n, {[&pipe, n] { pipe.run(n); }, 1, {}}, {}, {}});
    return r;
}

void check(variant& w, const slice_pipeline& pipe, const problem& p, const reference& oracle) {
    pipe.poison();
    w.times.once();
    w.error = oracle.compare(pipe.output());
    if (w.fault.empty()) w.fault = fault_of(p, w.error, count_unwritten(pipe.output(), pipe.input(), p));
}

void measure(slice_race& r, unsigned rounds) {
    std::vector<part*> all{&r.upload, &r.transform, &r.download};
    for (variant& w : r.variants) all.push_back(&w.times);
    run_rounds_of(all, rounds);
}

/// Checks results before and after the rounds: a missing dependency between queues may show only sometimes.
slice_race run_race(const slice_pipeline& pipe, const problem& p, const std::vector<std::size_t>& counts,
                    unsigned rounds) {
    slice_race r = line_up(pipe, counts);
    fill_random(pipe.input(), p, 1, p.points());
    const reference oracle(p, pipe.input(), 1, p.points());
    r.oracle = oracle.oracle();
    for (variant& w : r.variants) check(w, pipe, p, oracle);
    measure(r, rounds);
    for (variant& w : r.variants) check(w, pipe, p, oracle);
    return r;
}

nlohmann::ordered_json row_of(const variant& w, const slice_race& r, const slice_pipeline& pipe, const problem& p,
                              const location& where) {
    row result;
    result.suite = "slices";
    result.what = p;
    result.library = fmt::format("stockham slices-{}", w.slices);
    result.version = stockham::version();
    result.status = w.fault.empty() ? status::ok : status::wrong;
    result.message = w.fault;
    result.where = where;
    result.time_us = spread_of(w.times.samples, w.times.repeats);
    result.launches = pipe.launches(w.slices);
    result.workspace_bytes = pipe.workspace_bytes();
    result.error = w.error;
    result.oracle = r.oracle;
    result.upload_us = r.upload.median();
    result.download_us = r.download.median();
    auto json = to_json(result);
    json["transform_us"] = r.transform.median();
    json["slices"] = w.slices;
    json["of_sum"] = w.times.median() / r.sum();
    json["of_longest"] = w.times.median() / r.longest();
    return json;
}

void print_race(const slice_race& r, const problem& p) {
    const auto rate = [](std::size_t bytes, const part& by) { return static_cast<double>(bytes) / by.median() * 1e-3; };
    fmt::print("{}: upload {:.1f} us ({:.1f} GB/s), transform {:.1f} us, download {:.1f} us ({:.1f} GB/s)\n", p.name(),
               r.upload.median(), rate(p.input_bytes(), r.upload), r.transform.median(), r.download.median(),
               rate(p.output_bytes(), r.download));
    for (const variant& w : r.variants) {
        const double total = w.times.median();
        fmt::print("{:<26} {:>7} {:>11.1f} {:>9.3f} {:>11.3f} {:>9.2g}\n", p.name(), w.slices, total, total / r.sum(),
                   total / r.longest(), w.error.l2);
        if (!w.fault.empty()) fmt::print("wrong: {} in {} slices: {}\n", p.name(), w.slices, w.fault);
    }
}

problem parse_batch(const std::string& text) {
    auto p = parse_problem(text);
    if (p.in_place())
        throw stockham::argument_error("problem",
                                       "problem string '" + text + "': slices are measured only out of place");
    return p;
}

/// The numbers of slices in ascending order, including 1, which the separate parts use.
std::vector<std::size_t> counts_of(const slices_options& o, const problem& p) {
    auto counts = o.slices;
    const std::size_t batch = p.transform.batch;
    if (counts.empty())
        for (std::size_t n = 1; n <= std::min<std::size_t>(batch, 64); n *= 2) counts.push_back(n);
    counts.push_back(1);
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    if (counts.back() > batch)
        throw stockham::argument_error("slices",
                                       fmt::format("'{}' cannot be cut into {} slices", p.name(), counts.back()));
    return counts;
}

/// Returns whether all results are correct.
bool measure_batch(opencl_target& target, const problem& p, const slices_options& o, row_file& file) {
    const auto counts = counts_of(o, p);
    const slice_pipeline pipe(target, p, counts);
    const auto r = run_race(pipe, p, counts, o.rounds);
    print_race(r, p);
    for (const variant& w : r.variants) file.add(row_of(w, r, pipe, p, target.where()));
    return std::all_of(r.variants.begin(), r.variants.end(), [](const variant& w) { return w.fault.empty(); });
}

int slices(const slices_options& o) {
    std::vector<problem> problems;
    for (const auto& text : o.what) {
        problems.push_back(parse_batch(text));
        counts_of(o, problems.back());  // reports errors before anything is measured
    }
    experiment all(o);
    fmt::print("{:<26} {:>7} {:>11} {:>9} {:>11} {:>9}\n", "problem", "slices", "total us", "of sum", "of longest",
               "error");
    bool bad = false;
    for (const auto& p : problems) {
        if (!all.can_run(p)) continue;
        try {
            bad = !measure_batch(all.target, p, o, all.file) || bad;
        } catch (const refusal& e) {
            fmt::print("{}: {}: {}\n", to_string(e.why()), p.name(), e.what());
            bad = true;
        } catch (const stockham::opencl_error& e) {
            fmt::print("{}: {}: {}\n", to_string(status_of(e)), p.name(), e.what());
            bad = true;
        }
    }
    return bad ? 1 : 0;
}

}  // namespace

void add_slices_command(CLI::App& app, slices_options& o, int& exit_code) {
    auto& command = *app.add_subcommand(
        "slices", "Measure upload, transform and download, separately and overlapped in slices of the batch");
    command.add_option("what", o.what, "Problem strings, out of place (default: four)");
    command
        .add_option("--slices", o.slices,
                    "Numbers of slices besides 1, separated by commas (default: powers of two up to 64)")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::Range(1, 65536));
    add_experiment_options(command, o);
    command.callback([&] { exit_code = slices(o); });
}

}  // namespace bench
