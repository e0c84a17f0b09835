// A cache on disk: payloads by key, each in a file that is verified whenever it is read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace stockham::internal {

class file_descriptor;

/// Payloads by key in one folder, an entry a file. Nothing throws because of files: a cache that cannot be read or
/// written is a cache without entries, and that is said once. Thread-safe; safe for many processes at once.
///
/// A folder is used only if it belongs to this user and nobody else may write to it, for what comes out of it reaches
/// a driver. The digests find damage, not malice.
class disk_store {
  public:
    /// `most_bytes` bounds all entries together, and so what find() reads into memory. The folder need not be there
    /// yet.
    disk_store(std::filesystem::path folder, std::uint64_t most_bytes);

    /// The payload of the key, verified; nothing if there is none or if it is damaged (then the entry is removed and
    /// that is said once). Counts as a use of the entry.
    std::optional<std::string> find(const std::string& key) const;

    /// Writes an entry, then removes the entries that were not used for longest until all fit. False if that could not
    /// be done (said once), or if the entry alone is larger than all may be. Makes the folder where it is missing.
    bool keep(const std::string& key, const std::string& payload) const;

    /// Entries and the bytes of their files.
    struct usage {
        std::uint64_t entries = 0, bytes = 0;
    };
    usage used() const;

    /// Removes entries and temporary files, nothing else, and returns how many entries that were. What another process
    /// is writing right now is not kept.
    usage clear() const;

  private:
    file_descriptor open(bool make) const;
    void make_room(const file_descriptor& folder, const std::string& newest) const;
    void say(const std::string& what) const;

    std::filesystem::path folder_;
    std::uint64_t most_bytes_;
};

/// The folder of this user's cache: $XDG_CACHE_HOME/stockham, else $HOME/.cache/stockham; nothing if neither is set.
/// What is empty or relative counts as not set, as the XDG base directory specification has it.
std::optional<std::filesystem::path> user_cache_folder();

}  // namespace stockham::internal
