// Plans: who computes them, when they are made and at each execution.
#include "plans.hpp"

#include <atomic>
#include <cstdlib>
#include <memory>
#include <unordered_set>

#include "base/environment.hpp"
#include "base/plain_text.hpp"
#include "candidate.hpp"
#include "expectation.hpp"
#include "forked.hpp"
#include "library.hpp"
#include "own_arrays.hpp"
#include "planned.hpp"
#include "real_fftw.hpp"
#include "real_plan.hpp"
#include "settings.hpp"

namespace fftw_device {

using stockham::internal::number_text;

namespace {

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
/// begun. So it begins when FFTW has computed for about as long: a program that ends before has lost nothing. If an
/// execution is known to save as much, the device is prepared at once: an earlier run has left the compiled kernels.
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

/// Why FFTW computes a problem, as far as planning may find out; empty: the device may be faster.
std::string kept_by_fftw(const problem& p) {
    if (chosen_mode() == mode::fftw) return "STOCKHAM_FFTW=fftw";
    if (stockham::internal::rights_are_raised()) return "the process has raised rights";
    if (is_forked()) return "a forked process";
    if (device_is_lost()) return "the device failed";
    if (chosen_mode() == mode::device || !has_real(p.f64)) return {};
    const double device = least_device_seconds(p), fftw = expected_fftw_seconds(p, threads_of(p));
    if (device <= fftw) return {};
    return reason([&] {
        return "expected to take it " + number_text(fftw * 1e6) + " us, the device at least " +
               number_text(device * 1e6);
    });
}

bool is_measured(unsigned flags) {
    return !(flags & (FFTW_ESTIMATE | FFTW_WISDOM_ONLY));
}

void by_fftw(const planned& plan, const arrays& a) {
    const double seconds = plan.execute_by_fftw(a);
    const auto* candidate = plan.on_device_if_known();
    const bool undecided = candidate ? !candidate->is_ready() && !candidate->is_refused() : !plan.is_left_to_fftw();
    if (undecided) spend(seconds);
}

/// Both compute, unless earlier plans or programs have measured the problem. With arrays of their own: FFTW, which has
/// wisdom for the problem by now, may have left the program's arrays as they were. Without memory for them the first
/// executions are measured.
void measure_both(const planned& plan, candidate& candidate) {
    candidate.prepare(chosen_mode() == mode::device);
    if (const auto known = candidate.measured(); !candidate.is_ready() || (known.device > 0 && known.fftw > 0)) return;
    try {
        const own_arrays own(plan.what(), plan.at());
        for (int turn = 0; turn < 2; ++turn) {
            by_fftw(plan, own.at());
            if (!candidate.execute(own.at(), plan.what().in_place)) return;
        }
    } catch (const refusal& e) {
        if (logs()) log(to_string(plan.what()) + ": not measured while planning: " + e.what());
    }
}

bool has_arrays(const planned& plan) {
    const auto& [in, in_imaginary, out, out_imaginary] = plan.at();
    const auto& p = plan.what();
    return in && out && (!p.split || ((in_imaginary || !complex_input(p)) && (out_imaginary || !complex_output(p))));
}

/// Without FFTW: the cases in which it would return null.
bool fftw_would_refuse(const problem& p, unsigned flags) {
    const bool multidimensional_c2r = p.kind == sum::c2r && p.dims.size() > 1 && !p.in_place;
    return (flags & FFTW_WISDOM_ONLY) || (multidimensional_c2r && (flags & FFTW_PRESERVE_INPUT));
}

void log_plan(const planned& plan, const candidate& candidate) {
    const auto known = candidate.measured();
    const auto seconds = [](double measured, double expected) {
        return number_text((measured > 0 ? measured : expected) * 1e6) +
               (measured > 0 ? " us measured" : " us expected");
    };
    const auto& p = plan.what();
    log(to_string(p) + ": the device computes if it is faster: FFTW " +
        seconds(known.fftw, expected_fftw_seconds(p, plan.threads())) + ", the device " +
        seconds(known.device, least_device_seconds(p)));
}

/// False if FFTW computes the plan.
bool weigh_now(const planned& plan, unsigned flags) {
    auto* candidate = plan.on_device();
    if (!candidate) return false;
    const bool demanded = chosen_mode() == mode::device || !plan.fftw();
    if (demanded)
        prepare_in_background(candidate->shared_from_this(), demanded);
    else if (is_measured(flags) && has_arrays(plan))
        measure_both(plan, *candidate);
    if (logs()) log_plan(plan, *candidate);
    return true;
}

void* plan_for_device(const problem& p, const arrays& a, unsigned flags, void* fftw) {
    // Seconds of FFTW: the search for the candidate takes less than a hundredth.
    constexpr double long_enough = 0.01;
    auto made = std::make_unique<planned>(p, a, fftw, threads_of(p));
    try {
        const bool now = chosen_mode() == mode::device || !fftw || is_measured(flags) || logs() ||
                         expected_fftw_seconds(p, made->threads()) > long_enough;
        if (now && !weigh_now(*made, flags)) return made->release();
        return enter(made);
    } catch (const std::exception&) {
        if (made) made->release();  // the caller returns it
        throw;
    }
}

bool should_use_device(const planned& plan) {
    if (is_forked() || device_is_lost()) return false;
    auto* candidate = plan.on_device_if_known();
    if (!candidate) {
        if (plan.is_left_to_fftw() || spent_by_fftw.load() <= worth_opening) return false;
        candidate = plan.on_device();
    }
    if (!candidate || candidate->is_refused()) return false;
    if (chosen_mode() == mode::device || !plan.fftw()) {
        candidate->prepare(true);  // waits for the thread in the background
        return candidate->is_ready();
    }
    if (!candidate->is_ready() && candidate->known_saving() > worth_opening) candidate->prepare(false);
    if (candidate->is_ready()) return candidate->device_is_faster();
    if (spent_by_fftw.load() > worth_opening + table_seconds(plan.what()))
        prepare_in_background(candidate->shared_from_this(), false);
    return false;
}

[[noreturn]] void end(const planned& plan) {
    const auto* candidate = plan.on_device_if_known();
    std::string why = candidate ? candidate->why() : "";
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
    const arrays& a = others ? *others : plan->at();
    const bool in_place = plan->what().in_place || a.in == a.out;
    if (should_use_device(*plan) && plan->on_device()->execute(a, in_place)) return true;
    if (!plan->fftw()) end(*plan);
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
    return plan ? plan->fftw() : const_cast<void*>(handle);
}

const problem* problem_of(const void* handle) noexcept {
    const planned* plan = find(handle);
    return plan ? &plan->what() : nullptr;
}

std::string describe_plan(const void* handle) {
    const planned* plan = find(handle);
    if (!plan) return {};
    return "(stockham " + to_string(plan->what()) + ")";
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
