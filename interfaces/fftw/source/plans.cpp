// Plans: who computes them, when they are made and at each execution.
#include "plans.hpp"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <unordered_set>

#include "candidate.hpp"
#include "forked.hpp"
#include "real_fftw.hpp"
#include "real_plan.hpp"
#include "settings.hpp"

namespace fftw_device {

namespace {

using clock = std::chrono::steady_clock;

/// A plan that the device may compute. FFTW's plan is there for the time until the kernels are compiled, for problems
/// that it computes faster, and for devices that fail.
struct planned {
    problem what;
    arrays at;
    void* fftw = nullptr;  ///< null without FFTW
    std::shared_ptr<candidate> on_device;

    ~planned() {
        if (fftw) destroy_real_plan(what, fftw);
    }
};

std::unordered_set<const void*>& registry() {
    static auto* const all = new std::unordered_set<const void*>;  // used until the end of the process
    return *all;
}
/// The size of the registry: most programs have no plan of this library, and look it up at each execution.
std::atomic<std::size_t> registered{0};

planned* find(const void* plan) {
    if (registered.load(std::memory_order_acquire) == 0) return nullptr;
    const std::shared_lock lock(registry_mutex());
    return registry().count(plan) ? static_cast<planned*>(const_cast<void*>(plan)) : nullptr;
}

void* enter(std::unique_ptr<planned>& made) {
    const std::unique_lock lock(registry_mutex());
    registry().insert(made.get());
    ++registered;
    return made.release();
}

std::atomic<int> threads_f64{1}, threads_f32{1};

int threads_of(const problem& p) {
    return p.f64 ? threads_f64 : threads_f32;
}

/// Seconds that FFTW has computed problems for which the device would be faster. Opening a device slows the program's
/// threads by some 40 ms, preparing takes processor time, and a program that ends waits for a preparation that has
/// begun. So it begins when FFTW has computed for about as long: a program that ends before has lost nothing.
std::atomic<double> spent_by_fftw{0};
constexpr double worth_opening = 0.5;

void spend(double seconds) {
    double present = spent_by_fftw.load();
    while (!spent_by_fftw.compare_exchange_weak(present, present + seconds)) {
    }
}

/// A reason with figures for the log. They are converted only if there is one: the first conversion of a number takes
/// longer than the rest of this library's part in planning a small problem.
template <class Text>
std::string reason(Text text) {
    return logs() ? text() : "figures";
}

/// Why FFTW computes a problem for good; empty: the device may be faster. Calls no OpenCL function.
std::string kept_by_fftw(const problem& p) {
    if (chosen_mode() == mode::fftw) return "STOCKHAM_FFTW=fftw";
    if (is_forked()) return "a forked process";
    if (device_is_lost()) return "the device failed";
    if (chosen_mode() == mode::device || !has_real(p.f64)) return {};
    const int threads = threads_of(p);
    const double device = least_device_seconds(p), fftw = expected_fftw_seconds(p, threads);
    if (device > fftw)
        return reason([&] {
            return "expected to take it " + std::to_string(fftw * 1e6) + " us, the device at least " +
                   std::to_string(device * 1e6);
        });
    if (recall_no_device() && environment("STOCKHAM_FFTW_CPU").empty())
        return "this machine had no OpenCL device other than a CPU";
    if (const auto known = recall(p, threads); known.device > 0 && known.device >= known.fftw)
        return reason([&] {
            return "measured to take it " + std::to_string(known.fftw) + " s, the device " +
                   std::to_string(known.device);
        });
    return {};
}

bool is_measured(unsigned flags) {
    return !(flags & (FFTW_ESTIMATE | FFTW_WISDOM_ONLY));
}

void by_fftw(const planned& plan, const arrays& a) {
    const auto start = clock::now();
    execute_real_plan(plan.what, plan.fftw, a);
    const double seconds = std::chrono::duration<double>(clock::now() - start).count();
    plan.on_device->fftw_took(seconds);
    if (!plan.on_device->is_ready() && !plan.on_device->is_refused()) spend(seconds);
}

/// Both compute with the program's arrays, whose contents FFTW_MEASURE allows to destroy.
void measure_both(const planned& plan) {
    auto& candidate = *plan.on_device;
    candidate.prepare(chosen_mode() == mode::device);
    if (!candidate.is_ready()) return;
    for (int turn = 0; turn < 2; ++turn) {
        by_fftw(plan, plan.at);
        if (!candidate.execute(plan.at, plan.what.in_place)) return;
    }
}

/// Without FFTW: the cases in which it would return null.
bool fftw_would_refuse(const problem& p, unsigned flags) {
    const bool multidimensional_c2r = p.kind == sum::c2r && p.dims.size() > 1 && !p.in_place;
    return (flags & FFTW_WISDOM_ONLY) || (multidimensional_c2r && (flags & FFTW_PRESERVE_INPUT));
}

void log_plan(const planned& plan) {
    const auto known = plan.on_device->measured();
    const auto seconds = [](double measured, double expected) {
        return std::to_string((measured > 0 ? measured : expected) * 1e6) +
               (measured > 0 ? " us measured" : " us expected");
    };
    const auto& p = plan.what;
    log(to_string(p) + ": the device computes if it is faster: FFTW " +
        seconds(known.fftw, expected_fftw_seconds(p, threads_of(p))) + ", the device " +
        seconds(known.device, least_device_seconds(p)));
}

void* plan_for_device(const problem& p, const arrays& a, unsigned flags, void* fftw) {
    auto made = std::make_unique<planned>();
    made->what = p;
    made->at = a;
    try {
        made->on_device = candidate_of(p, threads_of(p));
    } catch (const refusal& e) {
        if (logs()) log(to_string(p) + ": FFTW computes: " + e.what());
        return fftw;
    }
    if (made->on_device->is_refused()) return fftw;
    made->fftw = fftw;
    try {
        const bool demanded = chosen_mode() == mode::device || !fftw;
        if (!demanded && is_measured(flags) && a.in && a.out)
            measure_both(*made);
        else if (demanded)
            prepare_in_background(made->on_device, demanded);
        if (logs()) log_plan(*made);
        return enter(made);
    } catch (const std::exception&) {
        if (made) made->fftw = nullptr;  // the caller returns it
        throw;
    }
}

bool should_use_device(const planned& plan) {
    auto& candidate = *plan.on_device;
    if (is_forked() || device_is_lost() || candidate.is_refused()) return false;
    if (chosen_mode() == mode::device || !plan.fftw) {
        candidate.prepare(true);  // waits for the thread in the background
        return candidate.is_ready();
    }
    if (candidate.is_ready()) return candidate.device_is_faster();
    if (spent_by_fftw.load() > worth_opening + table_seconds(plan.what)) prepare_in_background(plan.on_device, false);
    return false;
}

[[noreturn]] void end(const planned& plan) {
    std::string why = plan.on_device->why();
    if (is_forked()) why = "a forked process has no device";
    if (device_is_lost()) why = "the device failed";
    complain("FFTW is not installed, and the device cannot execute a plan: " + why);
    std::abort();
}

}  // namespace

void* make_plan(const problem& p, const arrays& a, unsigned flags) noexcept {
    void* fftw = nullptr;
    try {
        fftw = make_real_plan(p, a, flags);
        if (!fftw && (has_real(p.f64) || fftw_would_refuse(p, flags))) return nullptr;
        if (const auto why = kept_by_fftw(p); !why.empty()) {
            if (logs()) log(to_string(p) + ": FFTW computes: " + why);
            return fftw;
        }
        return plan_for_device(p, a, flags, fftw);
    } catch (const std::exception& e) {
        complain(std::string("planning: ") + e.what());
        return fftw;
    }
}

bool execute_plan(const void* handle, const arrays* others) noexcept {
    planned* plan = find(handle);
    if (!plan) return false;
    const arrays& a = others ? *others : plan->at;
    const bool in_place = plan->what.in_place || a.in == a.out;
    if (should_use_device(*plan) && plan->on_device->execute(a, in_place)) return true;
    if (!plan->fftw) end(*plan);
    by_fftw(*plan, a);
    return true;
}

bool destroy_plan(void* handle) noexcept {
    planned* plan = find(handle);
    if (!plan) return false;
    {
        const std::unique_lock lock(registry_mutex());
        registry().erase(handle);
        --registered;
    }
    delete plan;
    return true;
}

void* fftw_plan_in(const void* handle) noexcept {
    const planned* plan = find(handle);
    return plan ? plan->fftw : const_cast<void*>(handle);
}

const problem* problem_of(const void* handle) noexcept {
    const planned* plan = find(handle);
    return plan ? &plan->what : nullptr;
}

std::string describe_plan(const void* handle) {
    const planned* plan = find(handle);
    if (!plan) return {};
    return "(stockham " + to_string(plan->what) + ")";
}

void plan_with(int threads, bool f64) noexcept {
    (f64 ? threads_f64 : threads_f32) = threads;
}

void clean_up() noexcept {
    try {
        forget_candidates();
    } catch (const std::exception&) {  // they stay
    }
}

void forget() noexcept {
    try {
        forget_measurements();
    } catch (const std::exception&) {  // they stay
    }
}

}  // namespace fftw_device
