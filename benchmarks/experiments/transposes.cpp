// Square transposes of complex matrices: compares the padded tile with the plain kernel, and both with a copy (paper
// 001, figure 11).
#include "experiments/transposes.hpp"

#include <complex>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stockham/stockham.hpp>

#include "adapters/adapters.hpp"
#include "data.hpp"
#include "experiments/race.hpp"
#include "run.hpp"
#include "statistics.hpp"

namespace bench {

namespace {

class transpose_execution : public opencl_execution {
  public:
    transpose_execution(opencl_target& target, const problem& p, const stockham::permutation& what)
        : opencl_execution(target, p), ready_(target.context(), target.device(), what) {}

  protected:
    void enqueue(cl_command_queue queue) override { clReleaseEvent(ready_.enqueue(queue, input(), output())); }

  private:
    stockham::transposition ready_;
};

struct transpose_racer : racer {
    status result = status::ok;
};

void check(transpose_racer& r, const problem& p, const void* input, void* output) {
    r.ready->upload(input);
    r.ready->poison();
    r.ready->run(1);
    r.ready->download(output);
    if (r.name == "copy-kernel") return;
    const std::size_t n = p.transform.lengths[0];
    using f32 = std::complex<float>;
    using f64 = std::complex<double>;
    const auto bad = p.is_double() ? misplaced(static_cast<const f64*>(output), static_cast<const f64*>(input), n, n)
                                   : misplaced(static_cast<const f32*>(output), static_cast<const f32*>(input), n, n);
    if (bad) r.result = status::wrong;
}

std::vector<transpose_racer> race(opencl_target& target, const problem& p, unsigned rounds) {
    host_buffer input, output;
    fill_random(input.reserve(p.bytes()), p, 1, p.points());
    output.reserve(p.bytes());
    std::vector<transpose_racer> all;
    all.push_back({{"copy-kernel", make_copy_kernel(target)->prepare(p)}});
    all.push_back({{"transpose-tile", make_transpose(target, p, {1, 0}, false)}});
    all.push_back({{"transpose-plain", make_transpose(target, p, {1, 0}, true)}});
    for (auto& r : all) check(r, p, input.data(), output.data());
    run_rounds(all, rounds);
    return all;
}

/// A row in the usual schema, whose case is a transpose instead of a transform.
nlohmann::ordered_json row_of(const transpose_racer& r, const problem& p, const opencl_target& target, double copy_us) {
    const auto s = spread_of(r.samples, r.repeats);
    auto row = row_head("transpose", fmt::format("transpose {}", p.name().substr(4)), r.name, r.result, target.where());
    row["placement"] = "out";
    row["points"] = p.points();
    row["bytes"] = p.traffic();
    row["time_us"] = to_json(s);
    row["gbps"] = static_cast<double>(p.traffic()) / s.median * 1e-3;
    row["copy_share"] = copy_us / s.median;
    return row;
}

int transposes(const transposes_options& o) {
    experiment run(o);
    fmt::print("{:<12} {:>9} {:>11} {:>11} {:>11} {:>11} {:>13}\n", "matrix", "", "copy us", "tile us", "plain us",
               "tile / copy", "plain / tile");
    bool bad = false;
    for (const char* precision : {"f32", "f64"}) {
        for (unsigned n : o.sizes) {
            const auto p = parse_problem(fmt::format("c2c {} {}x{}", precision, n, n));
            if (!run.can_run(p)) continue;
            const auto all = race(run.target, p, o.rounds);
            const double copy = median_of(all[0].samples), tile = median_of(all[1].samples),
                         plain = median_of(all[2].samples);
            fmt::print("{:<12} {:>9} {:>11.4g} {:>11.4g} {:>11.4g} {:>11.2f} {:>13.2f}\n", fmt::format("{}x{}", n, n),
                       precision, copy, tile, plain, tile / copy, plain / tile);
            for (const auto& r : all) {
                run.file.add(row_of(r, p, run.target, copy));
                bad = bad || r.result != status::ok;
                if (r.result != status::ok) fmt::print("wrong: {} {}x{} {}\n", r.name, n, n, precision);
            }
        }
    }
    return bad ? 1 : 0;
}

}  // namespace

std::unique_ptr<execution> make_transpose(opencl_target& target, const problem& p, std::vector<std::size_t> order,
                                          bool plain) {
    stockham::permutation what;
    what.lengths = p.transform.lengths;
    what.order = std::move(order);
    what.element = p.is_double() ? stockham::element::complex_f64 : stockham::element::complex_f32;
    what.plain = plain;
    return std::make_unique<transpose_execution>(target, p, what);
}

void add_transpose_command(CLI::App& app, transposes_options& o, int& exit_code) {
    auto& command = *app.add_subcommand("transpose", "Measure square transposes, with and without local memory");
    command.add_option("--sizes", o.sizes, "Sides of the matrices, separated by commas")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::Range(1, 65536));
    add_experiment_options(command, o);
    command.callback([&] { exit_code = transposes(o); });
}

}  // namespace bench
