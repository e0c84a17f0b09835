// A cache on disk: payloads by key, each in a file of its own that is verified on every read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stockham::internal {

class file_descriptor;

/// Payloads by key in one folder, one file per entry. File errors never throw: a cache that cannot be read or written
/// acts as an empty one and warns once. Thread-safe, and safe for concurrent processes.
///
/// The folder must belong to this user and must not be writable by others, because its contents are passed to a
/// driver. The digests detect damage, not malice.
///
/// A store and its copies count the bytes that they write. They list the folder only when these may exceed the limit,
/// and after every sixteenth of it, because other processes write there too. So all entries together may exceed the
/// limit by a sixteenth for each of these processes, until one of them lists the folder.
class disk_store {
  public:
    /// `most_bytes` limits the total size of all entries, and thus the memory that find() needs. The folder need not
    /// exist yet.
    disk_store(std::filesystem::path folder, std::uint64_t most_bytes);

    /// The verified payload of the key, or nothing. A damaged entry is removed, with one warning. Marks the entry as
    /// used.
    std::optional<std::string> find(const std::string& key) const;

    /// Writes an entry, then removes the least recently used ones until all fit (see above). Makes the folder if it is
    /// missing. Returns false, with one warning, if writing fails or the entry alone exceeds the limit.
    bool keep(const std::string& key, const std::string& payload) const;

    /// The contents of an entry's file, and what keep() would write.
    static std::string entry(const std::string& key, const std::string& payload);

    /// True if these bytes are an intact entry of some key.
    static bool is_intact(const std::string& entry);

    /// As keep(), for an intact entry.
    bool keep_entry(const std::string& entry) const;

    /// Number of entries and total size of their files.
    struct usage {
        std::uint64_t entries = 0, bytes = 0;
    };
    usage used() const;

    /// Removes entries and temporary files, nothing else, and returns the removed entries. Files that another process
    /// is writing at that moment are removed, too.
    usage clear() const;

  private:
    bool write(const std::string& name, const std::vector<std::string_view>& pieces) const;
    file_descriptor open(bool make) const;
    void count(const file_descriptor& folder, const std::string& newest, std::uint64_t bytes) const;
    std::uint64_t make_room(const file_descriptor& folder, const std::string& newest) const;
    void say(const std::string& what) const;

    std::filesystem::path folder_;
    std::uint64_t most_bytes_;

    struct allowance {
        std::mutex mutex;
        std::uint64_t bytes = 0;  // that may be written before the folder is listed
    };
    std::shared_ptr<allowance> allowance_ = std::make_shared<allowance>();  // shared with the copies
};

/// This user's cache folder: $XDG_CACHE_HOME/stockham, else $HOME/.cache/stockham; nothing if neither is set. Empty
/// and relative paths count as not set (XDG Base Directory Specification).
std::optional<std::filesystem::path> user_cache_folder();

}  // namespace stockham::internal
