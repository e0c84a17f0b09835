// A device's profile from nothing: copies, then passes; then problems, to see what it is worth.
#include <stockham/calibration.hpp>

#include <algorithm>
#include <cmath>

#include <stockham/device.hpp>
#include <stockham/transform.hpp>

#include "calibration/bench.hpp"
#include "calibration/fit.hpp"
#include "calibration/memory_curves.hpp"
#include "kernel/launches.hpp"
#include "profile/known_profiles.hpp"
#include "profile/profile_json.hpp"
#include "profile/vendor.hpp"

namespace stockham {

namespace internal {

namespace {

// Of all kinds and sizes that fit into caches or just do not: what people transform one by one.
constexpr const char* problems[] = {
    "c2c f32 64 b4096",    "c2c f32 256 b1024",  "c2c f32 1024 b128",   "c2c f32 1024 b2048",  "c2c f32 4096 b64",
    "c2c f32 4096 b300",   "c2c f32 16384 b16",  "c2c f32 65536 b8",    "c2c f32 262144 b2",   "c2c f32 1048576",
    "c2c f32 1000 b1000",  "c2c f32 1001 b500",  "c2c f32 64x64 b16",   "c2c f32 128x128 b32", "c2c f32 256x256",
    "c2c f32 256x256 b8",  "c2c f32 512x512",    "c2c f32 512x512 b2",  "c2c f32 600x800",     "c2c f32 1000x1000",
    "c2c f32 1024x1024",   "c2c f32 1080x1920",  "c2c f32 32x32x32 b4", "c2c f32 64x64x64",    "c2c f32 64x64x64 b2",
    "c2c f32 100x100x100", "r2c f32 1024 b2048", "r2c f32 512x512",     "r2c f32 1080x1920",   "c2r f32 512x512",
    "c2r f32 1080x1920",   "c2c f64 1024 b512",  "c2c f64 4096 b64",    "c2c f64 65536 b4",    "c2c f64 256x256",
    "c2c f64 512x512",     "c2c f64 64x64x64",   "c2c f64 1000x1000",   "r2c f64 512x512",     "c2r f64 512x512",
};

/// Of each of three buffers: more than caches hold, but no more than a share of the device's memory.
std::uint64_t bench_bytes(const device_description& d) {
    const std::uint64_t wanted = 256 << 20, least = 16 << 20;
    std::uint64_t most = wanted;
    if (d.max_allocation) most = std::min<std::uint64_t>(most, d.max_allocation / 2);
    if (d.global_memory) most = std::min<std::uint64_t>(most, d.global_memory / 8);
    std::uint64_t bytes = least;
    while (2 * bytes <= most) bytes *= 2;
    return bytes;
}

profile_data numbers_to_measure(const device_description& d) {
    profile_data p = base_profile(d.vector_bytes != 0);
    p.device = d.name;
    p.architecture = d.architecture;
    p.vendor = vendor_word(d);
    if (p.lanes) p.platform = d.platform;
    p.origin = "measured by stockham calibrate with driver " + d.driver;
    if (is_nvidia(d)) p.unit.taken = known_profile(d)->unit.taken;
    return p;
}

std::vector<calibration_case> predict(calibration_bench& bench, const profile_data& p,
                                      const calibration_report& report) {
    const auto device = with_profile(bench.device(), p);
    std::vector<std::pair<const char*, candidate>> plans;
    for (const char* text : problems) {
        const auto t = parse_transform(text);
        if (!fits(bench, t)) continue;
        auto c = std::move(cheapest_plans(make_problem(t), device, 1).front());
        if (c.plan.workspace_bytes <= bench.bytes()) plans.emplace_back(text, std::move(c));
    }
    std::vector<calibration_case> all;
    for (const auto& [text, c] : plans) {
        report(text);
        all.push_back({text, to_string(c.how), c.cost, bench.seconds(to_launches(c.plan, bench.device(), true))});
    }
    return all;
}

}  // namespace

}  // namespace internal

using namespace internal;

calibration_cancelled::calibration_cancelled() : error("the calibration was cancelled") {}
calibration_cancelled::~calibration_cancelled() = default;

double calibration::mean_error() const noexcept {
    double sum = 0;
    for (const auto& c : cases) sum += std::abs(c.predicted - c.measured) / c.measured;
    return cases.empty() ? 0 : sum / static_cast<double>(cases.size());
}

calibration v0_2::calibrate(cl_context context, cl_device_id device, const calibration_options& options) {
    if (!context) throw argument_error("context", "the context is null");
    const calibration_report report = [&](const std::string& what) {
        if (options.progress && !options.progress(what)) throw calibration_cancelled();
    };
    auto described = describe(device);
    context_state state(context, false);
    if (described.static_local_memory)
        described.static_local_memory = std::min(described.static_local_memory, state.static_local_memory(device));
    calibration_bench bench(state, device, described, bench_bytes(described));
    auto numbers = numbers_to_measure(described);
    measure_memory(bench, numbers, report);
    fit_passes(bench, numbers, report);
    if (!numbers.lanes) fit_cache(bench, numbers, report);
    calibration made;
    made.profile = profile_access::make(read_profile(to_json(numbers), "the profile that was measured"));
    if (options.predict) made.cases = predict(bench, numbers, report);
    return made;
}

}  // namespace stockham
