// Circular convolutions with a kernel of known spectrum: fused, and as forward transform, product and inverse
// transform.
#include "experiments/convolutions.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stockham/stockham.hpp>

#include "data.hpp"
#include "experiments/race.hpp"
#include "opencl_target.hpp"
#include "run.hpp"
#include "statistics.hpp"

namespace bench {

namespace {

using buffer_ptr = std::unique_ptr<opencl_buffer>;

buffer_ptr workspace_of(const opencl_target& target, std::size_t bytes) {
    return bytes ? std::make_unique<opencl_buffer>(target.context(), bytes) : nullptr;
}

cl_mem memory_of(const buffer_ptr& b) {
    return b ? b->get() : nullptr;
}

/// The spectrum of the weights by transform `t`, which the user of the spectrum determines.
buffer_ptr spectrum_of(const opencl_target& target, const stockham::transform& t, const void* weights) {
    const opencl_buffer in(target.context(), input_bytes(t));
    auto out = std::make_unique<opencl_buffer>(target.context(), output_bytes(t));
    check_cl(clEnqueueWriteBuffer(target.queue(), in.get(), CL_TRUE, 0, in.size(), weights, 0, nullptr, nullptr),
             "clEnqueueWriteBuffer");
    const stockham::plan forward(target.context(), target.device(), t);
    forward.execute(target.queue(), in.get(), out->get());
    check_cl(clFinish(target.queue()), "clFinish");
    return out;
}

/// The scale that makes the result the circular convolution itself, since the transforms are not normalised.
double scale_of(const problem& p) {
    return 1 / static_cast<double>(p.length());
}

class fused_execution : public opencl_execution {
  public:
    fused_execution(opencl_target& target, const problem& p, const void* weights)
        : opencl_execution(target, p), ready_(target.context(), target.device(), description_of(p)),
          spectrum_(spectrum_of(target, ready_.spectrum_transform(), weights)),
          workspace_(workspace_of(target, ready_.workspace_size())) {}
    std::optional<std::size_t> launches() const override { return ready_.launches(); }

  protected:
    void enqueue(cl_command_queue queue) override {
        stockham::buffers b;
        b.input = input();
        b.output = output();
        b.workspace = memory_of(workspace_);
        b.spectrum = spectrum_->get();
        ready_.execute(queue, b);
    }

  private:
    static stockham::convolution_description description_of(const problem& p) {
        stockham::convolution_description d;
        d.signal = p.transform;
        d.signal.scale = scale_of(p);
        return d;
    }
    stockham::convolution ready_;
    buffer_ptr spectrum_, workspace_;
};

/// Each work-item multiplies one element; the second index is the batch index.
constexpr const char* product_source = R"(
#ifdef DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double2 element;
#else
typedef float2 element;
#endif
kernel void product(global element* restrict signal, global const element* restrict spectrum, ulong points) {
    const size_t k = get_global_id(0), place = get_global_id(1) * points + k;
    if (k >= points) return;
    const element a = signal[place], b = spectrum[k];
    signal[place] = (element)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
)";

/// Multiplies all spectra of a batch by one spectrum.
class product {
  public:
    product(const opencl_target& target, const problem& p)
        : kernel_(target, product_source, "product", p.is_double() ? "-DDOUBLE" : ""), points_(p.output().points()),
          batch_(p.transform.batch) {}
    void bind(cl_mem signal, cl_mem spectrum) { kernel_.bind(signal, spectrum, points_); }
    void enqueue(cl_command_queue queue) const { kernel_.enqueue(queue, (points_ + 255) / 256 * 256, 256, batch_); }

  private:
    opencl_kernel kernel_;
    cl_ulong points_;
    std::size_t batch_;
};

stockham::transform back_of(const problem& p) {
    auto t = p.transform;
    if (p.is_real()) t.kind = stockham::kind::c2r;
    t.direction = stockham::direction::inverse;
    t.scale = scale_of(p);
    return t;
}

stockham::transform one_of(const problem& p) {
    auto t = p.transform;
    t.batch = 1;
    return t;
}

/// The three steps. Real signals have half spectra.
class steps_execution : public opencl_execution {
  public:
    steps_execution(opencl_target& target, const problem& p, const void* weights)
        : opencl_execution(target, p), forward_(target.context(), target.device(), p.transform),
          back_(target.context(), target.device(), back_of(p)), between_(target.context(), p.output_bytes()),
          spectrum_(spectrum_of(target, one_of(p), weights)), product_(target, p),
          workspace_(workspace_of(target, std::max(forward_.workspace_size(), back_.workspace_size()))) {
        product_.bind(between_.get(), spectrum_->get());
    }
    std::optional<std::size_t> launches() const override { return forward_.launches() + 1 + back_.launches(); }

  protected:
    void enqueue(cl_command_queue queue) override {
        forward_.execute(queue, input(), between_.get(), memory_of(workspace_));
        product_.enqueue(queue);
        back_.execute(queue, between_.get(), output(), memory_of(workspace_));
    }

  private:
    stockham::plan forward_, back_;
    opencl_buffer between_;
    buffer_ptr spectrum_;
    product product_;
    buffer_ptr workspace_;
};

template <class Real>
double relative_difference(const void* left, const void* right, std::size_t bytes) {
    const auto* a = static_cast<const Real*>(left);
    const auto* b = static_cast<const Real*>(right);
    double difference = 0, all = 0;
    for (std::size_t k = 0; k < bytes / sizeof(Real); ++k) {
        const double x = a[k], y = b[k];
        difference += (x - y) * (x - y);
        all += y * y;
    }
    return std::sqrt(difference / all);
}

struct convolution_race {
    racer fused, steps;
    double difference = 0;  ///< relative L2 difference of the two results
    double ratio = 0;       ///< median of the ratios in each round: disturbances affect both times

    bool agree(const problem& p) const { return difference <= (p.is_double() ? 1e-13 : 1e-5); }  // false for NaN
};

convolution_race prepare(opencl_target& target, const problem& p) {
    host_buffer weights;
    fill_random(weights.reserve(p.input_bytes()), p, 1, p.points() + 1);
    return {{"convolution-fused", std::make_unique<fused_execution>(target, p, weights.data())},
            {"convolution-steps", std::make_unique<steps_execution>(target, p, weights.data())}};
}

/// Compares the results. They have the signals' layout, so for real ones the ends of the buffers are unused.
void compare(convolution_race& r, const problem& p) {
    host_buffer signals, fused, steps;
    fill_random(signals.reserve(p.input_bytes()), p, 1, p.points());
    r.fused.ready->upload(signals.data());
    const auto result_of = [&](racer& one, host_buffer& result) {
        one.ready->poison();
        one.ready->run(1);
        one.ready->download(result.reserve(p.bytes()));
    };
    result_of(r.fused, fused);
    result_of(r.steps, steps);
    r.difference = p.is_double() ? relative_difference<double>(fused.data(), steps.data(), p.input_bytes())
                                 : relative_difference<float>(fused.data(), steps.data(), p.input_bytes());
}

void measure(convolution_race& r, unsigned rounds) {
    run_rounds_of(std::vector<racer*>{&r.fused, &r.steps}, rounds);
    std::vector<double> ratios;
    for (unsigned round = 0; round < rounds; ++round) ratios.push_back(r.fused.samples[round] / r.steps.samples[round]);
    r.ratio = median_of(ratios);
}

/// A row in the usual schema, whose case is a convolution instead of a transform.
nlohmann::ordered_json row_of(const racer& one, const convolution_race& r, const problem& p,
                              const opencl_target& target) {
    auto row = row_head("convolution", "convolution " + p.name(), one.name, r.agree(p) ? status::ok : status::wrong,
                        target.where());
    row["placement"] = "out";
    row["launches"] = *one.ready->launches();
    if (one.samples.empty()) return row;
    row["time_us"] = to_json(spread_of(one.samples));
    row["fused_over_steps"] = r.ratio;
    return row;
}

problem parse_signal(const std::string& text) {
    auto p = parse_problem(text);
    if (p.in_place() || p.transform.direction != stockham::direction::forward)
        throw stockham::argument_error("problem", "problem string '" + text +
                                                      "': convolutions are measured only out of place, for "
                                                      "forward c2c and r2c");
    return p;
}

void print_line(const convolution_race& r, const problem& p) {
    if (!r.agree(p)) {
        fmt::print("wrong: {}: fused and steps differ by {:.2g} (relative L2)\n", p.name(), r.difference);
        return;
    }
    fmt::print("{:<24} {:>11.4g} {:>11.4g} {:>9} {:>9} {:>14.3f} {:>11.2g}\n", p.name(), median_of(r.fused.samples),
               median_of(r.steps.samples), *r.fused.ready->launches(), *r.steps.ready->launches(), r.ratio,
               r.difference);
}

int convolutions(const convolutions_options& o) {
    std::vector<problem> problems;
    for (const auto& text : o.what) problems.push_back(parse_signal(text));
    experiment run(o);
    fmt::print("{:<24} {:>11} {:>11} {:>9} {:>9} {:>14} {:>11}\n", "signal", "fused us", "steps us", "launches",
               "launches", "fused / steps", "difference");
    bool bad = false;
    for (const auto& p : problems) {
        if (!run.can_run(p)) continue;
        auto r = prepare(run.target, p);
        compare(r, p);
        if (r.agree(p)) measure(r, o.rounds);
        bad = bad || !r.agree(p);
        print_line(r, p);
        for (const auto* one : {&r.fused, &r.steps}) run.file.add(row_of(*one, r, p, run.target));
    }
    return bad ? 1 : 0;
}

}  // namespace

void add_convolution_command(CLI::App& app, convolutions_options& o, int& exit_code) {
    auto& command = *app.add_subcommand("convolution", "Compare fused convolutions with their three steps");
    command.add_option("what", o.what, "Problem strings of the signals, c2c or r2c (default: five)");
    add_experiment_options(command, o);
    command.callback([&] { exit_code = convolutions(o); });
}

}  // namespace bench
