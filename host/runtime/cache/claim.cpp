// Claims: lock files in the cache folder, plus a list of the claims that this process holds.
#include "runtime/cache/claim.hpp"

#include <cmath>
#include <mutex>
#include <set>
#include <utility>

#include "base/files/files.hpp"
#include "base/immortal.hpp"
#include "base/sha256.hpp"

namespace stockham::internal {

namespace {

std::mutex held_mutex;
std::set<std::string>& held() {
    static auto& names = immortal<std::set<std::string>>();
    return names;
}

/// How long the holder has been working, according to the file's time stamp.
double seconds_since(const file_descriptor& file) {
    const auto facts = facts_of(file);
    if (facts.kind == file_kind::none) return 0;
    // A time in the future comes from a wrong clock, hence the absolute value.
    return std::abs(static_cast<double>(time_now().first - facts.changed.first));
}

/// The destructor releases everything. The file's time stamp is the start of the claim, which expires
/// longest_work_seconds later.
struct claim final : work_claim {
    explicit claim(const std::string& name) : path(name), key(name) {}
    /// Removes the file before unlocking it: a waiting process finds the result or makes a new file. Allocates nothing.
    ~claim() override {
        if (file && is_at(path, file)) remove_file(path);
        file.close();
        if (!is_held) return;
        const std::lock_guard guard(held_mutex);
        held().erase(key);
    }
    claim(const claim&) = delete;
    claim& operator=(const claim&) = delete;
    /// Takes the claim within this process. False if another object of the process has it.
    bool hold() {
        const std::lock_guard guard(held_mutex);
        return is_held = held().insert(key).second;
    }

    std::filesystem::path path;
    std::string key;       // in held()
    bool is_held = false;  // by this object
    file_descriptor file;  // valid once locked
};

}  // namespace

std::unique_ptr<work_claim> claim_work(const std::string& folder, const std::string& key, bool& hopeless) {
    // A temporary file's name, so that the store removes it after a crash.
    const auto name = "temporary-" + hex(sha256().add(key).digest());
    auto made = std::make_unique<claim>(folder + "/" + name);
    hopeless = true;
    if (!made->hold()) return nullptr;
    const auto own = open_own_folder(folder, true).first;
    if (!own) return nullptr;
    auto file = open_lock(own, name);
    if (!file) return nullptr;
    if (!lock(file)) {
        hopeless = !is_busy(last_error()) || seconds_since(file) > longest_work_seconds;
        return nullptr;
    }
    hopeless = false;
    if (!is_at(made->path, file)) return nullptr;  // the previous holder has just removed it
    made->file = std::move(file);
    set_time(made->file, time_now());
    return made;
}

}  // namespace stockham::internal
