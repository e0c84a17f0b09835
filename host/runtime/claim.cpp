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

/// The file's time says since when the work would have to be going on to take as long as any work may from here. A
/// time to come would say it more plainly, but the store takes those for a wrong clock's.
struct claim final : work_claim {
    claim(std::string name, file_descriptor locked) : path(std::move(name)), file(std::move(locked)) {}
    /// The file goes before the lock: whoever waited for it finds the result, or makes a new file.
    ~claim() override {
        if (is_at(path, file)) remove_file(std::filesystem::path(path));
        file.close();
        const std::lock_guard guard(held_mutex);
        held().erase(path);
    }
    claim(const claim&) = delete;
    claim& operator=(const claim&) = delete;
    void expect_within(double seconds) override {
        auto since = time_now();
        since.first -= static_cast<std::time_t>(std::max(0.0, longest_work_seconds - seconds));
        set_time(file, since);
    }

    std::string path;
    file_descriptor file;
};

}  // namespace

std::shared_ptr<work_claim> claim_work(const std::string& folder, const std::string& key, bool& hopeless) {
    // Named as the store names what is left over after a crash: it sees to such files.
    const auto name = "temporary-" + hex(sha256().add(key).digest());
    const auto path = folder + "/" + name;
    {
        const std::lock_guard guard(held_mutex);
        hopeless = !held().insert(path).second;
        if (hopeless) return nullptr;
    }
    const auto no_claim = [&](bool for_good) {
        const std::lock_guard guard(held_mutex);
        held().erase(path);
        hopeless = for_good;
        return nullptr;
    };
    const auto own = open_own_folder(folder, true).first;
    if (!own) return no_claim(true);
    auto file = open_lock(own, name);
    if (!file) return no_claim(true);
    if (!lock(file)) return no_claim(!is_busy(last_error()) || seconds_since(file) > longest_work_seconds);
    if (!is_at(path, file)) return no_claim(false);  // the holder before has just removed it
    auto made = std::make_shared<claim>(path, std::move(file));
    made->expect_within(longest_work_seconds);
    return made;
}

}  // namespace stockham::internal
