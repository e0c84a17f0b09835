// Prepares, checks and times the libraries.
// (Long because it holds all steps of one case, in order.)
#include "measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <stockham/error.hpp>

#include "opencl_target.hpp"
#include "turn_lock.hpp"

namespace bench {

namespace {

constexpr int small_exponent = -100;
constexpr unsigned most_repeats = 1000, fewest_rounds = 3;

using clock = std::chrono::steady_clock;

double microseconds_since(clock::time_point start) {
    return std::chrono::duration<double, std::micro>(clock::now() - start).count();
}

/// One library in the comparison of one case.
struct contender {
    adapter* library = nullptr;
    row result;
    std::unique_ptr<execution> ready;
    unsigned repeats = 1;
    std::vector<double> wall;

    bool races() const { return ready && (result.status == status::ok || result.status == status::wrong); }
    void refuse(status why, const std::string& message) {
        result.status = why;
        result.message = message;
    }
};

/// Runs `work` and turns any exception into a row, so that a library's failure does not end the run.
template <class Work>
void guarded(contender& c, const Work& work) {
    try {
        work();
    } catch (const refusal& e) {
        c.refuse(e.why(), e.what());
        c.ready.reset();
    } catch (const stockham::opencl_error& e) {
        c.refuse(status_of(e), e.what());
        c.ready.reset();
    } catch (const std::bad_alloc&) {
        c.refuse(status::too_large, "the host does not have enough memory");
        c.ready.reset();
    } catch (const std::exception& e) {
        c.refuse(status::failed, e.what());
        c.ready.reset();
    }
}

/// True if each execution transforms the result of the previous one: in place, or if the library overwrites its input.
/// Then every sample begins with fresh, small data and has no more executions than the exponent's range allows.
bool transforms_own_output(const contender& c) {
    return (c.result.what.in_place() && !c.library->copies()) || c.ready->spoils_input();
}

/// Microseconds per execution in a sample of n. One untimed execution comes first, because a device needs about 150 us
/// to switch from another library's context (OpenCL, CUDA). In place, the data are refreshed, also untimed.
double sample(const contender& c, unsigned n) {
    c.ready->run(1);
    if (transforms_own_output(c)) c.ready->refill();
    const auto start = clock::now();
    c.ready->run(n);
    return microseconds_since(start) / n;
}

/// Judges the output in host memory.
void judge(contender& c, const suite_case& what, const void* output, const void* input, case_data& data,
           const measure_options& options) {
    const problem& p = c.result.what;
    if (c.library->copies()) {
        // For real transforms a copy moves the mean of both sides, so the smaller side is complete.
        if (std::memcmp(output, input, std::min({p.input_bytes(), p.output_bytes(), p.traffic() / 2 / 4 * 4})) != 0)
            c.refuse(status::wrong, "the copy differs from its source");
        return;
    }
    const reference& oracle = data.oracle(what, options);
    c.result.error = oracle.compare(output);
    c.result.oracle = oracle.oracle();
    const auto fault = fault_of(p, *c.result.error, count_unwritten(output, input, p),
                                c.library->half_storage() || c.library->is_rough());
    if (!fault.empty()) c.refuse(status::wrong, fault);
}

void check(contender& c, const suite_case& what, case_data& data, const measure_options& options) {
    const problem& p = c.result.what;
    const void* input = data.input(what, options.seed);
    void* output = data.scratch(p.output_bytes());
    c.ready->upload(input);
    if (transforms_own_output(c)) c.ready->refill();
    if (!p.in_place() || c.library->copies()) {
        // Runs twice: if a library overwrites its input without declaring it, the second result is wrong.
        if (!c.ready->spoils_input()) c.ready->run(1);
        c.ready->poison();
    }
    c.ready->run(1);
    c.ready->download(output);
    judge(c, what, output, input, data, options);
}

/// Warms up and chooses the number of executions per sample. A busy machine makes single executions look slow, so it
/// takes the shortest of several tries and increases their length up to the intended one.
void choose_repeats(contender& c, const measure_options& options) {
    const unsigned limit =
        transforms_own_output(c) ? std::min(most_repeats, in_place_limit(c.result.what)) : most_repeats;
    double one = sample(c, 1);
    const auto fitting = [&] {
        return static_cast<unsigned>(std::clamp(options.sample_us / one, 1.0, static_cast<double>(limit)));
    };
    unsigned n = 1;
    for (int attempt = 0; attempt < 6; ++attempt) {
        one = std::min(one, sample(c, n));
        if (fitting() <= 2 * n && attempt > 1) break;
        n = std::min(fitting(), 8 * n);
    }
    c.repeats = fitting();
}

void measure_transfers(contender& c, const suite_case& what, case_data& data, const measure_options& options) {
    const problem& p = c.result.what;
    const void* input = data.input(what, options.seed);
    void* output = data.scratch(p.output_bytes());
    std::vector<double> up, down;
    for (int k = 0; k < 5; ++k) {
        auto start = clock::now();
        c.ready->upload(input);
        up.push_back(microseconds_since(start));
        start = clock::now();
        c.ready->download(output);
        down.push_back(microseconds_since(start));
    }
    c.result.upload_us = median_of(up);
    c.result.download_us = median_of(down);
}

/// Uploads the data and checks the result.
void begin(contender& c, const suite_case& what, case_data& data, const measure_options& options) {
    options.say(c.library->name() + ": check");
    if (options.check)
        check(c, what, data, options);
    else
        c.ready->upload(data.input(what, options.seed));
    if (options.transfers) measure_transfers(c, what, data, options);
}

/// Makes the data that begin() needs, before the turn.
void make_data(const contender& c, const suite_case& what, case_data& data, const measure_options& options) {
    options.say(c.library->name() + ": data");
    data.input(what, options.seed);
    if (options.check && !c.library->copies()) data.oracle(what, options);
}

void warm_up(contender& c, const suite_case& what, case_data& data, const measure_options& options) {
    options.say(c.library->name() + ": warm up");
    if (what.what.in_place() || c.ready->spoils_input()) c.ready->upload(data.small_input(what, options.seed));
    choose_repeats(c, options);
}

/// Takes a step of every library that has not failed. Returns false if stopped.
template <class Step>
bool each(std::vector<contender>& all, const measure_options& options, const Step& step) {
    for (auto& c : all) {
        if (options.stopped()) return false;
        if (c.result.status == status::ok || c.races()) guarded(c, [&] { step(c); });
    }
    return true;
}

/// Waits for the turn. If the process is killed meanwhile, a continued run must not blame a library; no library has the
/// name before this colon.
std::unique_ptr<turn> wait_for_turn(const measure_options& options) {
    options.say("turn: waiting");
    return options.turns->take(options.stopped);
}

/// Plans, checks and warms up all libraries. With turns, all of them plan first, and `held` receives the turn before
/// the first check. Returns false if stopped.
bool get_ready(std::vector<contender>& all, const suite_case& what, case_data& data, const measure_options& options,
               std::unique_ptr<turn>& held) {
    const bool planned = each(all, options, [&](contender& c) {
        options.say(c.library->name() + ": plan");
        c.ready = c.library->prepare(what.what);
        if (options.turns)
            make_data(c, what, data, options);
        else
            begin(c, what, data, options);
    });
    if (!planned) return false;
    if (options.turns) {
        held = wait_for_turn(options);
        if (!held || !each(all, options, [&](contender& c) { begin(c, what, data, options); })) return false;
    }
    return each(all, options, [&](contender& c) { warm_up(c, what, data, options); });
}

/// Takes one sample of every library. Each round begins with a different library.
bool run_round(std::vector<contender>& all, unsigned round, const measure_options& options) {
    for (std::size_t k = 0; k < all.size(); ++k) {
        contender& c = all[(k + round) % all.size()];
        if (options.stopped()) return false;
        if (!c.races()) continue;
        guarded(c, [&] { c.wall.push_back(sample(c, c.repeats)); });
    }
    return true;
}

bool spread_known(const std::vector<contender>& all, const measure_options& options) {
    for (const auto& c : all)
        if (c.races() && spread_of(c.wall).uncertainty() > options.spread_aim) return false;
    return true;
}

/// False if stopped before enough rounds were done.
bool run_rounds(std::vector<contender>& all, const measure_options& options) {
    const auto start = clock::now();
    const unsigned most = options.rounds ? options.rounds : 40, least = options.rounds ? options.rounds : 7;
    for (unsigned round = 0; round < most; ++round) {
        if (!run_round(all, round, options)) return round >= fewest_rounds;
        const unsigned done = round + 1;
        if (done >= fewest_rounds && microseconds_since(start) * 1e-6 > options.case_seconds && !options.rounds) break;
        if (done >= least && spread_known(all, options)) break;
    }
    return true;
}

void finish(contender& c) {
    if (!c.races() || c.wall.empty()) return;
    c.result.time_us = spread_of(c.wall);
    c.result.launches = c.ready->launches();
    c.result.workspace_bytes = c.ready->workspace_bytes();
}

std::vector<contender> line_up(const suite_case& what, const std::vector<adapter*>& libraries) {
    std::vector<contender> all;
    for (adapter* library : libraries) {
        contender c;
        c.library = library;
        c.result.suite = what.suite;
        c.result.what = what.what;
        c.result.library = library->name();
        c.result.version = library->version();
        c.result.where = library->where();
        c.result.half_storage = library->half_storage();
        if (const auto why = library->missing(); !why.empty()) c.refuse(status::missing, why);
        all.push_back(std::move(c));
    }
    return all;
}

/// Identifies the input. Real data have a different layout in place, so each placement has its own.
std::string input_key(const suite_case& c, std::uint64_t seed) {
    return fmt::format("{} {} {} {}", c.what.name(), c.what.is_real() ? c.what.placement() : "", c.amplitude, seed);
}

}  // namespace

const void* case_data::input(const suite_case& c, std::uint64_t seed) {
    const auto key = input_key(c, seed);
    if (held_ != key) reference_.reset();
    if (held_ != key || small_) {
        held_.clear();
        fill_random(input_.reserve(c.what.input_bytes()), c.what, c.amplitude, seed ^ std::hash<std::string>{}(key));
        held_ = key;
        small_ = false;
    }
    return input_.data();
}

const void* case_data::small_input(const suite_case& c, std::uint64_t seed) {
    const auto key = input_key(c, seed);
    if (held_ == key && small_) return input_.data();
    input(c, seed);
    scale_by_power_of_two(input_.data(), c.what, small_exponent);
    small_ = true;
    return input_.data();
}

const reference& case_data::oracle(const suite_case& c, const measure_options& options) {
    const void* data = input(c, options.seed);
    if (!reference_)
        reference_ = std::make_unique<reference>(c.what, data, c.amplitude, options.seed, options.oracle_seconds);
    return *reference_;
}

/// Correct rivals exceed our error limit by factors of 2 to 5. A wrong result exceeds it by orders of magnitude, in one
/// element or in all.
std::string fault_of(const problem& p, const transform_error& error, std::size_t unwritten, bool half_storage) {
    const double gate = accuracy_gate(p, half_storage);
    if (unwritten)
        return fmt::format("{} of {} elements were not written or are NaN", unwritten,
                           p.output().points() * p.transform.batch);
    if (error.l2 <= 32 * gate && error.max <= 2000 * gate) return {};  // false for NaN
    return fmt::format("relative L2 error {:.2g}, worst element {:.2g}; the gate is {:.2g}", error.l2, error.max, gate);
}

/// A transform of n random numbers multiplies their root mean square by sqrt(n); c2r by up to sqrt(2 n), since most of
/// its inputs represent two elements. A factor of 2^20 is reserved for the largest element.
unsigned in_place_limit(const problem& p) {
    const double room = (p.is_double() ? 1023 : 127) - small_exponent - 20;
    const double twice = p.transform.kind == stockham::kind::c2r ? 2 : 1;
    const double growth = 0.5 * std::log2(twice * static_cast<double>(p.length()));
    return growth > 0 ? std::max(1U, static_cast<unsigned>(std::min(room / growth, 1e6))) : most_repeats;
}

std::vector<row> measure_case(const suite_case& what, const std::vector<adapter*>& libraries, case_data& data,
                              const measure_options& options) {
    auto all = line_up(what, libraries);
    std::unique_ptr<turn> held;
    if (!get_ready(all, what, data, options, held)) return {};
    options.say("rounds");
    if (!run_rounds(all, options)) return {};
    held.reset();
    std::vector<row> rows;
    for (auto& c : all) {
        finish(c);
        rows.push_back(std::move(c.result));
    }
    return rows;
}

}  // namespace bench
