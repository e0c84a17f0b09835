// Counts the copies of plans.
#include "copies.hpp"

#include <atomic>
#include <exception>
#include <unordered_map>

#include "forked.hpp"

namespace fftw_device {

namespace {

/// Copies of each plan that has some, guarded by registry_mutex().
std::unordered_map<const void*, std::size_t>& copies() {
    static auto* const all = new std::unordered_map<const void*, std::size_t>;  // used until the end of the process
    return *all;
}
/// Its size: most programs copy no plan.
std::atomic<std::size_t> copied_plans{0};

}  // namespace

bool add_copy(const void* plan) noexcept {
    try {
        const std::unique_lock lock(registry_mutex());
        ++copies()[plan];
        copied_plans = copies().size();
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

bool drop_copy(const void* plan) noexcept {
    if (copied_plans.load(std::memory_order_acquire) == 0) return false;
    const std::unique_lock lock(registry_mutex());
    const auto found = copies().find(plan);
    if (found == copies().end()) return false;
    if (--found->second == 0) copies().erase(found);
    copied_plans = copies().size();
    return true;
}

}  // namespace fftw_device
