// The files that the library keeps, by the system's own calls: one side for POSIX (files_posix.cpp), one for Windows
// (files_windows.cpp). Files are named relative to an open folder, so that a folder that was looked at once cannot be
// exchanged for another. Calls that fail leave their reason in errno, on both sides.
//
// What is weaker on Windows:
// - "Nobody else may write to it" is the owner's word alone: access lists are not read. By Windows' default a user's
//   folders are that user's.
// - An open folder cannot be exchanged because Windows then neither renames nor removes it, for anybody.
// - A file that somebody else opened without sharing it (a virus scanner, a backup) is neither replaced nor removed:
//   the call fails with EACCES after a few tries. Before Windows 10.1607, and in Wine, so it is with any that is open
//   to be replaced; one that is removed keeps its name until it is closed.
// - A new file's access list is the folder's, also where it replaces another one.
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

/// Closes what it holds. The calls below take it as "the folder" or "the file".
class file_descriptor {
  public:
    /// Takes over what the system gave: no_file if that failed.
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
    /// Whether the system took everything that was written.
    bool close();

  private:
    native_file number_;
};

/// Seconds and nanoseconds since 1970: any time that a file can have, without overflow.
using file_time = std::pair<std::time_t, long>;

file_time time_now();

/// What errno says now.
std::error_code last_error();

/// What a path leads to, or an open file is.
enum class file_kind { none, regular, folder, other };

struct file_facts {
    file_kind kind = file_kind::none;
    std::uint64_t bytes = 0;
    file_time changed;
    /// Tells it from any other file, also from a later one of the same name.
    std::tuple<std::uint64_t, std::uint64_t, file_time> identity;
};

/// Of an open file. Of kind `none` if the system does not tell.
file_facts facts_of(const file_descriptor& file);

/// Whether the path is this file's: another process may have removed it, and made a new one.
bool is_at(const std::filesystem::path& path, const file_descriptor& file);

/// Opens a folder that belongs to this user and that nobody else may write to, and nothing else. `make` makes it if it
/// is not there, its parents too, for this user alone (mode 0700).
std::pair<file_descriptor, std::error_code> open_own_folder(const std::filesystem::path& path, bool make);

/// Opens a file for reading, and waits for no writer of a pipe. In a folder no link is followed (ELOOP).
file_descriptor open_file(const file_descriptor& folder, const std::string& name);
file_descriptor open_file(const std::filesystem::path& path);

/// The length of a regular file that belongs to this user and that nobody else may write to; -1 of anything else.
std::int64_t length_of_own(const file_descriptor& file);

/// Reads `bytes` bytes. False if there are not so many.
bool read_all(const file_descriptor& file, char* to, std::size_t bytes);

/// Reads up to `bytes` bytes; how many there were, 0 at the end, -1 if it failed.
std::ptrdiff_t read_some(const file_descriptor& file, char* to, std::size_t bytes);

/// Makes a file of the pieces under a name that must be free, then gives it its own name, in place of what was there.
/// Whoever opens `name` sees one file or the other, all of it. Nothing is left under `temporary` if that fails.
std::error_code write_file(const file_descriptor& folder, const std::string& temporary, const std::string& name,
                           const std::vector<std::string_view>& pieces);

/// Writes a file beside the path and renames it, once all of it is on the disk: whatever happens there is the old one
/// or the new. It has the mode of what it replaces, its owner and group as far as this user may; else everybody may
/// read it. Only a regular file is replaced (EINVAL).
std::error_code replace_file(const std::filesystem::path& path, std::string_view text);

/// Opens a file that is there to be locked, for reading and writing; makes it if need be, for this user alone. No link
/// is followed.
file_descriptor open_lock(const file_descriptor& folder, const std::string& name);
file_descriptor open_lock(const std::filesystem::path& path);

/// Locks it against all others who do so, until it is closed or the process ends. False if it cannot be: is_busy()
/// tells whether another has it.
bool lock(const file_descriptor& file);
bool is_busy(const std::error_code& error);

/// Sets when the file was last changed, which the disk store takes for "used". May fail without harm.
void set_time(const file_descriptor& file, file_time time);
void set_time(const file_descriptor& folder, const std::string& name, file_time time);

/// Removes a file, or an empty folder. No error if it is gone already.
std::error_code remove_file(const file_descriptor& folder, const std::string& name);
std::error_code remove_file(const std::filesystem::path& path);

struct listed_file {
    std::string name;
    std::uint64_t bytes = 0;
    file_time time;
};

/// The regular files of the folder, in no order.
std::vector<listed_file> list_files(const file_descriptor& folder);

/// Whether this user may write to the folder, or make it where it is missing. On Windows: whether it could be one.
bool may_write_in(std::filesystem::path folder);

/// Where programs keep what they can make again, and what the user wants, of this user ($XDG_CACHE_HOME or ~/.cache,
/// $XDG_CONFIG_HOME or ~/.config; on Windows %LOCALAPPDATA%, %APPDATA%) and of all (/etc; %PROGRAMDATA%).
std::optional<std::filesystem::path> user_cache_home();
std::optional<std::filesystem::path> user_config_home();
std::optional<std::filesystem::path> system_config_home();

/// Of this process; of no other that may share a folder from another machine only together with random bytes.
unsigned long process_number();

/// False, and zeroes, if the system has none.
bool random_bytes(char* to, std::size_t bytes);

}  // namespace stockham::internal
