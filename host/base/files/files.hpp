// File operations by system calls: files_posix.cpp for POSIX, files_windows.cpp for Windows. Files are named relative
// to an open folder, so that a checked folder cannot be swapped for another. Failing calls set errno on both systems.
//
// Weaker guarantees on Windows:
// - "Nobody else may write to it" only checks the owner, not access lists. By default, a user's folders belong to that
//   user alone.
// - An open folder cannot be swapped because Windows refuses to rename or remove it.
// - A file that another program opened without sharing (a virus scanner, a backup) can be neither replaced nor removed:
//   the call fails with EACCES after a few tries. Before Windows 10.1607, and in Wine, this also holds for files that
//   are open to be replaced, and a removed file keeps its name until it is closed.
// - A new file inherits the access list of the folder, even if it replaces another file.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

namespace stockham::internal {

#ifdef _WIN32
using native_file = void*;  // a HANDLE
const native_file no_file = reinterpret_cast<native_file>(std::intptr_t{-1});
#else
using native_file = int;
constexpr native_file no_file = -1;
#endif

/// Owns an open file or folder.
class file_descriptor {
  public:
    /// Takes ownership of an open handle, or no_file.
    explicit file_descriptor(native_file number = no_file) : number_(number) {}
    file_descriptor(file_descriptor&& other) noexcept : number_(std::exchange(other.number_, no_file)) {}
    file_descriptor& operator=(file_descriptor other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~file_descriptor() { close(); }
    native_file get() const { return number_; }
    native_file release() { return std::exchange(number_, no_file); }
    explicit operator bool() const { return number_ != no_file; }
    /// Returns whether the system accepted all written data.
    bool close();

  private:
    native_file number_;
};

/// Seconds and nanoseconds since 1970. Holds any time of a file without overflow.
using file_time = std::pair<std::time_t, long>;

file_time time_now();

/// errno as an error code.
std::error_code last_error();

/// Kind of a path or an open file.
enum class file_kind { none, regular, folder, other };

struct file_facts {
    file_kind kind = file_kind::none;
    std::uint64_t bytes = 0;
    file_time changed;
    /// Differs from that of any other file, also of a later one with the same name.
    std::tuple<std::uint64_t, std::uint64_t, file_time> identity;
};

/// Facts of an open file; kind `none` if the system call fails.
file_facts facts_of(const file_descriptor& file);

/// True if the path still names this file. Another process may have replaced it.
bool is_at(const std::filesystem::path& path, const file_descriptor& file);

/// Opens a folder, which must belong to this user and be writable by nobody else. With `make`, creates a missing folder
/// and its parents with mode 0700.
std::pair<file_descriptor, std::error_code> open_own_folder(const std::filesystem::path& path, bool make);

/// Opens a file for reading, without waiting for a writer of a pipe. The overload with a folder follows no link
/// (ELOOP).
file_descriptor open_file(const file_descriptor& folder, const std::string& name);
file_descriptor open_file(const std::filesystem::path& path);

/// The length of a regular file that belongs to this user and is writable by nobody else; otherwise -1.
std::int64_t length_of_own(const file_descriptor& file);

/// Reads exactly `bytes` bytes. False if the file has fewer.
bool read_all(const file_descriptor& file, char* to, std::size_t bytes);

/// Reads up to `bytes` bytes. Returns the number read, 0 at the end, -1 on failure.
std::ptrdiff_t read_some(const file_descriptor& file, char* to, std::size_t bytes);

/// Writes the pieces to the new file `temporary`, then renames it to `name`. Readers of `name` see the old or the new
/// file. On failure removes `temporary`.
std::error_code write_file(const file_descriptor& folder, const std::string& temporary, const std::string& name,
                           const std::vector<std::string_view>& pieces);

/// Replaces a file by a new one that is flushed to disk before it is renamed, so that a crash leaves the old or the new
/// one. It gets the mode of the old file and, if permitted, its owner and group; without an old file, mode 0644.
/// Replaces only regular files (EINVAL).
std::error_code replace_file(const std::filesystem::path& path, std::string_view text);

/// Opens a lock file for reading and writing, or creates it with access for this user alone. Follows no link.
file_descriptor open_lock(const file_descriptor& folder, const std::string& name);
file_descriptor open_lock(const std::filesystem::path& path);

/// Takes an exclusive lock until the file is closed or the process ends. False on failure: is_busy() tells whether
/// another process holds it.
bool lock(const file_descriptor& file);
bool is_busy(const std::error_code& error);

/// Sets the modification time, which the disk store uses as time of last use. Failures are ignored.
void set_time(const file_descriptor& file, file_time time);
void set_time(const file_descriptor& folder, const std::string& name, file_time time);

/// Removes a file or an empty folder. No error if it does not exist.
std::error_code remove_file(const file_descriptor& folder, const std::string& name);
std::error_code remove_file(const std::filesystem::path& path);

struct listed_file {
    std::string name;
    std::uint64_t bytes = 0;
    file_time time;
};

/// The regular files of the folder, unsorted.
std::vector<listed_file> list_files(const file_descriptor& folder);

/// True if this user may write to the folder or create it. On Windows, only whether the path can be a folder.
bool may_write_in(std::filesystem::path folder);

/// Folders for caches and settings of this user ($XDG_CACHE_HOME or ~/.cache, $XDG_CONFIG_HOME or ~/.config; on Windows
/// %LOCALAPPDATA%, %APPDATA%) and for settings of all users (/etc; %PROGRAMDATA%).
std::optional<std::filesystem::path> user_cache_home();
std::optional<std::filesystem::path> user_config_home();
std::optional<std::filesystem::path> system_config_home();

/// Number of this process. Processes of other machines that share a folder may have the same: combine it with random
/// bytes.
unsigned long process_number();

/// How often this process and those that it comes from were forked since the first call. Unlike the number of the
/// process, it takes no system call, which costs a microsecond in some containers.
unsigned long fork_count() noexcept;

/// Fills the buffer with random bytes. False, and zeros, if the system has none.
bool random_bytes(char* to, std::size_t bytes);

}  // namespace stockham::internal
