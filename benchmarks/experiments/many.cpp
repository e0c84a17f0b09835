// Many transforms by one call each and in shared launches, in interleaved rounds; results are compared bit by bit.
#include "experiments/many.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "experiments/race.hpp"

namespace bench {

namespace {

using stockham::batch_item;

/// A way to compute the case: enqueues everything.
struct way {
    std::string name;
    std::function<void()> enqueue;
    cl_command_queue queue;
    unsigned repeats = 1;
    std::vector<double> samples = {};
};

void run(way& w, unsigned n) {
    for (unsigned k = 0; k < n; ++k) w.enqueue();
    check_cl(clFinish(w.queue), "clFinish");
}

/// Numbers in [-1, 1] of either precision.
std::vector<char> random_numbers(std::size_t bytes, bool is_double) {
    std::mt19937 generator(57);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<char> all(bytes);
    const std::size_t each = is_double ? sizeof(double) : sizeof(float);
    for (std::size_t at = 0; at + each <= bytes; at += each) {
        const double x = uniform(generator);
        const auto single = static_cast<float>(x);
        std::memcpy(&all[at], is_double ? static_cast<const void*>(&x) : &single, each);
    }
    return all;
}

std::vector<char> read(cl_command_queue queue, const opencl_buffer& b) {
    std::vector<char> all(b.size());
    check_cl(clEnqueueReadBuffer(queue, b.get(), CL_TRUE, 0, all.size(), all.data(), 0, nullptr, nullptr),
             "clEnqueueReadBuffer");
    return all;
}

/// Races the ways, the first one call for each transform, and reports.
void race(const std::string& name, std::size_t count, std::vector<way>& ways, const many_options& o, experiment& e) {
    run_rounds(ways, o.rounds);
    const auto first = spread_of(ways[0].samples);
    for (const auto& w : ways) {
        const auto s = spread_of(w.samples);
        fmt::print("{:<44} {:<24} {:>10.1f} us {:>8.3f} us each {:>7.3f} of one call each\n", name, w.name, s.median,
                   s.median / static_cast<double>(count), s.median / first.median);
        auto row = row_head("many", name, w.name, status::ok, e.target.where());
        row["transforms"] = count;
        row["us"] = to_json(s);
        row["of_one_call_each"] = s.median / first.median;
        e.file.add(row);
    }
}

void pictures(const many_options& o, experiment& e) {
    const auto t = stockham::parse_transform(o.picture);
    const auto context = e.target.context();
    const auto queue = e.target.queue();
    const stockham::plan plan(context, e.target.device(), t);
    std::vector<std::unique_ptr<opencl_buffer>> in, out;
    std::vector<batch_item> items;
    const auto numbers = random_numbers(input_bytes(t), t.precision == stockham::precision::f64);
    for (std::size_t k = 0; k < o.pictures; ++k) {
        auto own = numbers;
        std::rotate(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(16 * k % own.size()), own.end());
        in.push_back(std::make_unique<opencl_buffer>(context, own.size()));
        out.push_back(std::make_unique<opencl_buffer>(context, output_bytes(t)));
        check_cl(clEnqueueWriteBuffer(queue, in[k]->get(), CL_TRUE, 0, own.size(), own.data(), 0, nullptr, nullptr),
                 "clEnqueueWriteBuffer");
        items.push_back({in[k]->get(), out[k]->get()});
    }
    std::vector<way> ways{{"one call each",
                           [&] {
                               for (const auto& i : items) plan.execute(queue, i.input, i.output);
                           },
                           queue},
                          {"enqueue_many", [&] { plan.execute_many(queue, items); }, queue}};
    run(ways[0], 1);
    std::vector<std::vector<char>> wanted;
    for (const auto& b : out) wanted.push_back(read(queue, *b));
    const std::vector<char> poison(output_bytes(t), 0x5A);
    for (const auto& b : out)
        check_cl(clEnqueueWriteBuffer(queue, b->get(), CL_TRUE, 0, poison.size(), poison.data(), 0, nullptr, nullptr),
                 "clEnqueueWriteBuffer");
    run(ways[1], 1);
    for (std::size_t k = 0; k < out.size(); ++k)
        if (read(queue, *out[k]) != wanted[k]) throw std::runtime_error(fmt::format("picture {}: other bits", k));
    race(fmt::format("{} pictures {}", o.pictures, to_string(t)), o.pictures, ways, o, e);
}

double relative_error(const float* got, const float* wanted, std::size_t count) {
    double difference = 0, sum = 0;
    for (std::size_t k = 0; k < count; ++k) {
        difference += std::pow(double{got[k]} - double{wanted[k]}, 2);
        sum += std::pow(double{wanted[k]}, 2);
    }
    return std::sqrt(difference / sum);
}

/// Complex rows in f32. A plan for each length would compile hundreds of kernels, so single calls use plans of some
/// lengths, whose results the rows of these lengths must have.
void rows(const many_options& o, experiment& e) {
    constexpr std::size_t each = 2 * sizeof(float);
    const auto context = e.target.context();
    const auto queue = e.target.queue();
    std::mt19937 generator(57);
    std::vector<stockham::transform> what;
    std::vector<std::size_t> first;
    std::size_t points = 0;
    for (std::size_t k = 0; k < o.rows; ++k) {
        const auto n = o.shortest + generator() % (o.longest - o.shortest + 1);
        what.push_back(stockham::parse_transform(fmt::format("c2c f32 {}", n)));
        first.push_back(points);
        points += n;
    }
    const auto numbers = random_numbers(points * each, false);
    const opencl_buffer in(context, numbers.size()), out(context, numbers.size());
    check_cl(clEnqueueWriteBuffer(queue, in.get(), CL_TRUE, 0, numbers.size(), numbers.data(), 0, nullptr, nullptr),
             "clEnqueueWriteBuffer");
    std::vector<batch_item> items;
    for (const auto at : first) items.push_back({in.get(), out.get(), at * each, at * each});
    const stockham::batch batch(context, e.target.device(), what);
    fmt::print("{}", batch.to_string());
    batch.execute(queue, items);
    const auto results = read(queue, out);

    std::vector<stockham::plan> plans;
    std::vector<std::unique_ptr<opencl_buffer>> from, to;
    for (std::size_t k = 0; k < std::min(o.plans, o.rows); ++k) {
        const auto n = what[k].lengths[0];
        plans.emplace_back(context, e.target.device(), what[k]);
        from.push_back(std::make_unique<opencl_buffer>(context, n * each));
        to.push_back(std::make_unique<opencl_buffer>(context, n * each));
        check_cl(
            clEnqueueCopyBuffer(queue, in.get(), from[k]->get(), first[k] * each, 0, n * each, 0, nullptr, nullptr),
            "clEnqueueCopyBuffer");
        plans[k].execute(queue, from[k]->get(), to[k]->get());
        const auto wanted = read(queue, *to[k]);
        const double error = relative_error(reinterpret_cast<const float*>(results.data() + first[k] * each),
                                            reinterpret_cast<const float*>(wanted.data()), 2 * n);
        if (!(error < 1e-6)) throw std::runtime_error(fmt::format("row {} of {} points: error {}", k, n, error));
    }
    std::vector<way> ways{{fmt::format("one call each ({} plans)", plans.size()),
                           [&] {
                               for (std::size_t k = 0; k < o.rows; ++k) {
                                   const auto p = k % plans.size();
                                   plans[p].execute(queue, from[p]->get(), to[p]->get());
                               }
                           },
                           queue},
                          {"batch", [&] { batch.execute(queue, items); }, queue}};
    race(fmt::format("{} rows of {} to {} points, c2c f32", o.rows, o.shortest, o.longest), o.rows, ways, o, e);
}

int many(const many_options& o) {
    experiment e(o);
    if (o.longest < o.shortest) throw std::invalid_argument("--longest is below --shortest");
    if (o.pictures) pictures(o, e);
    if (o.rows) rows(o, e);
    return 0;
}

}  // namespace

void add_many_command(CLI::App& app, many_options& o, int& exit_code) {
    auto& command = *app.add_subcommand("many", "Measure many transforms in shared launches against one call for each");
    command.add_option("--picture", o.picture, "Problem string of one picture, out of place")->capture_default_str();
    command.add_option("--pictures", o.pictures, "Number of pictures, each in buffers of its own")
        ->capture_default_str()
        ->check(CLI::Range(0, 4096));
    command.add_option("--rows", o.rows, "Number of rows of random lengths, all in one pair of buffers")
        ->capture_default_str()
        ->check(CLI::Range(0, 32768));
    command.add_option("--shortest", o.shortest, "Their least length")
        ->capture_default_str()
        ->check(CLI::Range(1, 4096));
    command.add_option("--longest", o.longest, "Their greatest length")
        ->capture_default_str()
        ->check(CLI::Range(1, 4096));
    command.add_option("--plans", o.plans, "Lengths with plans of their own, for single calls")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    add_experiment_options(command, o);
    command.callback([&] { exit_code = many(o); });
}

}  // namespace bench
