// An output file that appears under its name only when it is whole: written beside it, renamed at the end; and what
// names it may have.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

struct stat;

namespace stockham::tools {

/// What a file that is written may hold.
enum class output_kind { picture, array, table, json, log };

/// Why a file of that kind must not bear this name, because it says another kind or format; empty if it may. What a
/// link points to counts, too.
std::string complaint_of_output_name(output_kind kind, const std::string& path);

class output_file {
  public:
    /// Opens a temporary file beside `path`, and removes those there that killed programs have left. "-" is standard
    /// output; a terminal, another character device or a named pipe is written directly, a block device is refused. A
    /// link stays a link and its target is replaced; a link that points to nothing or to itself is refused. An input
    /// may be the output, too: it is whole until commit(). Throws job_error.
    explicit output_file(const std::string& path);

    /// Removes the temporary file unless commit() was called.
    ~output_file();
    output_file(const output_file&) = delete;
    output_file& operator=(const output_file&) = delete;

    const std::string& name() const noexcept { return name_; }

    /// True if write_at() may be used, also from many threads.
    bool is_regular() const noexcept { return !temporary_.empty(); }

    /// Writes behind what the last write() wrote.
    void write(const void* from, std::size_t bytes);
    void write_at(std::size_t offset, const void* from, std::size_t bytes);

    /// Closes the file and gives it its name. A file that it replaces passes on its permissions, without set-user-ID,
    /// set-group-ID and sticky bits, and, where this user may, its owner and group. Throws job_error.
    void commit();

  private:
    [[noreturn]] void fail(int code) const;
    void open_as_it_is(const struct stat& expected);
    void open_temporary();

    std::string name_;
    std::filesystem::path target_;
    std::string temporary_;
    std::unique_ptr<struct stat> replaced_;  // what is at the target; null: nothing
    int fd_ = -1;
    int lock_ = -1;  // says that the temporary file is somebody's, until it has its name
};

/// Makes a program that is ended from outside (Ctrl-C, kill, a driver that aborts) remove its temporary file, and makes
/// a closed pipe an error of the write instead of a silent death. Signals that are ignored stay so, as nohup wants it.
void prepare_signals();

}  // namespace stockham::tools
