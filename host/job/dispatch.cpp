// Which device computes which transforms of a job.
#include "job/dispatch.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace stockham::internal {

dispatch::dispatch(std::size_t units, const std::vector<dispatch_device>& devices) : units_(units) {
    if (units > 0) pending_.push_back({0, units});
    for (const auto& m : devices) workers_.push_back({m.speed, m.is_host, false, false, nullptr, {}});
}

double dispatch::speed_of_others(std::size_t device) const {
    double sum = 0;
    for (std::size_t k = 0; k < workers_.size(); ++k)
        if (k != device && !workers_[k].dropped) sum += workers_[k].speed;
    return sum;
}

bool dispatch::is_on_standby(std::size_t device) const {
    if (!workers_[device].is_host) return false;
    double faster = 0;
    for (const auto& w : workers_)
        if (!w.is_host && !w.dropped) faster += w.speed;
    return workers_[device].speed < faster;
}

bool dispatch::wait_for_turn(std::size_t device) {
    std::unique_lock lock(mutex_);
    change_.wait(lock, [&] { return workers_[device].dropped || over() || !is_on_standby(device); });
    return !workers_[device].dropped && !over();
}

bool dispatch::over() const {
    return ended_ || done_ == units_ ||
           std::all_of(workers_.begin(), workers_.end(), [](const worker& w) { return w.dropped && w.held.empty(); });
}

void dispatch::changed() {
    ++changes_;
    change_.notify_all();
}

std::size_t dispatch::units_of(const worker& w) {
    std::size_t sum = 0;
    for (const auto& h : w.held) sum += h.range.units;
    return sum;
}

dispatch::held_range* dispatch::find(std::size_t device, unit_range range) {
    auto& held = workers_[device].held;
    const auto found =
        std::find_if(held.begin(), held.end(), [&](const held_range& h) { return h.range.first == range.first; });
    return found == held.end() ? nullptr : &*found;
}

/// How many units the device takes now, at most `most`: none if the others would finish all the rest earlier. The
/// device that would finish one more unit first never refuses, so the job goes on.
std::size_t dispatch::share(std::size_t device, std::size_t most) const {
    if (pending_.empty() || is_on_standby(device)) return 0;
    const auto& own = workers_[device];
    double rest = 0, one_more = std::numeric_limits<double>::infinity();
    for (const auto& range : pending_) rest += static_cast<double>(range.units);
    for (std::size_t k = 0; k < workers_.size(); ++k) {
        if (k == device || workers_[k].dropped) continue;
        const auto held = static_cast<double>(units_of(workers_[k]));
        rest += held;
        if (!is_on_standby(k)) one_more = std::min(one_more, (held + 1) / workers_[k].speed);
    }
    const std::size_t wanted = std::min(most, pending_.front().units);
    const double others = speed_of_others(device);
    if (others <= 0) return wanted;
    constexpr double rounding = 1e-6;
    const double seconds = std::max(rest / others, one_more);
    const double in_time = own.speed * seconds - static_cast<double>(units_of(own)) + rounding;
    if (in_time < 1) return 0;
    return in_time < static_cast<double>(wanted) ? static_cast<std::size_t>(in_time) : wanted;
}

std::optional<unit_range> dispatch::take(std::size_t device, std::size_t most) {
    std::unique_lock lock(mutex_);
    auto& own = workers_[device];
    std::size_t n = 0;
    change_.wait(lock, [&] { return own.dropped || over() || (n = share(device, most)) > 0; });
    if (own.dropped || over()) return {};
    auto& next = pending_.front();
    const unit_range taken{next.first, n};
    next.first += n;
    next.units -= n;
    if (next.units == 0) pending_.pop_front();
    own.held.push_back({taken, false});
    return taken;
}

bool dispatch::begin_write(std::size_t device, unit_range range) {
    const std::lock_guard lock(mutex_);
    auto* const held = find(device, range);
    if (workers_[device].dropped || ended_ || !held) return false;
    return held->writing = true;
}

void dispatch::end_write(std::size_t device, unit_range range, double seconds) {
    const std::lock_guard lock(mutex_);
    auto& own = workers_[device];
    auto* const held = find(device, range);
    own.held.erase(own.held.begin() + (held - own.held.data()));
    done_ += range.units;
    if (seconds > 0) {
        // Later chunks count more: the first ones include what happens once.
        const double speed = static_cast<double>(range.units) / seconds;
        own.speed = own.measured ? 0.5 * (own.speed + speed) : speed;
        own.measured = true;
    }
    changed();
}

void dispatch::give_back(std::size_t device, unit_range range) {
    const std::lock_guard lock(mutex_);
    auto* const held = find(device, range);
    if (!held) return;
    auto& all = workers_[device].held;
    all.erase(all.begin() + (held - all.data()));
    pending_.push_front(range);
    changed();
}

void dispatch::drop(std::size_t device, std::exception_ptr why) {
    const std::lock_guard lock(mutex_);
    auto& own = workers_[device];
    if (!own.dropped) own.reason = std::move(why);
    own.dropped = true;
    const auto writing = [](const held_range& h) { return h.writing; };
    for (const auto& h : own.held)
        if (!writing(h)) pending_.push_front(h.range);
    own.held.erase(std::remove_if(own.held.begin(), own.held.end(), [&](const held_range& h) { return !writing(h); }),
                   own.held.end());
    changed();
}

std::exception_ptr dispatch::reason(std::size_t device) const {
    const std::lock_guard lock(mutex_);
    return workers_[device].reason;
}

void dispatch::fail(std::exception_ptr why) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(why);
    ended_ = true;
    changed();
}

void dispatch::cancel() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed();
}

std::size_t dispatch::wait_for_change(std::size_t seen, double seconds) const {
    std::unique_lock lock(mutex_);
    change_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return changes_ != seen; });
    return changes_;
}

bool dispatch::is_over() const {
    const std::lock_guard lock(mutex_);
    return over();
}

std::size_t dispatch::done() const {
    const std::lock_guard lock(mutex_);
    return done_;
}

std::exception_ptr dispatch::failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
}

}  // namespace stockham::internal
