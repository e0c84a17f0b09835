// Transports: prepared once, executed, measured.
#include "transport.hpp"

#include <chrono>
#include <utility>

#include <stockham/estimate.hpp>

#include "base/plain_text.hpp"
#include "state.hpp"

namespace fftw_device {

using stockham::internal::number_text;

namespace {

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point start) {
    return std::chrono::duration<double>(clock::now() - start).count();
}

constexpr std::size_t most_unused = 64;  // transports that no plan uses: a program may make thousands of plans

void drop_unused(transport_list& list) {
    for (auto each = list.all.begin(); each != list.all.end();)
        each = each->second.use_count() == 1 ? list.all.erase(each) : ++each;
}

}  // namespace

const stockham::session& device_session() {
    auto& device = process().device;
    std::call_once(device.once, [&] {
        try {
            device.session.emplace(guarded([] { return stockham::session(stockham::choose_device()); }));
        } catch (...) {
            device.failure = std::current_exception();
        }
    });
    if (device.failure) std::rethrow_exception(device.failure);
    return *device.session;
}

std::shared_ptr<transport> transport::of(const problem& p, int threads) {
    auto& list = process().transports;
    const std::lock_guard lock(list.mutex);
    const auto key = std::to_string(threads) + ' ' + to_string(p);
    if (const auto found = list.all.find(key); found != list.all.end()) return found->second;
    if (list.all.size() >= most_unused) drop_unused(list);
    auto made = std::make_shared<transport>(p, threads);
    list.all.emplace(key, made);
    return made;
}

void transport::forget_unused() {
    auto& list = process().transports;
    const std::lock_guard lock(list.mutex);
    drop_unused(list);
}

transport::transport(problem what, int threads)
    : what_(std::move(what)), threads_(threads), shape_(shape_of(what_)), input_(shape_.what, true),
      output_(shape_.what, false) {
    const auto known = process().measured.recall(what_, threads_);
    device_seconds_ = known.device;
    fftw_seconds_ = known.fftw;
    noted_ = known.device > 0;
    device_runs_ = known.device > 0 ? runs_to_judge : 0;
}

void transport::tell(facts& f) const {
    f.measured = measured();
    f.judged = device_runs_.load() >= runs_to_judge;
    f.ready = is_ready();
    f.refused = is_refused();
}

std::string transport::why() const {
    const std::lock_guard lock(mutex_);
    return why_.empty() ? "the device failed at it" : why_;
}

void transport::refuse(const std::string& why) {
    why_ = why;
    stage_.store(stage::refused, std::memory_order_release);
    if (logs()) log(to_string(what_) + ": FFTW computes: " + why);
}

double transport::predicted_seconds(const stockham::session& on, const facts& f) const {
    const double computing = guarded([&] { return stockham::estimate(on.device(), transform_of(shape_)).seconds; });
    return computing + (on.shares_host_memory() ? 0 : f.least_device);
}

void transport::prepare(facts f) noexcept {
    try {
        const std::lock_guard lock(mutex_);
        if (stage_.load() != stage::waiting) return;
        try {
            const auto& on = device_session();
            f.executing = false;
            f.opened = true;
            f.measured = measured();
            f.is_cpu = on.description().kind == stockham::device_kind::cpu;
            if (!is_demanded(f) && !f.is_cpu && f.measured.device == 0) f.predicted_device = predicted_seconds(on, f);
            const auto decided = decide(f);
            if (decided.why == rule::cpu) process().measured.remember_no_device();
            if (decided.what == choice::fftw) return refuse(explain(decided.why, f));
            const auto start = clock::now();
            plan_way(on);
            if (logs()) log(to_string(what_) + ": compiled in " + number_text(seconds_since(start)) + " s");
            stage_.store(stage::ready, std::memory_order_release);
        } catch (const std::exception& e) {
            refuse(e.what());
        }
    } catch (...) {  // no memory even for the reason
        stage_.store(stage::refused, std::memory_order_release);
    }
}

void transport::prepare_in_background(const facts& f) noexcept {
    if (claimed_.exchange(true)) return;
    try {
        const auto work = [self = shared_from_this(), f] {
            self->prepare(f);
            if (!is_demanded(f)) self->try_out();
        };
        process().worker.add({work, is_demanded(f)});
    } catch (const std::exception&) {  // no thread or no memory: FFTW goes on, or the first execution prepares
    }
}

outcome transport::run(const arrays& a, bool in_place) noexcept {
    outcome left = outcome::untouched;
    try {
        const auto start = clock::now();
        go(a, in_place, left);
        keep_least(device_seconds_, seconds_since(start));
        ++device_runs_;
        note();
        return outcome::done;
    } catch (const device_failure& e) {
        const bool ends = !e.out_of_memory();
        if (ends) process().device.lost = true;
        complain(std::string(e.what()) + (ends ? "; FFTW computes from now on" : "; FFTW computes this problem"));
        if (device_session().is_stuck())
            complain("the device cannot be stopped, and may still write to the output of that transform");
    } catch (const refusal& e) {
        log(to_string(what_) + ": FFTW computes: " + e.what());
    } catch (const std::exception& e) {
        complain(std::string(e.what()) + "; FFTW computes this problem");
    }
    stage_.store(stage::refused, std::memory_order_release);
    return left;
}

void transport::fftw_took(double seconds) {
    keep_least(fftw_seconds_, seconds);
    note();
}

void transport::note() {
    const auto now = measured();
    if (!now.both() || device_runs_.load() < runs_to_judge || noted_.exchange(true)) return;
    process().measured.remember(what_, threads_, now);
    if (logs())
        log(to_string(what_) + ": measured " + number_text(now.device) + " s on the device, " + number_text(now.fftw) +
            " s by FFTW");
}

void transport::try_out() noexcept {
    const bool worth_it = is_ready() && whole_ && shape_.input_as_is && shape_.output_as_is &&
                          device_seconds_.load() == 0 && bytes_of(what_) <= most_tried_out;
    if (!worth_it) return;
    try {
        const auto& t = whole_->problem();
        std::vector<char> in(stockham::input_bytes(t)), out(stockham::output_bytes(t));
        for (int turn = 0; turn < runs_to_judge; ++turn) run({in.data(), nullptr, out.data(), nullptr}, false);
    } catch (const std::exception&) {  // no memory to try it out: the program's first execution will tell
    }
}

}  // namespace fftw_device
