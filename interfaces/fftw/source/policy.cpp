// The rules, in order: the first one that holds decides. docs/moving_from_fftw.md shows them as a table.
#include "policy.hpp"

#include <algorithm>
#include <optional>

#include "base/plain_text.hpp"
#include "host_side.hpp"

namespace fftw_device {

namespace {

/// Opening a device slows the program's threads by some 40 ms, preparing takes processor time, and a program that ends
/// waits for a preparation that has begun. So it begins when FFTW has computed for about as long: a program that ends
/// before has lost nothing. If an execution is known to save as much, the device is prepared at once: an earlier run
/// has left the compiled kernels.
constexpr double worth_opening = 0.5;  // seconds

/// An execution of FFTW beside which the look-up takes less than a hundredth.
constexpr double worth_a_look = 0.01;  // seconds

using answer = std::optional<rule>;

double saving(const facts& f) {
    return f.measured.both() ? f.measured.fftw - f.measured.device : 0;
}

/// Rules about the whole process that leave the problem to FFTW.
answer by_process(const facts& f) {
    if (f.chosen == mode::fftw) return rule::chosen_fftw;
    if (f.raised_rights) return rule::raised_rights;
    if (f.forked) return rule::forked;
    if (f.lost) return rule::lost;
    if (f.refused) return rule::refused;
    return {};
}

/// Rules about measured and expected times that leave the problem to FFTW.
answer by_times(const facts& f) {
    if (f.no_device && !f.may_use_cpu) return rule::no_device;
    if (f.opened && f.is_cpu && !f.may_use_cpu) return rule::cpu;
    if (f.measured.both()) {
        const bool may_improve = f.executing && !f.judged;
        return saving(f) > 0 || may_improve ? answer() : rule::measured_slower;
    }
    if (f.ready) return {};
    if (f.least_device > f.expected_fftw) return rule::expected_slower;
    if (f.opened && !f.is_cpu && f.measured.device == 0 && f.predicted_device > f.expected_fftw)
        return rule::predicted_slower;
    return {};
}

decision while_executing(const facts& f) {
    if (f.ready && f.measured.fftw > 0) return {choice::device, f.judged ? rule::faster : rule::judging};
    if (f.ready) return {choice::wait, rule::fftw_first};
    if (saving(f) > worth_opening) return {choice::device, rule::saves};
    if (f.spent > worth_opening + f.tables) return {choice::prepare, rule::spent};
    return {choice::wait, rule::not_spent};
}

decision while_planning(const facts& f) {
    if (f.opened) return {choice::device, rule::expected_faster};
    if (!f.measuring || f.measured.both()) return {choice::wait, rule::undecided};
    if (f.measuring_bytes > f.free_bytes / 2) return {choice::prepare, rule::no_room};
    return {choice::device, rule::measuring};
}

std::string seconds(double s) {
    return stockham::internal::number_text(s) + " s";
}

}  // namespace

decision decide(const facts& f) {
    if (const auto why = by_process(f)) return {choice::fftw, *why};
    if (is_demanded(f))
        return {f.executing || f.opened ? choice::device : choice::prepare,
                f.has_fftw ? rule::chosen_device : rule::no_fftw};
    if (const auto why = by_times(f)) return {choice::fftw, *why};
    return f.executing ? while_executing(f) : while_planning(f);
}

std::string explain(rule why, const facts& f) {
    switch (why) {
    case rule::chosen_fftw:
        return "STOCKHAM_FFTW=fftw";
    case rule::raised_rights:
        return "the process has raised rights";
    case rule::forked:
        return "a forked process has no device";
    case rule::lost:
        return "the device failed";
    case rule::refused:
        return f.refusal;
    case rule::chosen_device:
        return "STOCKHAM_FFTW=device";
    case rule::no_fftw:
        return "FFTW is not installed";
    case rule::no_device:
        return "this machine had no OpenCL device other than a CPU";
    case rule::measured_slower:
        return "measured to take it " + seconds(f.measured.fftw) + ", the device " + seconds(f.measured.device);
    case rule::expected_slower:
        return "expected to take it " + seconds(f.expected_fftw) + ", the device at least " + seconds(f.least_device);
    case rule::cpu:
        return "the OpenCL device is a CPU, on which FFTW is faster";
    case rule::predicted_slower:
        return "expected to take it " + seconds(f.expected_fftw) + ", the device " + seconds(f.predicted_device);
    case rule::faster:
        return "measured to take " + seconds(f.measured.device) + ", FFTW " + seconds(f.measured.fftw);
    case rule::judging:
        return "it is measured";
    case rule::fftw_first:
        return "FFTW is measured first";
    case rule::saves:
        return "each execution saves " + seconds(saving(f));
    case rule::spent:
        return "FFTW has computed for " + seconds(f.spent);
    case rule::not_spent:
        return "FFTW has computed for " + seconds(f.spent) + " so far";
    case rule::expected_faster:
        return "FFTW is expected to take " + seconds(f.expected_fftw);
    case rule::undecided:
        return "the device may be faster: FFTW is expected to take " + seconds(f.expected_fftw) +
               ", the device at least " + seconds(f.least_device);
    case rule::no_room:
        return "arrays to measure with take " + std::to_string(f.measuring_bytes) + " bytes, and " +
               std::to_string(f.free_bytes) + " are available";
    case rule::measuring:
        return "both are measured while planning";
    }
    return {};
}

bool worth_looking_up(const facts& f, bool logs) {
    if (f.looked_up) return false;
    if (f.executing) return is_demanded(f) || f.spent > worth_opening;
    return is_demanded(f) || f.measuring || logs || f.expected_fftw > worth_a_look;
}

double bytes_of(const problem& p) {
    double bytes = 0;
    for (const bool input : {true, false}) {
        const host_side side(p, input);
        bytes += static_cast<double>(side.count()) * static_cast<double>(side.element_bytes());
    }
    return bytes;
}

/// Near the binary logarithm of n >= 1, 0.09 below it at most. The first call of std::log2 takes longer than all else
/// that planning a small problem needs here.
static double logarithm(double n) {
    double whole = 0;
    for (; n >= 2; n /= 2) ++whole;
    return whole + (n - 1);
}

double expected_fftw_seconds(const problem& p, int threads) {
    // Operations per second of one core with wide vectors and data in its cache, the most that FFTW reaches.
    const double rate = p.f64 ? 6e9 : 12e9;
    double log_n = 0;
    for (const auto& d : p.dims) log_n += logarithm(static_cast<double>(d.n));
    return 5 * points(p) * std::max(log_n, 1.0) / (rate * std::max(threads, 1));
}

double least_device_seconds(const problem& p) {
    constexpr double link = 50e9;      // bytes per second of PCI Express 5 with pinned memory
    constexpr double latency = 50e-6;  // of an upload, a launch and a download
    return bytes_of(p) / link + latency;
}

double table_seconds(const problem& p) {
    constexpr double each = 0.5e-6;  // per point of the line, measured on one core
    constexpr std::uint64_t largest_radix = 31;
    double seconds = 0;
    for (const auto& d : p.dims) {
        auto rest = static_cast<std::uint64_t>(d.n);
        for (std::uint64_t prime = 2; prime <= largest_radix; ++prime)
            while (rest > 1 && rest % prime == 0) rest /= prime;
        if (rest > 1) seconds += each * static_cast<double>(d.n);
    }
    return seconds;
}

}  // namespace fftw_device
