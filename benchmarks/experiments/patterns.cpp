// Copies 2^24 complex f32 numbers with the access patterns of the passes of a 256^3 transform: paper 003's tables 2
// (streams), 4 and 5 (patterns A to D).
#include "experiments/patterns.hpp"

#include <array>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stockham/version.hpp>

#include "data.hpp"
#include "experiments/race.hpp"
#include "opencl_target.hpp"
#include "row.hpp"
#include "run.hpp"

namespace bench {

namespace {

/// The array is V[16][16][16][16][256]. A work-item moves the 16 elements of one line along axis `from` (0: next to x)
/// to the line along axis `to`; neighbouring work-items have neighbouring x.
///
///   line of axis a: x + 256 (low + 16^a k + 16^(a+1) high), k = 0 .. 15; low and high are the other axes' digits
///
/// `streams` copies element i of each of `count` pieces of length n / count: `count` streams in and out.
constexpr const char* pattern_source = R"(
size_t line_start(size_t item, int axis) {
    const size_t x = item & 255, rest = item >> 8, low = rest & (((size_t)1 << 4 * axis) - 1);
    return x + 256 * (low + ((rest - low) << 4));
}
kernel void pattern(global const float2* restrict in, global float2* restrict out, int from, int to) {
    const size_t item = get_global_id(0);
    global const float2* source = in + line_start(item, from);
    global float2* target = out + line_start(item, to);
    float2 v[16];
    #pragma unroll
    for (int k = 0; k < 16; ++k) v[k] = source[(size_t)k << (8 + 4 * from)];
    #pragma unroll
    for (int k = 0; k < 16; ++k) target[(size_t)k << (8 + 4 * to)] = v[k];
}
kernel void streams(global const float2* restrict in, global float2* restrict out, int count, int unused) {
    const size_t i = get_global_id(0), n = get_global_size(0);
    for (int s = 0; s < count; ++s) out[i + s * n] = in[i + s * n];
}
)";

constexpr std::size_t elements = std::size_t{1} << 24;

problem pattern_problem() {
    return parse_problem("c2c f32 256x256x256");
}

/// Runs one of the two kernels with its two parameters.
class pattern_execution : public opencl_execution {
  public:
    pattern_execution(opencl_target& target, const char* name, cl_int first, cl_int second, std::size_t items)
        : opencl_execution(target, pattern_problem()), items_(items), kernel_(target, pattern_source, name) {
        kernel_.bind(input(), output(), first, second);
    }

  protected:
    void enqueue(cl_command_queue queue) override { kernel_.enqueue(queue, items_, 64); }

  private:
    std::size_t items_;
    opencl_kernel kernel_;
};

struct pattern_racer : racer {
    std::vector<stated_figure> stated;
};

/// Table 2: GB/s by number of streams; the paper measured two of its cards.
std::vector<pattern_racer> stream_racers(opencl_target& target) {
    constexpr std::array<double, 9> gt{48.1, 47.6, 47.4, 36.4, 27.8, 25.7, 20.2, 22.6, 18.4};
    constexpr std::array<double, 9> gtx{71.7, 71.9, 71.8, 65.4, 43.7, 37.5, 32.3, 35.4, 30.7};
    std::vector<pattern_racer> all;
    for (std::size_t k = 0; k < gt.size(); ++k) {
        const cl_int count = 1 << k;
        pattern_racer r;
        r.name = fmt::format("streams-{}", count);
        r.ready = std::make_unique<pattern_execution>(target, "streams", count, 0, elements >> k);
        r.stated = {{"paper 003, table 2", "bandwidth, 8800 GT", gt[k], "GB/s"},
                    {"paper 003, table 2", "bandwidth, 8800 GTX", gtx[k], "GB/s"}};
        all.push_back(std::move(r));
    }
    return all;
}

/// Tables 4 and 5: GB/s by input (column) and output (row) pattern.
std::vector<pattern_racer> pattern_racers(opencl_target& target) {
    constexpr double gt[4][4] = {
        {47.4, 47.9, 46.8, 47.1}, {48.2, 48.3, 46.8, 47.1}, {47.3, 47.1, 34.4, 33.3}, {45.6, 45.2, 32.6, 27.8}};
    constexpr double gtx[4][4] = {
        {71.5, 71.5, 67.7, 66.8}, {71.3, 71.3, 67.6, 67.0}, {68.7, 68.5, 51.3, 50.4}, {67.5, 66.7, 50.0, 43.7}};
    std::vector<pattern_racer> all;
    for (cl_int to = 0; to < 4; ++to)
        for (cl_int from = 0; from < 4; ++from) {
            pattern_racer r;
            r.name = fmt::format("pattern-{}-to-{}", "ABCD"[from], "ABCD"[to]);
            r.ready = std::make_unique<pattern_execution>(target, "pattern", from, to, elements / 16);
            r.stated = {{"paper 003, table 4", "bandwidth, 8800 GT", gt[to][from], "GB/s"},
                        {"paper 003, table 5", "bandwidth, 8800 GTX", gtx[to][from], "GB/s"}};
            all.push_back(std::move(r));
        }
    return all;
}

void race(std::vector<pattern_racer>& all, unsigned rounds) {
    const auto p = pattern_problem();
    host_buffer input;
    fill_random(input.reserve(p.bytes()), p, 1, 1);
    all.front().ready->upload(input.data());
    run_rounds(all, rounds);
}

double gbps(const racer& r) {
    return static_cast<double>(pattern_problem().traffic()) / median_of(r.samples) * 1e-3;
}

row row_of(const pattern_racer& r, const opencl_target& target) {
    row result;
    result.suite = "patterns";
    result.what = pattern_problem();
    result.library = "copy-" + r.name;
    result.version = stockham::version();
    result.where = target.where();
    result.time_us = spread_of(r.samples, r.repeats);
    result.stated = r.stated;
    return result;
}

int patterns(const patterns_options& o) {
    experiment run(o);
    auto streams = stream_racers(run.target), shapes = pattern_racers(run.target);
    race(streams, o.rounds);
    race(shapes, o.rounds);
    fmt::print("GB/s (read plus written) by number of streams\n");
    for (const auto& r : streams) fmt::print("{:<12} {:>8.1f}\n", r.name, gbps(r));
    fmt::print("GB/s by pattern: input A to D across, output A to D down\n");
    for (std::size_t k = 0; k < shapes.size(); ++k) fmt::print("{:>8.1f}{}", gbps(shapes[k]), k % 4 == 3 ? "\n" : " ");
    for (const auto* all : {&streams, &shapes})
        for (const auto& r : *all) run.file.add(to_json(row_of(r, run.target)));
    return 0;
}

}  // namespace

void add_patterns_command(CLI::App& app, patterns_options& o, int& exit_code) {
    auto& command = *app.add_subcommand("patterns", "Measure copies by access pattern and number of streams");
    add_experiment_options(command, o);
    command.callback([&] { exit_code = patterns(o); });
}

}  // namespace bench
