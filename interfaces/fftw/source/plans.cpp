// Plans: FFTW's plan of a problem, and its transport if the device may compute it.
#include "plans.hpp"

#include <chrono>
#include <cstdlib>
#include <memory>
#include <utility>

#include "base/files/host_memory.hpp"
#include "own_arrays.hpp"
#include "real_fftw.hpp"
#include "real_plan.hpp"
#include "state.hpp"
#include "transport.hpp"

namespace fftw_device {

namespace {

bool has_arrays(const problem& p, const arrays& a) {
    return a.in && a.out &&
           (!p.split || ((a.in_imaginary || !complex_input(p)) && (a.out_imaginary || !complex_output(p))));
}

/// A plan of this library. FFTW's plan is in it for the time until the kernels are compiled, for problems that FFTW
/// computes faster, and for devices that fail. Several threads may execute it.
class hybrid_plan {
  public:
    /// `fftw`: FFTW's plan, which this object destroys; null without FFTW.
    hybrid_plan(problem, const arrays&, void* fftw, unsigned flags);
    ~hybrid_plan() {
        if (fftw_) destroy_real_plan(what_, fftw_);
    }
    hybrid_plan(const hybrid_plan&) = delete;
    hybrid_plan& operator=(const hybrid_plan&) = delete;

    const problem& what() const { return what_; }
    const arrays& at() const { return at_; }
    void* fftw() const { return fftw_; }
    /// Gives FFTW's plan back to the caller.
    void* release() { return std::exchange(fftw_, nullptr); }

    /// Decides while the program plans, and acts on it. False: FFTW computes.
    bool begin();
    void execute(const arrays&);

  private:
    /// What look_up() found.
    struct findings {
        bool no_device = false;
        std::string refusal;
        std::shared_ptr<transport> way;  ///< null if there is a reason against the device
    };

    facts present(bool executing) const;
    decision decide_now(bool executing, facts&);
    void look_up();
    void measure_both(const facts&);
    bool on_device(const arrays&, const facts&) const;
    double by_fftw(const arrays&);
    void tell(const decision&, const facts&);
    std::string reason(const decision&, facts) const;

    const problem what_;
    const arrays at_;
    void* fftw_;
    const int threads_;  ///< of FFTW
    facts known_;        ///< what does not change
    std::once_flag once_;
    findings found_;
    std::atomic<bool> looked_up_{false};
    std::atomic<double> fftw_seconds_{0};  ///< the least, until there is a transport
    std::atomic<int> last_{-1};            ///< choice that was told
};

hybrid_plan::hybrid_plan(problem what, const arrays& at, void* fftw, unsigned flags)
    : what_(std::move(what)), at_(at), fftw_(fftw), threads_(threads_to_plan_with(what_.f64)) {
    known_.chosen = process().chosen;
    known_.has_fftw = fftw != nullptr;
    known_.raised_rights = process().raised_rights;
    known_.may_use_cpu = process().may_use_cpu;
    known_.measuring = fftw && !(flags & (FFTW_ESTIMATE | FFTW_WISDOM_ONLY)) && has_arrays(what_, at);
    known_.expected_fftw = expected_fftw_seconds(what_, threads_);
    known_.least_device = least_device_seconds(what_);
    known_.tables = table_seconds(what_);
}

facts hybrid_plan::present(bool executing) const {
    facts f = known_;
    f.executing = executing;
    f.forked = process().forked;
    f.lost = process().device.lost;
    f.spent = process().spent;
    f.looked_up = looked_up_.load(std::memory_order_acquire);
    if (!f.looked_up) return f;
    f.no_device = found_.no_device;
    f.refused = !found_.refusal.empty();
    if (found_.way) found_.way->tell(f);
    if (executing || !f.measuring) return f;
    f.measuring_bytes = own_arrays::bytes_for(what_, at_);
    f.free_bytes = stockham::internal::free_host_memory();
    return f;
}

/// Asks the records and the library, once.
void hybrid_plan::look_up() {
    std::call_once(once_, [this] {
        try {
            found_.no_device = !is_demanded(known_) && process().measured.has_no_device();
            if (!found_.no_device || known_.may_use_cpu) found_.way = transport::of(what_, threads_);
            if (const double seconds = fftw_seconds_; found_.way && seconds > 0) found_.way->fftw_took(seconds);
        } catch (const std::exception& e) {
            found_.refusal = e.what();
        }
        looked_up_.store(true, std::memory_order_release);
    });
}

decision hybrid_plan::decide_now(bool executing, facts& f) {
    f = present(executing);
    auto decided = decide(f);
    if (decided.what == choice::fftw || !worth_looking_up(f, !executing && logs())) return decided;
    look_up();
    f = present(executing);
    return decide(f);
}

/// A line for the log when another choice is made. A transport tells itself why it has refused.
void hybrid_plan::tell(const decision& d, const facts& f) {
    static constexpr const char* words[] = {"FFTW computes", "FFTW computes at first", "the device is prepared",
                                            "the device computes"};
    const int now = static_cast<int>(d.what);
    if (last_.exchange(now) == now || (d.why == rule::refused && found_.way) || !logs()) return;
    const auto* const word = words[d.why == rule::measuring ? static_cast<int>(choice::prepare) : now];
    log(to_string(what_) + ": " + word + ": " + reason(d, f));
}

std::string hybrid_plan::reason(const decision& d, facts f) const {
    if (f.refused) f.refusal = found_.refusal.empty() ? found_.way->why() : found_.refusal;
    return explain(d.why, f);
}

bool hybrid_plan::begin() {
    facts f;
    auto decided = decide_now(false, f);
    tell(decided, f);
    if (decided.what == choice::prepare && fftw_) found_.way->prepare_in_background(f);
    if (decided.what == choice::prepare && !fftw_) found_.way->prepare(f);  // without FFTW: null if it fails
    if (decided.what == choice::device) measure_both(f);
    if (decided.what == choice::device || !fftw_) {
        decided = decide_now(false, f);
        tell(decided, f);
    }
    return decided.what != choice::fftw;
}

/// Both compute, unless earlier plans or programs have measured the problem. With arrays of their own: FFTW, which has
/// wisdom for the problem by now, may have left the program's arrays as they were.
void hybrid_plan::measure_both(const facts& f) {
    auto& way = *found_.way;
    way.prepare(f);
    if (!way.is_ready() || way.measured().both()) return;
    try {
        const own_arrays own(what_, at_);
        for (int turn = 0; turn < runs_to_judge; ++turn) {
            by_fftw(own.at());
            if (way.run(own.at(), what_.in_place) != outcome::done) return;
        }
    } catch (const refusal& e) {
        if (logs()) log(to_string(what_) + ": not measured while planning: " + e.what());
    }
}

double hybrid_plan::by_fftw(const arrays& a) {
    using clock = std::chrono::steady_clock;
    const auto start = clock::now();
    execute_real_plan(what_, fftw_, a);
    const double seconds = std::chrono::duration<double>(clock::now() - start).count();
    if (looked_up_.load(std::memory_order_acquire) && found_.way)
        found_.way->fftw_took(seconds);
    else
        keep_least(fftw_seconds_, seconds);
    return seconds;
}

bool hybrid_plan::on_device(const arrays& a, const facts& f) const {
    auto& way = *found_.way;
    if (!way.is_ready()) way.prepare(f);  // or waits for the thread in the background
    return way.is_ready() && way.run(a, what_.in_place || a.in == a.out) != outcome::untouched;
}

void hybrid_plan::execute(const arrays& a) {
    facts f;
    const auto decided = decide_now(true, f);
    tell(decided, f);
    if (decided.what == choice::prepare) found_.way->prepare_in_background(f);
    if (decided.what == choice::device && on_device(a, f)) return;
    if (!fftw_) {
        f = present(true);
        complain("FFTW is not installed, and the device cannot execute a plan: " + reason(decide(f), f));
        std::abort();
    }
    const double seconds = by_fftw(a);
    if (decided.what != choice::fftw && !f.ready) add(process().spent, seconds);
}

hybrid_plan* find(const void* plan) {
    auto& registry = process().registry;
    if (registry.count.load(std::memory_order_acquire) == 0) return nullptr;
    const std::shared_lock lock(registry.mutex);
    return registry.plans.count(plan) ? static_cast<hybrid_plan*>(const_cast<void*>(plan)) : nullptr;
}

void* enter(std::unique_ptr<hybrid_plan>& made) {
    auto& registry = process().registry;
    const std::unique_lock lock(registry.mutex);
    registry.plans.insert(made.get());
    ++registry.count;
    return made.release();
}

/// Without FFTW: the cases in which it would return null.
bool fftw_would_refuse(const problem& p, unsigned flags) {
    const bool multidimensional_c2r = p.kind == problem_kind::c2r && p.dims.size() > 1 && !p.in_place;
    return (flags & FFTW_WISDOM_ONLY) || (multidimensional_c2r && (flags & FFTW_PRESERVE_INPUT));
}

}  // namespace

void* make_plan(const problem& p, const arrays& a, unsigned flags) noexcept {
    void* fftw = nullptr;
    std::unique_ptr<hybrid_plan> made;
    try {
        fftw = make_real_plan(p, a, flags);
        if (!fftw && (has_real(p.f64) || fftw_would_refuse(p, flags))) return nullptr;
        made = std::make_unique<hybrid_plan>(p, a, fftw, flags);
        watch_end_of_program();
        if (made->begin()) return enter(made);
    } catch (const std::exception& e) {
        complain(std::string("planning: ") + e.what());
    }
    if (made) made->release();
    return fftw;
}

bool execute_plan(const void* handle, const arrays* others) noexcept {
    hybrid_plan* plan = find(handle);
    if (!plan) return false;
    watch_end_of_program();
    plan->execute(others ? *others : plan->at());
    return true;
}

bool destroy_plan(void* handle) noexcept {
    const std::unique_ptr<hybrid_plan> plan(find(handle));
    if (!plan) return false;
    auto& registry = process().registry;
    const std::unique_lock lock(registry.mutex);
    registry.plans.erase(handle);
    --registry.count;
    return true;
}

bool add_copy(const void* plan) noexcept {
    auto& registry = process().registry;
    try {
        const std::unique_lock lock(registry.mutex);
        ++registry.copies[plan];
        registry.copied = registry.copies.size();
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

bool drop_copy(const void* plan) noexcept {
    auto& registry = process().registry;
    if (registry.copied.load(std::memory_order_acquire) == 0) return false;
    const std::unique_lock lock(registry.mutex);
    const auto found = registry.copies.find(plan);
    if (found == registry.copies.end()) return false;
    if (--found->second == 0) registry.copies.erase(found);
    registry.copied = registry.copies.size();
    return true;
}

void* fftw_plan_in(const void* handle) noexcept {
    const hybrid_plan* plan = find(handle);
    return plan ? plan->fftw() : const_cast<void*>(handle);
}

const problem* problem_of(const void* handle) noexcept {
    const hybrid_plan* plan = find(handle);
    return plan ? &plan->what() : nullptr;
}

std::string describe_plan(const void* handle) {
    const hybrid_plan* plan = find(handle);
    return plan ? "(stockham " + to_string(plan->what()) + ")" : std::string();
}

void plan_with(int threads, bool f64) noexcept {
    (f64 ? process().threads_f64 : process().threads_f32) = threads;
}

int threads_to_plan_with(bool f64) noexcept {
    return f64 ? process().threads_f64 : process().threads_f32;
}

void clean_up() noexcept {
    try {
        transport::forget_unused();
    } catch (const std::exception&) {  // they stay
    }
}

void forget() noexcept {
    try {
        process().measured.forget();
    } catch (const std::exception&) {  // they stay
    }
}

}  // namespace fftw_device
