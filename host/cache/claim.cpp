// Locks on files beside the entries, and the claims of this process.
#include "cache/claim.hpp"

#include <cerrno>
#include <mutex>
#include <set>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cache/sha256.hpp"

namespace stockham {

namespace {

std::mutex held_mutex;
std::set<std::string>& held() {
    static auto* names = new std::set<std::string>;  // never destroyed: plans may outlive main
    return *names;
}

struct claim {
    claim(std::string name, int file) : path(std::move(name)), lock(file) {}
    /// The file goes before the lock: whoever waited for it finds the result, or makes a new file.
    ~claim() {
        unlink(path.c_str());
        close(lock);
        const std::lock_guard guard(held_mutex);
        held().erase(path);
    }
    claim(const claim&) = delete;
    claim& operator=(const claim&) = delete;

    std::string path;
    int lock;
};

}  // namespace

std::shared_ptr<void> claim_work(const std::string& folder, const std::string& key, bool& within) {
    // Named as the store names what is left over after a crash: it sees to such files.
    const auto path = folder + "/temporary-" + hex(sha256().add(key).digest());
    {
        const std::lock_guard guard(held_mutex);
        within = !held().insert(path).second;
        if (within) return nullptr;
    }
    constexpr mode_t ours_alone = 0700;
    const auto no_claim = [&](bool hopeless) {
        const std::lock_guard guard(held_mutex);
        held().erase(path);
        within = hopeless;
        return nullptr;
    };
    mkdir(folder.c_str(), ours_alone);
    const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return no_claim(true);
    if (flock(file, LOCK_EX | LOCK_NB) != 0) {
        const bool busy = errno == EWOULDBLOCK;
        close(file);
        return no_claim(!busy);
    }
    return std::make_shared<claim>(path, file);
}

}  // namespace stockham
