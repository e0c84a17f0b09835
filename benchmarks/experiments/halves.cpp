// One stage of a transform by half-precision products. Paper 004 ran splitting, products, combining and permuting as
// separate kernels that exchange data through global memory; the library's pass does the first three in registers.
// (Long: one experiment with six contenders, their check, table and rows.)
#include "experiments/halves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stockham/stockham.hpp>

#include "adapters/adapters.hpp"
#include "data.hpp"
#include "experiments/race.hpp"
#include "experiments/transposes.hpp"
#include "launch/kernel_text.hpp"
#include "row.hpp"
#include "run.hpp"

namespace stockham::internal {
extern const embedded_file stockham_bench_core_files[];
}

namespace bench {

namespace {

constexpr double pi = 3.14159265358979323846;

/// A DFT matrix in half precision, and the error limit of its products.
struct matrix {
    unsigned radix;
    const char* kind;
    int halves;  ///< value of split_half in a plan string
    double bound;

    std::size_t vector_length() const { return radix < 4 ? 4 : radix; }  // as in cl/split_half/halves.h
    std::string name() const { return fmt::format("radix-{} {}", radix, kind); }
    /// Batched transforms whose length is the radix, with `points` points in all.
    problem stage(std::size_t points) const {
        return parse_problem(fmt::format("c2c f32 {} b{}", radix, points / radix));
    }
    own_plan plan() const { return {"fused", fmt::format("{} : 0.0 split_half={}", radix, halves), bound > 1e-6}; }
};
/// The paper rounded the matrix of radix 8.
constexpr matrix matrices[] = {{2, "exact", 1, 1e-6},
                               {4, "exact", 1, 1e-6},
                               {8, "rounded", 1, 1e-4},
                               {8, "split", 2, 1e-6},
                               {16, "split", 2, 1e-6}};

/// Vendors of matrix units, indexed by UNITS of cl/split_half/butterfly_halves.cl.
constexpr const char* unit_names[] = {"none", "nvidia", "amd"};

/// The demanded units, which other devices emulate; otherwise those of the library's pass, found in its plan's text.
unsigned choose_units(const opencl_target& target, const std::string& demanded) {
    for (unsigned k = 0; k < std::size(unit_names); ++k)
        if (demanded == unit_names[k]) return k;
    const auto& four = matrices[1];
    const auto text = make_plan(target, four.stage(1 << 20), four.plan()).to_string();
    return text.find("by NVIDIA's matrix units") != std::string::npos ? 1
           : text.find("by AMD's matrix units") != std::string::npos  ? 2
                                                                      : 0;
}

/// Twiddle factors before a next stage of the same radix: output k of transform t is multiplied by w^(k t), where w has
/// order radix^2 and t < radix.
std::vector<std::complex<double>> factors_of(unsigned radix) {
    std::vector<std::complex<double>> w;
    for (unsigned t = 0; t < radix; ++t)
        for (unsigned k = 0; k < radix; ++k) w.push_back(std::polar(1.0, -2 * pi * k * t / (radix * radix)));
    return w;
}

/// Buffers between the kernels, and the twiddle factors.
class stage_memory {
  public:
    stage_memory(const opencl_target& target, const matrix& f, std::size_t points)
        : hi(target.context(), 4 * points), lo(target.context(), 4 * points),
          scales(target.context(), 4 * points / f.vector_length()), sums_hi(target.context(), 8 * points),
          sums_lo(target.context(), 8 * points), factors(target.context(), 8 * f.radix * f.radix) {
        const auto w = factors_of(f.radix);
        const std::vector<std::complex<float>> rounded(w.begin(), w.end());
        check_cl(clEnqueueWriteBuffer(target.queue(), factors.get(), CL_TRUE, 0, factors.size(), rounded.data(), 0,
                                      nullptr, nullptr),
                 "clEnqueueWriteBuffer");
    }
    void poison(cl_command_queue queue) const {
        const cl_uint ones = 0xffffffffU;
        for (const auto* b : {&hi, &lo, &scales, &sums_hi, &sums_lo})
            check_cl(clEnqueueFillBuffer(queue, b->get(), &ones, sizeof ones, 0, b->size(), 0, nullptr, nullptr),
                     "clEnqueueFillBuffer");
    }
    const opencl_buffer hi, lo, scales, sums_hi, sums_lo, factors;
};

constexpr std::size_t work_items = 128;

/// A kernel of halves_apart.cl.
class stage_execution : public opencl_execution {
  public:
    /// `numbers`: complex numbers per work-item.
    stage_execution(opencl_target& target, const matrix& f, unsigned units, std::shared_ptr<const stage_memory> m,
                    const problem& p, const char* kernel, std::size_t numbers)
        : opencl_execution(target, p), memory_(std::move(m)), kernel_(target, source(f, units), kernel),
          items_(p.points() / numbers) {
        const auto& b = *memory_;
        if (kernel == std::string_view("split"))
            kernel_.bind(input(), b.hi.get(), b.lo.get(), b.scales.get());
        else if (kernel == std::string_view("products"))
            kernel_.bind(b.hi.get(), b.lo.get(), b.sums_hi.get(), b.sums_lo.get());
        else
            kernel_.bind(b.sums_hi.get(), b.sums_lo.get(), b.scales.get(), b.factors.get(), output());
    }
    void poison() override {
        memory_->poison(target().queue());
        opencl_execution::poison();
    }

  protected:
    void enqueue(cl_command_queue queue) override { kernel_.enqueue(queue, items_, work_items); }

  private:
    static std::string source(const matrix& f, unsigned units) {
        stockham::internal::kernel_text kernels({stockham::internal::stockham_bench_core_files});
        kernels.add_file("benchmarks/experiments/halves_apart.cl");
        return fmt::format(
                   "#define PASS\n#define RADIX {}\n#define HALVES {}\n#define UNITS {}\n#define WORK_ITEMS {}\n",
                   f.radix, f.halves, units, work_items) +
               kernels.take();
    }
    std::shared_ptr<const stage_memory> memory_;
    opencl_kernel kernel_;
    std::size_t items_;
};

struct halves_racer : racer {
    problem what;
    double moved = 1;  ///< bytes read and written, relative to a copy of the data
    double error = 0;  ///< relative L2
    bench::status status = bench::status::ok;
    std::vector<stated_figure> stated = {};
};

enum place { copy, split, products, combine, permute, fused };
using racers = std::vector<halves_racer>;

/// A 3-D array with this number of points and lengths as equal as possible.
problem cube(std::size_t points) {
    std::array<std::size_t, 3> n{1, 1, 1};
    for (std::size_t axis = 2; n[0] * n[1] * n[2] < points; axis = (axis + 2) % 3) n[axis] *= 2;
    return parse_problem(fmt::format("c2c f32 {}x{}x{}", n[0], n[1], n[2]));
}

/// The contenders, in the order of `place`.
racers make_racers(opencl_target& target, const matrix& f, unsigned units, std::size_t points) {
    const auto p = f.stage(points), whole = cube(points);
    const auto memory = std::make_shared<const stage_memory>(target, f, points);
    const auto length = static_cast<double>(f.vector_length());
    const auto kernel = [&](const char* name, std::size_t numbers) {
        return std::make_unique<stage_execution>(target, f, units, memory, p, name, numbers);
    };
    const auto of_item = units ? f.vector_length() / 2 : f.vector_length();
    racers all;
    all.push_back({{"copy-kernel", make_copy_kernel(target)->prepare(p)}, p});
    all.push_back({{"split", kernel("split", of_item)}, p, (8 + 8 + 4 / length) / 16});
    all.push_back({{"products", kernel("products", of_item)}, p, (8 + 16) / 16.0});
    all.push_back({{"combine", kernel("combine", 2)}, p, (16 + 4 / length + 8) / 16});
    // The permutation after the second of three axes: (n, m, k) to (k, n, m), n fastest.
    all.push_back({{"permute", make_transpose(target, whole, {1, 2, 0}, false)}, whole});
    all.push_back({{"fused", make_stockham(target, f.plan())->prepare(p)}, p});
    constexpr const char *where = "paper 004, section 5.2", *what = "products' share of the time, the year before";
    all[products].stated = {{where, what, 50, "% at least"}, {where, what, 80, "% at most"}};
    return all;
}

/// Relative L2 error of up to 4096 transforms against double precision, with or without the next stage's factors.
double error_of(const matrix& f, const problem& p, const void* input, const void* output, bool with_factors) {
    const auto* in = static_cast<const std::complex<float>*>(input);
    const auto* out = static_cast<const std::complex<float>*>(output);
    const auto w = factors_of(f.radix);
    const std::size_t all = p.transform.batch, count = std::min<std::size_t>(all, 4096), step = all / count;
    double difference = 0, norm = 0;
    for (std::size_t n = 0; n < count; ++n) {
        const std::size_t t = n * step + n % step, first = t * f.radix;
        for (unsigned k = 0; k < f.radix; ++k) {
            std::complex<double> sum = 0;
            for (unsigned j = 0; j < f.radix; ++j)
                sum += std::complex<double>(in[first + j]) * std::polar(1.0, -2 * pi * (j * k % f.radix) / f.radix);
            if (with_factors) sum *= w[t % f.radix * f.radix + k];
            difference += std::norm(std::complex<double>(out[first + k]) - sum);
            norm += std::norm(sum);
        }
    }
    return std::sqrt(difference / norm);
}

/// Runs contenders [first, last] once, in order, on their shared buffers, and returns the last one's output.
const void* result_of(racers& all, place first, place last, host_buffer& result) {
    all[first].ready->poison();
    for (int k = first; k <= last; ++k) all[static_cast<std::size_t>(k)].ready->run(1);
    all[last].ready->download(result.reserve(all[last].what.bytes()));
    return result.data();
}

void check(racers& all, const matrix& f) {
    host_buffer input, result;
    const auto& p = all[fused].what;
    fill_random(input.reserve(p.bytes()), p, 1, p.points());
    all[split].ready->upload(input.data());  // all share one input and one output
    const auto judge = [&](place first, place last) {
        auto& r = all[last];
        const auto* out = result_of(all, first, last, result);
        r.error = error_of(f, p, input.data(), out, last == combine);
        const bool right = r.error < f.bound && count_unwritten(out, input.data(), p) == 0;  // false for a NaN error
        if (!right) r.status = status::wrong;
    };
    judge(split, combine);
    judge(fused, fused);
    const auto& n = all[permute].what.transform.lengths;
    const auto* out = static_cast<const std::complex<float>*>(result_of(all, permute, permute, result));
    if (misplaced(out, static_cast<const std::complex<float>*>(input.data()), n[0], n[1] * n[2]))
        all[permute].status = status::wrong;
}

double median(const racers& all, place k) {
    return median_of(all[k].samples);
}

/// The sum of the separate kernels' medians, up to `last`.
double sum_of(const racers& all, place last) {
    double sum = 0;
    for (int k = split; k <= last; ++k) sum += median(all, static_cast<place>(k));
    return sum;
}

void print_heading(std::size_t points, unsigned units) {
    fmt::print("{} points, one stage per radix and a permutation of {}; matrix units: {}\n"
               "copies: time over a copy's; bytes: moved, over a copy's; share: of the four kernels' sum; stage: the "
               "first three\n",
               points, cube(points).name(), unit_names[units]);
    fmt::print("{:<16} {:<7} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>13} {:>9} {:>9}\n", "matrix", "", "split",
               "products", "combine", "permute", "sum", "fused", "copy", "stage / fused", "error", "fused");
}

template <class Number>
void print_line(const std::string& name, const char* unit, const Number& number) {
    fmt::print("{:<16} {:<7}", name, unit);
    for (place k : {split, products, combine, permute}) fmt::print(" {:>9.4g}", number(k));
}

void print_table(const racers& all, const matrix& f) {
    const double sum = sum_of(all, permute), stage = sum_of(all, combine), one = median(all, copy),
                 whole = median(all, fused);
    print_line(f.name(), "us", [&](place k) { return median(all, k); });
    fmt::print(" {:>9.4g} {:>9.4g} {:>9.4g} {:>13.2f} {:>9.2g} {:>9.2g}\n", sum, whole, one, stage / whole,
               all[combine].error, all[fused].error);
    print_line("", "copies", [&](place k) { return median(all, k) / one; });
    fmt::print(" {:>9.4g} {:>9.4g} {:>9}\n", sum / one, whole / one, 1);
    print_line("", "bytes", [&](place k) { return all[k].moved; });
    const double moved = std::accumulate(all.begin() + split, all.begin() + fused, 0.0,
                                         [](double s, const halves_racer& r) { return s + r.moved; });
    fmt::print(" {:>9.4g} {:>9} {:>9}\n", moved, 1, 1);
    print_line("", "share %", [&](place k) { return 100 * median(all, k) / sum; });
    fmt::print("\n");
}

/// The usual fields of a row, followed by those of this experiment.
nlohmann::ordered_json row_of(const racers& all, place k, const matrix& f, unsigned units, const location& where) {
    const auto& r = all[k];
    row usual;
    usual.suite = "halves";
    usual.what = r.what;
    usual.library = r.name + " " + f.name();
    usual.version = stockham::version();
    usual.status = r.status;
    usual.where = where;
    usual.time_us = spread_of(r.samples, r.repeats);
    usual.copy_us = median(all, copy);
    usual.stated = r.stated;
    auto j = to_json(usual);
    if (k != fused) j.erase("gflops");
    j["units"] = unit_names[units];
    j["moved_bytes"] = std::llround(r.moved * static_cast<double>(r.what.traffic()));
    if (k >= split && k <= permute) j["share"] = median(all, k) / sum_of(all, permute);
    if (k == combine || k == fused) j["relative_l2"] = r.error;
    return j;
}

/// Returns whether all results are correct.
bool measure(opencl_target& target, const matrix& f, unsigned units, const halves_options& o, row_file& file) {
    auto all = make_racers(target, f, units, o.points);
    check(all, f);
    run_rounds(all, o.rounds);
    print_table(all, f);
    bool right = true;
    for (place k : {copy, split, products, combine, permute, fused}) {
        file.add(row_of(all, k, f, units, target.where()));
        right = right && all[k].status == status::ok;
        if (all[k].status != status::ok) fmt::print("wrong: {} {}\n", f.name(), all[k].name);
    }
    return right;
}

int halves(const halves_options& o) {
    experiment run(o);
    const auto units = choose_units(run.target, o.units);
    print_heading(o.points, units);
    bool right = true;
    for (const auto& f : matrices) right = measure(run.target, f, units, o, run.file) && right;
    return right ? 0 : 1;
}

/// Restricts the number of points so that every work-group is full.
std::string objection_to_points(const std::string& text) {
    std::size_t n = 0;
    if (!CLI::detail::lexical_cast(text, n) || n < 4096 || n > (std::size_t{1} << 28) || (n & (n - 1)))
        return "a power of two from 4096 to 2^28";
    return {};
}

}  // namespace

void add_halves_command(CLI::App& app, halves_options& o, int& exit_code) {
    auto& command = *app.add_subcommand(
        "halves", "Measure splitting, products, combining and permuting as separate kernels (paper 004)");
    command.add_option("--points", o.points, "Total number of complex points")
        ->capture_default_str()
        ->check(CLI::Validator(objection_to_points, "POWER OF 2"));
    command
        .add_option("--units", o.units, "Vendor of the matrix units, emulated on other devices (default: the device's)")
        ->check(CLI::IsMember({"none", "nvidia", "amd"}));
    add_experiment_options(command, o);
    command.callback([&] { exit_code = halves(o); });
}

}  // namespace bench
