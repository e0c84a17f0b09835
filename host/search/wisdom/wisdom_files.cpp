// Wisdom in files: the built-in files, that of the system and that of the user; concurrent updates.
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

#include <stockham/error.hpp>

#include "base/environment.hpp"
#include "base/files/files.hpp"
#include "base/files/settings_file.hpp"
#include "base/files/system_text.hpp"
#include "base/messages/messages.hpp"
#include "base/messages/printable.hpp"
#include "launch/kernel_text.hpp"
#include "search/wisdom/wisdom_state.hpp"

namespace stockham {

namespace internal {

namespace {

constexpr const char* below_home = "stockham/wisdom.json";
constexpr const char* shipped[] = {"host/search/wisdom/shipped/h200.json", "host/search/wisdom/shipped/cpu.json"};

[[noreturn]] void refuse_file(const std::string& doing, const std::string& path) {
    const std::string why = system_text(errno);
    throw argument_error("wisdom", "cannot " + doing + " " + in_quotes(path) + ": " + why);
}

std::string text_of_file(const std::string& path) {
    auto file = read_settings(path);
    if (!file.fault.empty()) throw argument_error("wisdom", "cannot read " + in_quotes(path) + ": " + file.fault);
    return std::move(file.text);
}

/// Resolves symbolic links; the target need not exist.
std::string behind_links(std::filesystem::path path) {
    constexpr int most_links = 40;  // as on Linux
    std::error_code no_link;
    for (int links = 0; std::filesystem::is_symlink(path, no_link); ++links) {
        errno = ELOOP;
        if (links == most_links) refuse_file("write", path.string());
        path = path.parent_path() / std::filesystem::read_symlink(path, no_link);
    }
    return path.string();
}

void replace_file(const std::string& path, const std::string& text) {
    const auto error = internal::replace_file(std::filesystem::path(path), text);
    if (error == std::errc::invalid_argument)
        throw argument_error("wisdom", in_quotes(path) + " is not a regular file");
    if (error) throw argument_error("wisdom", "cannot write " + in_quotes(path) + ": " + system_text(error));
}

void make_folder_of(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path();
    std::error_code ignored;  // writing reports the error
    if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
}

/// Locks PATH.lock while a file is read, changed and replaced. The lock ends with the process. The next process takes
/// over and removes the lock file of one that crashed.
class file_lock {
  public:
    explicit file_lock(const std::string& path) : path_(path + ".lock") {
        // Allocates nothing once the file exists: if the constructor threw, nothing would remove the file.
        while (!take()) {
            const auto waited = clock::now() - since_;
            if (waited > longest_wait)
                throw argument_error("wisdom", "cannot lock " + in_quotes(path) + ": another process has held " +
                                                   in_quotes(path_.string()) + " for " +
                                                   std::to_string(longest_wait.count()) + " seconds");
            if (waited > silent_wait) say_once("waiting for another process, which holds " + in_quotes(path_.string()));
            std::this_thread::sleep_for(poll_interval);
        }
    }
    /// Removes the file before unlocking, so that a waiting process creates a new one. Allocates nothing.
    ~file_lock() {
        const auto facts = facts_of(file_);
        const bool is_ours = facts.kind == file_kind::regular && facts.bytes == 0;
        if (is_ours && is_at(path_, file_)) remove_file(path_);
    }
    file_lock(const file_lock&) = delete;
    file_lock& operator=(const file_lock&) = delete;

  private:
    using clock = std::chrono::steady_clock;
    // A merge holds the lock for milliseconds.
    static constexpr std::chrono::seconds silent_wait{1}, longest_wait{10};
    static constexpr std::chrono::milliseconds poll_interval{5};

    /// False if another process holds it; since_ is when this holder was first seen.
    bool take() {
        file_ = open_lock(path_);
        if (!file_) refuse_file("lock", path_.string());
        if (lock(file_)) return is_at(path_, file_);
        if (!is_busy(last_error())) refuse_file("lock", path_.string());
        const auto holder = facts_of(file_).identity;  // each holder creates a new file
        if (holder != holder_) since_ = clock::now();
        holder_ = holder;
        return false;
    }

    std::filesystem::path path_;
    file_descriptor file_;
    clock::time_point since_ = clock::now();
    decltype(file_facts::identity) holder_;
};

/// Merges; an error becomes a message.
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

/// Merges the file that the environment names. A missing file is no error: the first search may create it.
void merge_named(wisdom& known, const std::string& path) {
    if (read_settings(path).is_there) merge_if_good([&] { known.merge_file(path); });
}

}  // namespace

}  // namespace internal

using namespace internal;

wisdom& wisdom::standard() {
    // Never destroyed: destructors of static objects may make plans.
    static wisdom& known = [&]() -> wisdom& {
        auto made = std::make_unique<wisdom>();
        const char* asked = from_environment("STOCKHAM_WISDOM");
        if (asked && std::string(asked) == "off") return *made.release();
        for (const char* name : shipped)
            merge_if_good([&] {
                for (const auto& e : parse_wisdom(shipped_file(name), std::string("the built-in ") + name))
                    made->add(e);
            });
        if (const auto home = system_config_home()) merge_if_there(*made, (*home / below_home).string());
        if (asked && *asked)
            merge_named(*made, asked);
        else
            merge_if_there(*made, user_file());
        return *made.release();
    }();
    return known;
}

std::string wisdom::user_file() {
    const auto home = user_config_home();
    return home ? (*home / below_home).string() : std::string();
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
    std::error_code none;  // if the check fails, reading reports the error
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
