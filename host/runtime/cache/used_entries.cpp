// The records that exist, and the mutex that guards them.
#include "runtime/cache/used_entries.hpp"

#include <atomic>
#include <mutex>

#include "base/immortal.hpp"

namespace stockham::internal {

namespace {

struct known_records {
    std::mutex mutex;
    std::set<used_entries*> all;
    std::atomic<std::size_t> count{0};
};

known_records& records() {
    static auto& known = immortal<known_records>();
    return known;
}

}  // namespace

used_entries::used_entries() {
    auto& known = records();
    const std::lock_guard lock(known.mutex);
    known.all.insert(this);
    ++known.count;
}

used_entries::~used_entries() {
    auto& known = records();
    const std::lock_guard lock(known.mutex);
    known.all.erase(this);
    --known.count;
}

std::set<std::string> used_entries::keys() const {
    const std::lock_guard lock(records().mutex);
    return keys_;
}

bool used_entries::are_recorded() {
    return records().count > 0;
}

void used_entries::note(const std::string& key) {
    auto& known = records();
    if (known.count == 0) return;
    const std::lock_guard lock(known.mutex);
    for (auto* each : known.all) each->keys_.insert(key);
}

}  // namespace stockham::internal
