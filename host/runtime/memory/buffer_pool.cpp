// Pools, and the account of each device that they share.
#include "runtime/memory/buffer_pool.hpp"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <numeric>
#include <utility>

#include <stockham/error.hpp>

#include "base/immortal.hpp"
#include "base/plain_text.hpp"
#include "runtime/memory/memory_rule.hpp"

namespace stockham::internal {

/// The use of a device's memory by the sessions of the process.
class device_account {
  public:
    static std::shared_ptr<device_account> of(cl_device_id device) {
        static auto& mutex = immortal<std::mutex>();
        static auto& known = immortal<std::map<cl_device_id, std::weak_ptr<device_account>>>();
        const std::lock_guard lock(mutex);
        auto found = known[device].lock();
        if (!found) known[device] = found = std::make_shared<device_account>();
        return found;
    }

    std::size_t lent() const {
        std::size_t sum = 0;
        for (const auto* pool : pools) sum += pool->lent_;
        return sum;
    }
    std::size_t idle() const {
        std::size_t sum = 0;
        for (const auto* pool : pools) sum += pool->idle_;
        return sum;
    }
    /// Takes the idle buffers of a pool, for the caller to release without the lock.
    static void empty(buffer_pool& pool, std::list<pooled_buffer>& dropped) {
        while (!pool.free_.empty()) pool.drop_oldest(dropped);
    }

    std::mutex mutex;
    std::condition_variable run_ended;
    std::size_t runs = 0;  // that hold buffers
    std::vector<buffer_pool*> pools;
};

namespace {

/// Bytes of idle buffers of a session in the host's memory, where the program needs the rest.
constexpr std::size_t most_idle_on_host = std::size_t{256} << 20;

}  // namespace

buffer_pool::buffer_pool(context_object context, cl_device_id device, const device_description& d, std::size_t asked,
                         bool on_host)
    : context_(std::move(context)), name_(d.name), limit_(memory_limit(d, asked)), ceiling_(memory_ceiling(d, asked)),
      on_host_(on_host), account_(device_account::of(device)) {
    const std::lock_guard lock(account_->mutex);
    account_->pools.push_back(this);
}

buffer_pool::~buffer_pool() {
    const std::lock_guard lock(account_->mutex);
    auto& all = account_->pools;
    all.erase(std::remove(all.begin(), all.end(), this), all.end());
}

/// The smallest idle buffer that suits; empty if there is none.
pooled_buffer buffer_pool::take_idle(std::size_t bytes) {
    auto best = free_.end();
    for (auto each = free_.begin(); each != free_.end(); ++each)
        if (each->bytes >= bytes && each->bytes - bytes <= bytes / 8 &&
            (best == free_.end() || each->bytes < best->bytes))
            best = each;
    if (best == free_.end()) return {};
    pooled_buffer found = std::move(*best);
    free_.erase(best);
    idle_ -= found.bytes;
    lent_ += found.asked = bytes;
    return found;
}

/// True if the limits allow this many bytes more.
bool buffer_pool::has_room(std::size_t bytes) const {
    return bytes <= limit_ - std::min(limit_, lent_) && bytes <= ceiling_ - std::min(ceiling_, account_->lent());
}

void buffer_pool::check_room(std::size_t bytes) const {
    if (!has_room(bytes))
        throw unsupported_error("memory", "a session on " + name_ + " has no room for " + bytes_text(bytes) +
                                              ": it may use " + bytes_text(std::min(limit_, ceiling_)) +
                                              ", and sessions use " + bytes_text(account_->lent()));
}

/// Counts a new buffer within the limits. Idle ones make room for it, those of this pool first.
void buffer_pool::reserve(std::size_t bytes, std::list<pooled_buffer>& dropped) noexcept {
    while (!free_.empty() && lent_ + idle_ + bytes > limit_) drop_oldest(dropped);
    const auto is_short = [&] { return account_->lent() + account_->idle() + bytes > ceiling_; };
    if (is_short()) device_account::empty(*this, dropped);
    for (auto* pool : account_->pools)
        if (is_short()) device_account::empty(*pool, dropped);
    lent_ += bytes;
}

void buffer_pool::drop_oldest(std::list<pooled_buffer>& dropped) noexcept {
    idle_ -= free_.front().bytes;
    dropped.splice(dropped.end(), free_, free_.begin());
}

pooled_buffer buffer_pool::take(std::size_t bytes) {
    {
        std::list<pooled_buffer> dropped;  // released after the lock
        const std::lock_guard lock(account_->mutex);
        check_room(bytes);
        if (auto found = take_idle(bytes); found.bytes) return found;
        reserve(bytes, dropped);
    }
    return make_reserved(bytes);
}

/// A new buffer whose bytes are counted already.
pooled_buffer buffer_pool::make_reserved(std::size_t bytes) {
    try {
        return with_room([&]() -> pooled_buffer {
            // Integrated GPUs map only such memory without a copy.
            const cl_mem_flags place = on_host_ ? CL_MEM_ALLOC_HOST_PTR : 0;
            return {make_buffer(context_.get(), CL_MEM_READ_WRITE | place, bytes), bytes, bytes};
        });
    } catch (...) {
        const std::lock_guard lock(account_->mutex);
        lent_ -= bytes;
        throw;
    }
}

void buffer_pool::give_back(pooled_buffer used) noexcept {
    std::list<pooled_buffer> dropped;
    const std::lock_guard lock(account_->mutex);
    lent_ -= used.asked;
    idle_ += used.bytes;
    try {
        free_.push_back(std::move(used));
    } catch (const std::bad_alloc&) {
        idle_ -= used.bytes;  // released
    }
    while (idle_ > (on_host_ ? std::min(limit_, most_idle_on_host) : limit_)) drop_oldest(dropped);
}

std::vector<pooled_buffer> buffer_pool::take_all(const std::vector<std::size_t>& sizes) {
    const std::size_t all = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    std::vector<pooled_buffer> taken(sizes.size());
    {
        std::list<pooled_buffer> dropped;
        std::unique_lock lock(account_->mutex);
        account_->run_ended.wait(lock, [&] { return account_->runs == 0 || has_room(all); });
        check_room(all);
        std::size_t missing = 0;
        for (std::size_t k = 0; k < sizes.size(); ++k) {
            if (sizes[k]) taken[k] = take_idle(sizes[k]);
            if (!taken[k].bytes) missing += sizes[k];
        }
        reserve(missing, dropped);
        ++account_->runs;
    }
    for (std::size_t k = 0; k < sizes.size(); ++k) {
        if (!sizes[k] || taken[k].bytes) continue;
        try {
            taken[k] = make_reserved(sizes[k]);
        } catch (...) {
            std::size_t rest = 0;
            for (std::size_t later = k + 1; later < sizes.size(); ++later)
                if (!taken[later].bytes) rest += sizes[later];
            {
                const std::lock_guard lock(account_->mutex);
                lent_ -= rest;
            }
            give_back_all(std::move(taken));
            throw;
        }
    }
    return taken;
}

void buffer_pool::give_back_all(std::vector<pooled_buffer> used, bool again) noexcept {
    if (again)
        for (auto& each : used)
            if (each.bytes) give_back(std::move(each));
    {
        const std::lock_guard lock(account_->mutex);
        --account_->runs;
        for (const auto& each : used)
            if (each.memory) lent_ -= each.asked;
    }
    used.clear();  // before other runs need the memory
    account_->run_ended.notify_all();
}

std::size_t buffer_pool::usable() const {
    const std::lock_guard lock(account_->mutex);
    const std::size_t others = account_->lent() - lent_;
    return std::min(limit_, ceiling_ - std::min(ceiling_, others));
}

std::size_t buffer_pool::idle_bytes() const {
    const std::lock_guard lock(account_->mutex);
    return idle_;
}

void buffer_pool::trim() {
    std::list<pooled_buffer> dropped;
    const std::lock_guard lock(account_->mutex);
    device_account::empty(*this, dropped);
}

void buffer_pool::trim_all() {
    std::list<pooled_buffer> dropped;
    const std::lock_guard lock(account_->mutex);
    for (auto* pool : account_->pools) device_account::empty(*pool, dropped);
}

}  // namespace stockham::internal
