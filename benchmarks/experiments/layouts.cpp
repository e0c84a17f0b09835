// Compares complex transforms of any layout in the same rounds: time per byte relative to the first one.
#include "experiments/layouts.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <random>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stockham/stockham.hpp>

#include "experiments/race.hpp"
#include "opencl_target.hpp"
#include "statistics.hpp"

namespace bench {

namespace {

using stockham::transform;
using sizes = std::vector<std::size_t>;

std::size_t product(const sizes& v) {
    return std::accumulate(v.begin(), v.end(), std::size_t{1}, std::multiplies<>());
}

transform parse_layout(const std::string& text) {
    auto t = stockham::parse_transform(text);
    check(t);
    const auto interleaved = stockham::storage::interleaved;
    if (t.kind != stockham::kind::c2c || t.placement != stockham::placement::out_of_place || t.scale != 1 ||
        t.precision == stockham::precision::f16 || t.input.form != interleaved || t.output.form != interleaved)
        throw stockham::argument_error("problem", "problem string '" + text +
                                                      "': layouts are measured only for c2c in f32 and f64, out of "
                                                      "place, interleaved, without a scale");
    return t;
}

/// One side of a transform: strides of axes and loops, and the number of stored points along each axis.
struct layout_side {
    sizes strides, loop_strides, points;
    std::size_t offset;
};

layout_side side_of(const transform& t, bool input) {
    const auto& given = input ? t.input : t.output;
    const auto& kept = input ? t.nonzero : t.wanted;
    layout_side s{given.strides, {}, kept.empty() ? t.lengths : kept, given.offset};
    if (s.strides.empty()) {
        s.strides.assign(t.lengths.size(), 1);
        for (auto k = t.lengths.size(); k-- > 1;) s.strides[k - 1] = s.strides[k] * t.lengths[k];
    }
    std::size_t extent = 1;
    for (std::size_t k = 0; k < t.lengths.size(); ++k) extent += (t.lengths[k] - 1) * s.strides[k];
    if (t.loops.empty()) s.loop_strides = {given.distance ? given.distance : extent};
    for (const auto& l : t.loops) s.loop_strides.push_back(input ? l.input_stride : l.output_stride);
    return s;
}

sizes loop_lengths(const transform& t) {
    if (t.loops.empty()) return {t.batch};
    sizes n;
    for (const auto& l : t.loops) n.push_back(l.n);
    return n;
}

/// Bytes to read and write all stored points once.
std::size_t bytes_of(const transform& t) {
    const auto points = product(side_of(t, true).points) + product(side_of(t, false).points);
    return product(loop_lengths(t)) * points * element_size(t.precision);
}

/// Computes single outputs by the definition of the transform, in double precision.
template <class Real>
class definition {
  public:
    definition(const transform& t, const std::complex<Real>* input)
        : t_(t), in_(side_of(t, true)), out_(side_of(t, false)), input_(input) {
        const double sign = t.direction == stockham::direction::forward ? -1 : 1;
        for (auto n : t.lengths) {
            roots_.emplace_back();
            for (std::size_t k = 0; k < n; ++k)
                roots_.back().push_back(
                    std::polar(1.0, sign * 2 * std::acos(-1.0) * static_cast<double>(k) / static_cast<double>(n)));
        }
    }

    /// Relative L2 error of random outputs.
    double error_of(const std::complex<Real>* output, std::size_t count, std::mt19937_64& g) {
        double difference = 0, all = 0;
        for (std::size_t sample = 0; sample < count; ++sample) {
            std::size_t from = in_.offset, to = out_.offset;
            const auto n = loop_lengths(t_);
            for (std::size_t l = 0; l < n.size(); ++l) {
                const auto i = g() % n[l];
                from += i * in_.loop_strides[l];
                to += i * out_.loop_strides[l];
            }
            k_.clear();
            for (std::size_t a = 0; a < t_.lengths.size(); ++a) {
                k_.push_back(g() % out_.points[a]);
                to += k_.back() * out_.strides[a];
            }
            const auto wanted = sum(0, from);
            difference += std::norm(std::complex<double>(output[to]) - wanted);
            all += std::norm(wanted);
        }
        return std::sqrt(difference / all);
    }

  private:
    std::complex<double> sum(std::size_t axis, std::size_t place) const {
        if (axis == t_.lengths.size()) return std::complex<double>(input_[place]);
        std::complex<double> total = 0;
        const auto n = t_.lengths[axis];
        for (std::size_t i = 0; i < in_.points[axis]; ++i)
            total += roots_[axis][i * k_[axis] % n] * sum(axis + 1, place + i * in_.strides[axis]);
        return total;
    }

    const transform& t_;
    layout_side in_, out_;
    const std::complex<Real>* input_;
    std::vector<std::vector<std::complex<double>>> roots_;
    sizes k_;
};

struct layout_racer {
    transform what;
    stockham::plan ready;
    cl_command_queue queue;
    stockham::buffers all;
    double error = 0;       ///< relative L2 error of some outputs
    bool is_whole = false;  ///< all wanted elements were written, and no others
    unsigned repeats = 1;
    std::vector<double> samples = {};

    bool is_right() const {  // false for NaN
        return is_whole && error <= (what.precision == stockham::precision::f64 ? 1e-12 : 1e-5);
    }
};

void run(layout_racer& r, unsigned n) {
    for (unsigned k = 0; k < n; ++k) r.ready.execute(r.queue, r.all);
    check_cl(clFinish(r.queue), "clFinish");
}

/// Executes once, with an output filled with NaNs, and judges the result.
template <class Real>
void judge(layout_racer& r, const opencl_buffer& in, const opencl_buffer& out, std::mt19937_64& g) {
    using element = std::complex<Real>;
    constexpr std::size_t samples = 16;
    std::vector<element> input(in.size() / sizeof(element)), output(out.size() / sizeof(element));
    std::uniform_real_distribution<Real> uniform(-1, 1);
    for (auto& z : input) z = {uniform(g), uniform(g)};
    std::fill(output.begin(), output.end(), element(std::numeric_limits<Real>::quiet_NaN(), 0));
    const auto write = [&](const opencl_buffer& to, const std::vector<element>& from) {
        check_cl(clEnqueueWriteBuffer(r.queue, to.get(), CL_TRUE, 0, to.size(), from.data(), 0, nullptr, nullptr),
                 "clEnqueueWriteBuffer");
    };
    write(in, input);
    write(out, output);
    run(r, 1);
    check_cl(clEnqueueReadBuffer(r.queue, out.get(), CL_TRUE, 0, out.size(), output.data(), 0, nullptr, nullptr),
             "clEnqueueReadBuffer");
    const auto written =
        std::count_if(output.begin(), output.end(), [](const element& z) { return z.real() == z.real(); });
    const auto wanted = product(loop_lengths(r.what)) * product(side_of(r.what, false).points);
    r.is_whole = static_cast<std::size_t>(written) == wanted;
    r.error = definition<Real>(r.what, input.data()).error_of(output.data(), samples, g);
}

/// The median of the ratios in each round: disturbances affect both times.
double over(const layout_racer& r, const layout_racer& first) {
    std::vector<double> ratios;
    for (std::size_t k = 0; k < r.samples.size(); ++k) ratios.push_back(r.samples[k] / first.samples[k]);
    return median_of(ratios);
}

/// The same per byte.
double over_by_byte(const layout_racer& r, const layout_racer& first) {
    return over(r, first) * static_cast<double>(bytes_of(first.what)) / static_cast<double>(bytes_of(r.what));
}

nlohmann::ordered_json row_of(const layout_racer& r, const layout_racer& first, const opencl_target& target) {
    auto row =
        row_head("layouts", to_string(r.what), "stockham", r.is_right() ? status::ok : status::wrong, target.where());
    row["placement"] = "out";
    row["bytes"] = bytes_of(r.what);
    row["launches"] = r.ready.launches();
    row["time_us"] = to_json(spread_of(r.samples, r.repeats));
    row["over_first"] = over(r, first);
    row["over_first_by_byte"] = over_by_byte(r, first);
    return row;
}

void print_line(const layout_racer& r, const layout_racer& first) {
    fmt::print("{:<58} {:>11.4g} {:>9.4g} {:>9} {:>11.3f} {:>11.3f} {:>10.2g}{}\n", to_string(r.what),
               median_of(r.samples), static_cast<double>(bytes_of(r.what)) * 1e-6, r.ready.launches(), over(r, first),
               over_by_byte(r, first), r.error, r.is_right() ? "" : "  wrong");
}

int layouts(const layouts_options& o) {
    std::vector<transform> problems;
    for (const auto& text : o.what) problems.push_back(parse_layout(text));
    experiment run(o);
    std::size_t in_bytes = 0, out_bytes = 0;
    for (const auto& t : problems) {
        in_bytes = std::max(in_bytes, input_bytes(t));
        out_bytes = std::max(out_bytes, output_bytes(t));
    }
    const opencl_buffer in(run.target.context(), in_bytes), out(run.target.context(), out_bytes);
    std::vector<layout_racer> all;
    std::vector<std::unique_ptr<opencl_buffer>> workspaces;
    std::mt19937_64 g(1);
    for (const auto& t : problems) {
        stockham::plan ready(run.target.context(), run.target.device(), t);
        workspaces.push_back(
            std::make_unique<opencl_buffer>(run.target.context(), std::max<std::size_t>(ready.workspace_size(), 1)));
        all.push_back({t, std::move(ready), run.target.queue(), {in.get(), out.get(), workspaces.back()->get()}});
        t.precision == stockham::precision::f64 ? judge<double>(all.back(), in, out, g)
                                                : judge<float>(all.back(), in, out, g);
    }
    run_rounds(all, o.rounds);
    fmt::print("{:<58} {:>11} {:>9} {:>9} {:>11} {:>11} {:>10}\n", "transform", "us", "MB", "launches", "time",
               "time/byte", "error");
    fmt::print("{:<58} {:>11} {:>9} {:>9} {:>11} {:>11}\n", "", "", "", "", "/ first", "/ first");
    for (const auto& r : all) {
        print_line(r, all.front());
        run.file.add(row_of(r, all.front(), run.target));
    }
    return std::all_of(all.begin(), all.end(), [](const auto& r) { return r.is_right(); }) ? 0 : 1;
}

}  // namespace

void add_layouts_command(CLI::App& app, layouts_options& o, int& exit_code) {
    auto& command = *app.add_subcommand(
        "layouts", "Measure complex transforms of any layout, and compare their time per byte with the first one's");
    command.add_option("what", o.what, "Problem strings, c2c, out of place")->required();
    add_experiment_options(command, o);
    command.callback([&] { exit_code = layouts(o); });
}

}  // namespace bench
