// Reads, merges and rewrites files that several processes change.
#include "base/files/shared_file.hpp"

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include <stockham/error.hpp>

#include "base/files/files.hpp"
#include "base/files/settings_file.hpp"
#include "base/files/system_text.hpp"
#include "base/messages/messages.hpp"
#include "base/messages/printable.hpp"

namespace stockham::internal {

namespace {

[[noreturn]] void refuse_file(const char* field, const std::string& doing, const std::string& path) {
    const std::string why = system_text(errno);
    throw argument_error(field, "cannot " + doing + " " + in_quotes(path) + ": " + why);
}

/// Resolves symbolic links; the target need not exist.
std::string behind_links(std::filesystem::path path, const char* field) {
    constexpr int most_links = 40;  // as on Linux
    std::error_code no_link;
    for (int links = 0; std::filesystem::is_symlink(path, no_link); ++links) {
        errno = ELOOP;
        if (links == most_links) refuse_file(field, "write", path.string());
        path = path.parent_path() / std::filesystem::read_symlink(path, no_link);
    }
    return path.string();
}

}  // namespace

class shared_file::locked {
  public:
    locked(const std::string& path, const char* field) : path_(path + ".lock"), field_(field) {
        // Allocates nothing once the file exists: if the constructor threw, nothing would remove the file.
        while (!take()) {
            const auto waited = clock::now() - since_;
            if (waited > longest_wait)
                throw argument_error(field, "cannot lock " + in_quotes(path) + ": another process has held " +
                                                in_quotes(path_.string()) + " for " +
                                                std::to_string(longest_wait.count()) + " seconds");
            if (waited > silent_wait) say_once("waiting for another process, which holds " + in_quotes(path_.string()));
            std::this_thread::sleep_for(poll_interval);
        }
    }
    /// Removes the file before unlocking, so that a waiting process creates a new one. Allocates nothing.
    ~locked() {
        const auto facts = facts_of(file_);
        const bool is_ours = facts.kind == file_kind::regular && facts.bytes == 0;
        if (is_ours && is_at(path_, file_)) remove_file(path_);
    }
    locked(const locked&) = delete;
    locked& operator=(const locked&) = delete;

  private:
    using clock = std::chrono::steady_clock;
    // A merge holds the lock for milliseconds.
    static constexpr std::chrono::seconds silent_wait{1}, longest_wait{10};
    static constexpr std::chrono::milliseconds poll_interval{5};

    /// False if another process holds it; since_ is when this holder was first seen.
    bool take() {
        file_ = open_lock(path_);
        if (!file_) refuse_file(field_, "lock", path_.string());
        if (internal::lock(file_)) return is_at(path_, file_);
        if (!is_busy(last_error())) refuse_file(field_, "lock", path_.string());
        const auto holder = facts_of(file_).identity;  // each holder creates a new file
        if (holder != holder_) since_ = clock::now();
        holder_ = holder;
        return false;
    }

    std::filesystem::path path_;
    const char* field_;
    file_descriptor file_;
    clock::time_point since_ = clock::now();
    decltype(file_facts::identity) holder_;
};

shared_file::shared_file(const std::string& path, const char* field) : path_(behind_links(path, field)), field_(field) {
    const auto folder = std::filesystem::path(path_).parent_path();
    std::error_code ignored;  // writing reports the error
    if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
}

std::shared_ptr<const shared_file::locked> shared_file::lock() const {
    return std::make_shared<locked>(path_, field_);
}

bool shared_file::exists() const {
    std::error_code none;
    return std::filesystem::exists(path_, none) || none;
}

std::string shared_file::text() const {
    auto file = read_settings(path_);
    if (!file.fault.empty()) throw argument_error(field_, "cannot read " + in_quotes(path_) + ": " + file.fault);
    return std::move(file.text);
}

void shared_file::replace(const std::string& text) const {
    const auto error = replace_file(std::filesystem::path(path_), text);
    if (error == std::errc::invalid_argument) throw argument_error(field_, in_quotes(path_) + " is not a regular file");
    if (error) throw argument_error(field_, "cannot write " + in_quotes(path_) + ": " + system_text(error));
}

}  // namespace stockham::internal
