// The whole way of a batch, from host memory to host memory: each slice is uploaded, transformed and downloaded on a
// queue for each of the three, so that they overlap (what paper 004 leaves for later).
//
//   uploads     0 1 2 3
//   transforms    0 1 2 3         in order on each queue; from queue to queue each slice waits for its own event
//   downloads       0 1 2 3
//
// Host memory is pinned. On the device slices are sub-buffers, that begin where the device's alignment lets them.
#include "experiments/slices.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <type_traits>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stockham/stockham.hpp>

#include "data.hpp"
#include "measure.hpp"
#include "opencl_target.hpp"
#include "reference.hpp"
#include "row.hpp"
#include "row_file.hpp"
#include "run.hpp"
#include "statistics.hpp"

namespace bench {

namespace {

struct release {
    void operator()(cl_event e) const { clReleaseEvent(e); }
    /// Nothing may be in flight when the memory goes, also after a failure.
    void operator()(cl_command_queue q) const {
        clFinish(q);
        clReleaseCommandQueue(q);
    }
};
using event_ptr = std::unique_ptr<std::remove_pointer_t<cl_event>, release>;
using queue_ptr = std::unique_ptr<std::remove_pointer_t<cl_command_queue>, release>;
using buffer_ptr = std::unique_ptr<opencl_buffer>;

queue_ptr make_queue(const opencl_target& target) {
    cl_int code = CL_SUCCESS;
    queue_ptr made(clCreateCommandQueue(target.context(), target.device(), 0, &code));
    must(code, "clCreateCommandQueue");
    return made;
}

std::size_t alignment_of(const opencl_target& target) {
    cl_uint bits = 0;
    must(clGetDeviceInfo(target.device(), CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, nullptr),
         "clGetDeviceInfo");
    return std::max<std::size_t>(bits / 8, 1);
}

/// Host memory from and to which the device copies by itself, for it stays mapped.
class pinned_memory {
  public:
    pinned_memory(const opencl_target& target, std::size_t bytes)
        : queue_(target.queue()), buffer_(target.context(), bytes, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR) {
        cl_int code = CL_SUCCESS;
        data_ = clEnqueueMapBuffer(queue_, buffer_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, nullptr,
                                   nullptr, &code);
        must(code, "clEnqueueMapBuffer");
    }
    ~pinned_memory() {
        clEnqueueUnmapMemObject(queue_, buffer_.get(), data_, 0, nullptr, nullptr);
        clFinish(queue_);
    }
    pinned_memory(const pinned_memory&) = delete;
    pinned_memory& operator=(const pinned_memory&) = delete;
    char* data() const { return static_cast<char*>(data_); }
    std::size_t size() const { return buffer_.size(); }

  private:
    cl_command_queue queue_;
    opencl_buffer buffer_;
    void* data_ = nullptr;
};

/// Some transforms of the batch: their places on the device and on the host, and their plan.
struct slice {
    buffer_ptr input, output;
    const char* from;
    char* to;
    const stockham::plan* plan;
};

/// The batch on its way, in any of some numbers of slices; these share the memory.
class pipeline {
  public:
    /// `counts`: the numbers of slices, in ascending order.
    pipeline(opencl_target& target, const problem& p, const std::vector<std::size_t>& counts)
        : target_(target), problem_(p), alignment_(alignment_of(target)),
          device_(target.buffers(p.bytes() + counts.back() * alignment_)), from_(target, p.input_bytes()),
          to_(target, p.output_bytes()), uploads_(make_queue(target)), transforms_(make_queue(target)),
          downloads_(make_queue(target)) {
        for (auto n : counts) cuts_.emplace(n, cut(n));
        if (workspace_bytes_) workspace_ = std::make_unique<opencl_buffer>(target.context(), workspace_bytes_);
    }

    char* input() const { return from_.data(); }
    const char* output() const { return to_.data(); }
    std::size_t workspace_bytes() const { return workspace_bytes_; }
    std::size_t launches(std::size_t slices) const {
        std::size_t sum = 0;
        for (const slice& s : cuts_.at(slices)) sum += s.plan->launches();
        return sum;
    }

    /// One whole way in so many slices. It is done when the last download is.
    void run(std::size_t slices) const {
        for (const slice& s : cuts_.at(slices)) {
            const auto there = upload(s);
            const auto transformed = transform(s, there.get());
            download(s, transformed.get());
        }
        must(clFinish(downloads_.get()), "clFinish");
    }

    /// Its parts alone, of all transforms at once; transform() and download() take what the last run has left.
    void upload() const {
        upload(whole());
        must(clFinish(uploads_.get()), "clFinish");
    }
    void transform() const {
        transform(whole(), nullptr);
        must(clFinish(transforms_.get()), "clFinish");
    }
    void download() const {
        download(whole(), nullptr);
        must(clFinish(downloads_.get()), "clFinish");
    }

    /// Fills all but the host's input with bytes 0xFF, NaNs: what another run has left must not pass for this one's.
    void poison() const {
        const cl_uint ones = 0xffffffffU;
        for (const opencl_buffer* b : {&device_->input, &device_->output})
            must(clEnqueueFillBuffer(target_.queue(), b->get(), &ones, sizeof ones, 0,
                                     b->size() / sizeof ones * sizeof ones, 0, nullptr, nullptr),
                 "clEnqueueFillBuffer");
        must(clFinish(target_.queue()), "clFinish");
        std::memset(to_.data(), 0xff, to_.size());
    }

  private:
    const slice& whole() const { return cuts_.at(1).front(); }

    /// Sizes that differ by one transform at most, so that there are two plans at most.
    std::vector<slice> cut(std::size_t slices) {
        const std::size_t batch = problem_.transform.batch, in_bytes = problem_.input_bytes() / batch,
                          out_bytes = problem_.output_bytes() / batch;
        const auto aligned = [this](std::size_t bytes) { return (bytes + alignment_ - 1) / alignment_ * alignment_; };
        std::vector<slice> all;
        std::size_t in_origin = 0, out_origin = 0;
        for (std::size_t k = 0; k < slices; ++k) {
            const std::size_t first = batch * k / slices, n = batch * (k + 1) / slices - first;
            all.push_back({std::make_unique<opencl_buffer>(device_->input, in_origin, n * in_bytes),
                           std::make_unique<opencl_buffer>(device_->output, out_origin, n * out_bytes),
                           from_.data() + first * in_bytes, to_.data() + first * out_bytes, plan_of(n)});
            in_origin += aligned(n * in_bytes);
            out_origin += aligned(n * out_bytes);
        }
        return all;
    }

    const stockham::plan* plan_of(std::size_t batch) {
        auto found = plans_.find(batch);
        if (found == plans_.end()) {
            auto t = problem_.transform;
            t.batch = batch;
            found = plans_.emplace(batch, stockham::plan(target_.context(), target_.device(), t)).first;
            workspace_bytes_ = std::max(workspace_bytes_, found->second.workspace_size());
        }
        return &found->second;
    }

    event_ptr upload(const slice& s) const {
        cl_event done = nullptr;
        must(clEnqueueWriteBuffer(uploads_.get(), s.input->get(), CL_FALSE, 0, s.input->size(), s.from, 0, nullptr,
                                  &done),
             "clEnqueueWriteBuffer");
        event_ptr owned(done);
        must(clFlush(uploads_.get()), "clFlush");
        return owned;
    }

    /// `after` may be null. The queue is in order, so one workspace serves all slices.
    event_ptr transform(const slice& s, cl_event after) const {
        event_ptr done(s.plan->enqueue(transforms_.get(), s.input->get(), s.output->get(),
                                       workspace_ ? workspace_->get() : nullptr, after ? 1 : 0,
                                       after ? &after : nullptr));
        must(clFlush(transforms_.get()), "clFlush");
        return done;
    }

    void download(const slice& s, cl_event after) const {
        must(clEnqueueReadBuffer(downloads_.get(), s.output->get(), CL_FALSE, 0, s.output->size(), s.to, after ? 1 : 0,
                                 after ? &after : nullptr, nullptr),
             "clEnqueueReadBuffer");
        must(clFlush(downloads_.get()), "clFlush");
    }

    const opencl_target& target_;
    problem problem_;
    std::size_t alignment_;
    std::shared_ptr<opencl_buffers> device_;
    pinned_memory from_, to_;
    std::map<std::size_t, stockham::plan> plans_;     // by batch
    std::map<std::size_t, std::vector<slice>> cuts_;  // by number of slices
    std::size_t workspace_bytes_ = 0;
    buffer_ptr workspace_;
    queue_ptr uploads_, transforms_, downloads_;  // last: they end first
};

/// Something that is run and waited for again and again.
struct racer {
    std::function<void()> run;
    unsigned repeats = 1;
    std::vector<double> samples;

    double median() const { return median_of(samples); }
};

/// The whole way in a number of slices.
struct way {
    std::size_t slices;
    racer times;
    transform_error error;
    std::string fault;
};

struct race {
    racer upload, transform, download;
    std::vector<way> ways;
    std::string oracle;

    double sum() const { return upload.median() + transform.median() + download.median(); }
    double longest() const { return std::max({upload.median(), transform.median(), download.median()}); }
};

race line_up(const pipeline& pipe, const std::vector<std::size_t>& counts) {
    race r;
    r.upload.run = [&pipe] { pipe.upload(); };
    r.transform.run = [&pipe] { pipe.transform(); };
    r.download.run = [&pipe] { pipe.download(); };
    for (auto n : counts) r.ways.push_back({n, {[&pipe, n] { pipe.run(n); }, 1, {}}, {}, {}});
    return r;
}

void check(way& w, const pipeline& pipe, const problem& p, const reference& oracle) {
    pipe.poison();
    w.times.run();
    w.error = oracle.compare(pipe.output());
    if (w.fault.empty()) w.fault = fault_of(p, w.error, count_unwritten(pipe.output(), pipe.input(), p));
}

/// Each execution ends before the next one begins, or they would overlap in one slice, too.
double sample(const racer& r, unsigned n) {
    const auto start = std::chrono::steady_clock::now();
    for (unsigned k = 0; k < n; ++k) r.run();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / n;
}

void measure(race& r, unsigned rounds) {
    std::vector<racer*> all{&r.upload, &r.transform, &r.download};
    for (way& w : r.ways) all.push_back(&w.times);
    for (racer* one : all) one->repeats = static_cast<unsigned>(std::clamp(3000 / sample(*one, 2), 1.0, 1000.0));
    for (unsigned round = 0; round < rounds; ++round)
        for (std::size_t k = 0; k < all.size(); ++k) {
            racer& one = *all[(k + round) % all.size()];
            one.samples.push_back(sample(one, one.repeats));
        }
}

/// Checked before the rounds and after them: an order that is missing between two queues need not show at once.
race run_race(const pipeline& pipe, const problem& p, const std::vector<std::size_t>& counts, unsigned rounds) {
    race r = line_up(pipe, counts);
    fill_random(pipe.input(), p, 1, p.points());
    const reference oracle(p, pipe.input(), 1, p.points());
    r.oracle = oracle.oracle();
    for (way& w : r.ways) check(w, pipe, p, oracle);
    measure(r, rounds);
    for (way& w : r.ways) check(w, pipe, p, oracle);
    return r;
}

nlohmann::ordered_json row_of(const way& w, const race& r, const pipeline& pipe, const problem& p,
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
    result.passes = pipe.launches(w.slices);
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

void print_race(const race& r, const problem& p) {
    const auto rate = [](std::size_t bytes, const racer& by) {
        return static_cast<double>(bytes) / by.median() * 1e-3;
    };
    fmt::print("{}: upload {:.1f} us ({:.1f} GB/s), transform {:.1f} us, download {:.1f} us ({:.1f} GB/s)\n", p.name(),
               r.upload.median(), rate(p.input_bytes(), r.upload), r.transform.median(), r.download.median(),
               rate(p.output_bytes(), r.download));
    for (const way& w : r.ways) {
        const double total = w.times.median();
        fmt::print("{:<26} {:>7} {:>11.1f} {:>9.3f} {:>11.3f} {:>9.2g}\n", p.name(), w.slices, total, total / r.sum(),
                   total / r.longest(), w.error.l2);
        if (!w.fault.empty()) fmt::print("wrong: {} in {} slices: {}\n", p.name(), w.slices, w.fault);
    }
}

problem parse_batch(const std::string& text) {
    auto p = parse_problem(text);
    if (p.in_place())
        throw stockham::argument_error("problem", "problem string '" + text + "': slices are measured out of place");
    return p;
}

/// In ascending order and with 1, of which the parts are made.
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

/// False if a result is wrong.
bool measure_batch(opencl_target& target, const problem& p, const slices_options& o, row_file& file) {
    const auto counts = counts_of(o, p);
    const pipeline pipe(target, p, counts);
    const auto r = run_race(pipe, p, counts, o.rounds);
    print_race(r, p);
    for (const way& w : r.ways) file.add(row_of(w, r, pipe, p, target.where()));
    return std::all_of(r.ways.begin(), r.ways.end(), [](const way& w) { return w.fault.empty(); });
}

int slices(const slices_options& o) {
    std::vector<problem> problems;
    for (const auto& text : o.what) {
        problems.push_back(parse_batch(text));
        counts_of(o, problems.back());  // what is wrong is said before anything is measured
    }
    opencl_target target(bench_device(o.device));
    row_file file(o.output, false);
    fmt::print("{:<26} {:>7} {:>11} {:>9} {:>11} {:>9}\n", "problem", "slices", "total us", "of sum", "of longest",
               "error");
    bool bad = false;
    for (const auto& p : problems) {
        if (p.is_double() && target.description().fp64 == stockham::double_support::none) {
            fmt::print("{:<26} left out: the device has no double precision\n", p.name());
            continue;
        }
        try {
            bad = !measure_batch(target, p, o, file) || bad;
        } catch (const refusal& e) {
            fmt::print("{}: {}: {}\n", to_string(e.why()), p.name(), e.what());
            bad = true;
        }
    }
    return bad ? 1 : 0;
}

}  // namespace

void add_slices_command(CLI::App& app, slices_options& o, int& exit_code) {
    auto& command = *app.add_subcommand(
        "slices", "Measure upload, transform and download, whole and overlapped by slices of the batch");
    command.add_option("what", o.what, "Problem strings, out of place (default: four)");
    command
        .add_option("--slices", o.slices, "Numbers of slices, with commas, besides 1 (default: powers of two up to 64)")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::Range(1, 65536));
    command.add_option("--device", o.device, "As for run");
    command.add_option("--output,-o", o.output, "Write rows as JSON lines to this file");
    command.add_option("--rounds", o.rounds, "Samples of each")->capture_default_str()->check(CLI::Range(1, 10000));
    command.callback([&] { exit_code = slices(o); });
}

}  // namespace bench
