// Locks on files beside the entries, and the claims of this process.
#include "runtime/claim.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <set>
#include <utility>

#include "base/files/files.hpp"
#include "base/sha256.hpp"

namespace stockham::internal {

namespace {

std::mutex held_mutex;
std::set<std::string>& held() {
    static auto* names = new std::set<std::string>;  // never destroyed: plans may outlive main
    return *names;
}

/// Since when the file's holder has been at work, by its own word.
double seconds_since(const file_descriptor& file) {
    const auto facts = facts_of(file);
    if (facts.kind == file_kind::none) return 0;
    return std::abs(static_cast<double>(time_now().first - facts.changed.first));  // from the future: a wrong clock
}

/// Its destructor gives up everything it holds. The file's time says since when the work would have to be going on to
/// take as long as any work may from here. A time to come would say it more plainly, but the store takes those for a
/// wrong clock's.
struct claim final : work_claim {
    explicit claim(const std::string& name) : path(name), key(name) {}
    /// Removes the file before it unlocks: a waiting process finds the result, or makes a new file. Needs no memory.
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
    void expect_within(double seconds) override {
        auto since = time_now();
        since.first -= static_cast<std::time_t>(std::max(0.0, longest_work_seconds - seconds));
        set_time(file, since);
    }

    std::filesystem::path path;
    std::string key;       // among those that this process holds
    bool is_held = false;  // by this object
    file_descriptor file;  // once it is locked
};

}  // namespace

std::shared_ptr<work_claim> claim_work(const std::string& folder, const std::string& key, bool& hopeless) {
    // Named as the store names what is left over after a crash: it sees to such files.
    const auto name = "temporary-" + hex(sha256().add(key).digest());
    auto made = std::make_shared<claim>(folder + "/" + name);
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
    if (!is_at(made->path, file)) return nullptr;  // the holder before has just removed it
    made->file = std::move(file);
    made->expect_within(longest_work_seconds);
    return made;
}

}  // namespace stockham::internal
