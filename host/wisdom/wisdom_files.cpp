// Wisdom in files: what comes with the library, the system's, the user's; reading, and writing beside others.
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <stockham/error.hpp>

#include "cache/files.hpp"
#include "files/settings_file.hpp"
#include "kernel/launch.hpp"
#include "messages/messages.hpp"
#include "messages/printable.hpp"
#include "wisdom/wisdom_state.hpp"

namespace stockham {

namespace {

constexpr const char* system_file = "/etc/stockham/wisdom.json";
constexpr const char* shipped[] = {"host/wisdom/shipped/h200.json", "host/wisdom/shipped/cpu.json"};

[[noreturn]] void refuse(const std::string& doing, const std::string& path) {
    const std::string why = std::strerror(errno);
    throw argument_error("wisdom", "cannot " + doing + " " + in_quotes(path) + ": " + why);
}

std::string text_of_file(const std::string& path) {
    auto file = read_settings(path);
    if (!file.fault.empty()) throw argument_error("wisdom", "cannot read " + in_quotes(path) + ": " + file.fault);
    return std::move(file.text);
}

/// The file that a path names, there or not, if links lead to it.
std::string behind_links(std::filesystem::path path) {
    constexpr int most_links = 40;  // as the system has it
    std::error_code no_link;
    for (int links = 0; std::filesystem::is_symlink(path, no_link); ++links) {
        errno = ELOOP;
        if (links == most_links) refuse("write", path.string());
        path = path.parent_path() / std::filesystem::read_symlink(path, no_link);
    }
    return path.string();
}

/// Gives a new file the mode of the one that it takes the place of, and its owner and group as far as this user may.
bool resemble(int file, const struct stat& before) {
    constexpr mode_t permissions = 0777;
    const bool same_group = fchown(file, static_cast<uid_t>(-1), before.st_gid) == 0;
    const bool same_owner = fchown(file, before.st_uid, static_cast<gid_t>(-1)) == 0;
    static_cast<void>(same_group && same_owner);  // else it is this user's
    return fchmod(file, before.st_mode & permissions) == 0;
}

/// Writes beside the file and renames.
void replace_file(const std::string& path, const std::string& text) {
    constexpr mode_t everybody_reads = 0644;
    struct stat before {};
    const bool is_there = stat(path.c_str(), &before) == 0;
    if (is_there && !S_ISREG(before.st_mode))
        throw argument_error("wisdom", in_quotes(path) + " is not a regular file");
    std::string temporary = path + ".XXXXXX";
    const int file = mkstemp(temporary.data());
    if (file < 0) refuse("write", path);
    bool written = true;
    for (std::size_t at = 0; written && at < text.size();) {
        const auto n = ::write(file, text.data() + at, text.size() - at);
        written = n > 0;
        if (written) at += static_cast<std::size_t>(n);
    }
    written = written && (is_there ? resemble(file, before) : fchmod(file, everybody_reads) == 0) && fsync(file) == 0;
    const int why = errno;
    written = close(file) == 0 && written;
    if (written && std::rename(temporary.c_str(), path.c_str()) == 0) return;
    unlink(temporary.c_str());
    errno = why;
    refuse("write", path);
}

void make_folder_of(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path();
    std::error_code ignored;  // writing tells better
    if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
}

/// Held while a file is read, changed and replaced: a lock on PATH.lock, which is there for as long. Goes with the
/// process; the file of one that crashed is taken over, and removed by the next.
class file_lock {
  public:
    explicit file_lock(const std::string& path) : path_(path + ".lock") {
        while (!take()) {
            const auto waited = clock::now() - since_;
            if (waited > longest_wait)
                throw argument_error("wisdom", "cannot lock " + in_quotes(path) + ": another process has held " +
                                                   in_quotes(path_) + " for " + std::to_string(longest_wait.count()) +
                                                   " seconds");
            if (waited > silent_wait) say_once("waiting for another process, which holds " + in_quotes(path_));
            std::this_thread::sleep_for(between_looks);
        }
    }
    /// The file goes before the lock: whoever waited for it makes a new one.
    ~file_lock() {
        struct stat about {};
        const bool is_ours = fstat(file_.get(), &about) == 0 && S_ISREG(about.st_mode) && about.st_size == 0;
        if (is_ours && is_at(path_, file_)) unlink(path_.c_str());
    }
    file_lock(const file_lock&) = delete;
    file_lock& operator=(const file_lock&) = delete;

  private:
    using clock = std::chrono::steady_clock;
    // Who reads, merges and replaces a file holds its lock for milliseconds.
    static constexpr std::chrono::seconds silent_wait{1}, longest_wait{10};
    static constexpr std::chrono::milliseconds between_looks{5};

    /// False if another holds it; since_ is when this one was first seen.
    bool take() {
        const int flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
        file_ = file_descriptor(open(path_.c_str(), flags, S_IRUSR | S_IWUSR));
        if (!file_) refuse("lock", path_);
        if (flock(file_.get(), LOCK_EX | LOCK_NB) == 0) return is_at(path_, file_);
        struct stat about {};
        if ((errno != EWOULDBLOCK && errno != EINTR) || fstat(file_.get(), &about) != 0) refuse("lock", path_);
        // Each holder makes a file of its own.
        const auto holder = std::tuple(about.st_ino, about.st_ctim.tv_sec, about.st_ctim.tv_nsec);
        if (holder != holder_) since_ = clock::now();
        holder_ = holder;
        return false;
    }

    std::string path_;
    file_descriptor file_;
    clock::time_point since_ = clock::now();
    std::tuple<ino_t, std::time_t, long> holder_;
};

/// Takes up what can be used, and says of the rest that it is ignored.
template <class Merge>
void merge_if_good(const Merge& merge) {
    try {
        merge();
    } catch (const error& e) {
        say_once(std::string(e.what()) + "; it is ignored");
    }
}

void merge_if_there(wisdom& known, const std::string& path) {
    std::error_code ignored;
    if (!path.empty() && std::filesystem::exists(path, ignored)) merge_if_good([&] { known.merge_file(path); });
}

/// The file that the environment names: that it is not there may be a slip.
void merge_named(wisdom& known, const std::string& path) {
    if (read_settings(path).is_there) return merge_if_good([&] { known.merge_file(path); });
    say_once("STOCKHAM_WISDOM names " + in_quotes(path) + ", which is not there; it is ignored");
}

}  // namespace

wisdom& wisdom::standard() {
    // Never destroyed: a plan may be made by a static object's destructor.
    static wisdom& known = [&]() -> wisdom& {
        auto* made = new wisdom;
        const char* asked = std::getenv("STOCKHAM_WISDOM");
        if (asked && std::string(asked) == "off") return *made;
        for (const char* name : shipped)
            merge_if_good([&] {
                for (const auto& e : parse_wisdom(kernel_source(name), std::string("the library's own ") + name))
                    made->add(e);
            });
        merge_if_there(*made, system_file);
        if (asked && *asked)
            merge_named(*made, asked);
        else
            merge_if_there(*made, user_file());
        return *made;
    }();
    return known;
}

std::string wisdom::user_file() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    if (config && *config == '/') return std::string(config) + "/stockham/wisdom.json";
    const char* home = std::getenv("HOME");
    return home && *home == '/' ? std::string(home) + "/.config/stockham/wisdom.json" : std::string();
}

void wisdom::merge_file(const std::string& path) {
    for (const auto& e : parse_wisdom(text_of_file(path), in_quotes(path))) add(e);
}

void wisdom::write_file(const std::string& path) const {
    const auto file = behind_links(path);
    make_folder_of(file);
    replace_file(file, text());
}

void wisdom::merge_into_file(const std::string& path) const {
    const auto file = behind_links(path);
    make_folder_of(file);
    const file_lock lock(file);
    wisdom all;
    std::error_code none;  // what is there but cannot be looked at is read, which tells why not
    if (std::filesystem::exists(path, none) || none) all.merge_file(path);
    all.merge(*this);
    replace_file(file, all.text());
}

std::size_t wisdom::forget_in_file(const std::string& path, std::string_view problem, std::string_view device) {
    const auto file = behind_links(path);
    const file_lock lock(file);
    wisdom all;
    all.merge_file(path);
    const auto count = all.forget(problem, device);
    if (count > 0) replace_file(file, all.text());
    return count;
}

}  // namespace stockham
