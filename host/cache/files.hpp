// The POSIX calls of what the library keeps on disk: files named relative to an open folder, so that a folder that was
// looked at once cannot be exchanged for another.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace stockham {

/// Closes what it holds. The calls below take it as "the folder" or "the file".
class file_descriptor {
  public:
    /// Takes over what open() gave: negative if it failed.
    explicit file_descriptor(int number = -1) : number_(number) {}
    file_descriptor(file_descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    file_descriptor& operator=(file_descriptor other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~file_descriptor() { close(); }
    int get() const { return number_; }
    int release() { return std::exchange(number_, -1); }
    explicit operator bool() const { return number_ >= 0; }
    /// Whether the system took everything that was written.
    bool close();

  private:
    int number_;
};

/// Seconds and nanoseconds since 1970: any time that a file can have, without overflow.
using file_time = std::pair<std::time_t, long>;

file_time time_now();

/// What errno says now.
std::error_code last_error();

/// Whether the path is this file's: another process may have removed it, and made a new one.
bool is_at(const std::string& path, const file_descriptor& file);

/// Opens a folder that belongs to this user and that nobody else may write to, and nothing else. `make` makes it if it
/// is not there, its parents too, for this user alone (mode 0700).
std::pair<file_descriptor, std::error_code> open_own_folder(const std::filesystem::path& path, bool make);

/// Opens a file for reading. Neither follows a link nor waits for the writer of a pipe.
file_descriptor open_file(const file_descriptor& folder, const std::string& name);

/// The length of a regular file that belongs to this user and that nobody else may write to; -1 of anything else.
std::int64_t length_of_own(const file_descriptor& file);

/// Reads `bytes` bytes. False if there are not so many.
bool read_all(const file_descriptor& file, char* to, std::size_t bytes);

/// Makes a file of the pieces under a name that must be free, then gives it its own name, in place of what was there.
/// Whoever opens `name` sees one file or the other, all of it. Nothing is left under `temporary` if that fails.
std::error_code write_file(const file_descriptor& folder, const std::string& temporary, const std::string& name,
                           const std::vector<std::string_view>& pieces);

/// Sets when the file was last changed, which the disk store takes for "used". May fail without harm.
void set_time(const file_descriptor& file, file_time time);
void set_time(const file_descriptor& folder, const std::string& name, file_time time);

/// Removes a file, or an empty folder. No error if it is gone already.
std::error_code remove_file(const file_descriptor& folder, const std::string& name);

struct listed_file {
    std::string name;
    std::uint64_t bytes = 0;
    file_time time;
};

/// The regular files of the folder, in no order.
std::vector<listed_file> list_files(const file_descriptor& folder);

}  // namespace stockham
