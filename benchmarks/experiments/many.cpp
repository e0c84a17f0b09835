// Many transforms by one call each and in shared launches, in interleaved rounds; results are compared bit by bit.
#include "experiments/many.hpp"

#include <algorithm>
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
    const auto first = spread_of(ways[0].samples, ways[0].repeats);
    for (const auto& w : ways) {
        const auto s = spread_of(w.samples, w.repeats);
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

int many(const many_options& o) {
    experiment e(o);
    pictures(o, e);
    return 0;
}

}  // namespace

void add_many_command(CLI::App& app, many_options& o, int& exit_code) {
    auto& command = *app.add_subcommand("many", "Measure many transforms in shared launches against one call for each");
    command.add_option("--picture", o.picture, "Problem string of one picture, out of place")->capture_default_str();
    command.add_option("--pictures", o.pictures, "Number of pictures, each in buffers of its own")
        ->capture_default_str()
        ->check(CLI::Range(1, 4096));
    add_experiment_options(command, o);
    command.callback([&] { exit_code = many(o); });
}

}  // namespace bench
