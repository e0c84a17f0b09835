// Derives rates, launch gaps and the costs of runs and strides from the times of copies.
#include "calibration/memory_curves.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/messages/printable.hpp"

namespace stockham::internal {

namespace {

/// A copy: bytes read and written, and seconds from one such launch to the next.
struct sample {
    double bytes = 0, seconds = 0;
};

std::vector<sample> copies_by_size(calibration_bench& bench, const calibration_report& report) {
    constexpr std::uint64_t least = 64 << 10;
    std::vector<sample> all;
    for (auto bytes = least; bytes <= bench.bytes(); bytes *= 2) {
        report("a copy of " + std::to_string(bytes >> 10) + " KB");
        all.push_back({2 * static_cast<double>(bytes), bench.device_seconds({launch_of_copy(bytes, bench.device())})});
    }
    return all;
}

/// True if a launch clearly takes longer than an empty one.
bool exceeds_launch(const sample& s, double nothing) {
    return s.seconds > 1.3 * nothing;
}

/// Overhead of a launch: the intercept of the line through the two smallest copies that clearly exceed an empty launch.
double gap_of(const std::vector<sample>& copies, double nothing) {
    const auto a =
        std::find_if(copies.begin(), copies.end(), [&](const sample& s) { return exceeds_launch(s, nothing); });
    if (a == copies.end() || a + 1 == copies.end()) return nothing;
    const auto b = a + 1;
    const auto intercept = a->seconds - a->bytes * (b->seconds - a->seconds) / (b->bytes - a->bytes);
    return std::clamp(intercept, 0.0, nothing);
}

curve rates_of(const std::vector<sample>& copies, double nothing, double gap) {
    std::vector<curve::point> rates;
    for (const auto& s : copies)
        if (exceeds_launch(s, nothing)) rates.push_back({s.bytes, s.bytes / (s.seconds - gap)});
    if (rates.empty()) rates.push_back({copies.back().bytes, copies.back().bytes / copies.back().seconds});
    return curve(std::move(rates));
}

/// The size at which the rate has fallen by two thirds from the best to the last one; 0 if rates hardly fall.
double cached_bytes_of(const curve& rates) {
    double best = 0;
    for (const auto& p : rates.points()) best = std::max(best, p.y);
    if (best < 1.1 * rates.last()) return 0;
    const double least = rates.last() + (best - rates.last()) / 3;
    const auto& all = rates.points();
    auto k = all.size() - 1;  // the first point of the slow end
    while (k > 0 && all[k - 1].y <= least) --k;
    if (k == 0) return 0;
    const auto &inside = all[k - 1], &outside = all[k];
    return inside.x * std::pow(outside.x / inside.x, (inside.y - least) / (inside.y - outside.y));
}

/// Measures runs of different lengths and strides in an array of `bytes` bytes.
class run_costs {
  public:
    run_costs(calibration_bench& bench, const profile_data& p, std::uint64_t bytes, const calibration_report& report)
        : bench_(bench), profile_(p), bytes_(bytes), report_(report) {}

    void measure(memory_costs& costs) {
        std::vector<curve::point> runs, strides{{0, 0}};
        for (std::uint64_t run = 8; run <= 256; run *= 2)
            runs.push_back({static_cast<double>(run == 8 ? 0 : run), factor(run, least_stride)});
        // Longer runs never cost more: corrects noise.
        for (auto k = runs.size() - 1; k-- > 0;) runs[k].y = std::max(runs[k].y, runs[k + 1].y);
        const auto near = factor(usual_run, least_stride);
        for (auto stride = 8 * least_stride; stride * least_rows <= bytes_; stride *= 4)
            strides.push_back(
                {static_cast<double>(stride), std::max(strides.back().y, factor(usual_run, stride) - near)});
        costs.runs = curve(std::move(runs));
        costs.strides = curve(std::move(strides));
    }

  private:
    static constexpr std::uint64_t least_stride = 4096, usual_run = 128, least_rows = 64;

    /// Time relative to a copy of the same bytes; at least 1.
    double factor(std::uint64_t run, std::uint64_t stride) {
        report_("runs of " + std::to_string(run) + " bytes every " + std::to_string(stride));
        const auto seconds = bench_.device_seconds({launch_of_runs(bytes_, run, stride, bench_.device())});
        const auto moved = 2 * static_cast<double>(bytes_);
        return std::max(1.0, (seconds - profile_.launches.gap) / copy_seconds(profile_, moved));
    }

    calibration_bench& bench_;
    const profile_data& profile_;
    std::uint64_t bytes_;
    const calibration_report& report_;
};

std::uint64_t power_of_two_within(double n) {
    std::uint64_t p = 1;
    while (2 * static_cast<double>(p) <= n) p *= 2;
    return p;
}

}  // namespace

void measure_memory(calibration_bench& bench, profile_data& p, const calibration_report& report) {
    report("launches");
    auto& l = p.launches;
    l.every = bench.seconds({launch_of_nothing(bench.device())});
    const auto nothing = bench.device_seconds({launch_of_nothing(bench.device())});
    const auto copies = copies_by_size(bench, report);
    l.gap = std::min(gap_of(copies, nothing), l.every);
    p.copy = rates_of(copies, nothing, l.gap);
    p.cached_bytes = cached_bytes_of(p.copy);
    if (p.lanes) return;
    report("a copy by one compute unit");
    constexpr std::uint64_t of_one = 1 << 20;
    const auto alone = bench.device_seconds({launch_of_copy_by_one(of_one, bench.device())});
    p.unit_rate = 2 * static_cast<double>(of_one) / std::max(alone - l.gap, 1e-9);
    run_costs(bench, p, bench.bytes(), report).measure(p.beyond);
    p.cached = p.beyond;
    const auto cached = power_of_two_within(p.cached_bytes / 4);
    constexpr std::uint64_t least = 1 << 20;  // smaller copies take no longer than a launch
    if (cached >= least) run_costs(bench, p, cached, report).measure(p.cached);
}

}  // namespace stockham::internal
