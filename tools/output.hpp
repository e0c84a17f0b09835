// An output file that appears under its name only when it is complete: a temporary file is written beside it and
// renamed at the end. Also checks the names of output files (output_names.cpp).
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

struct stat;

namespace stockham::tools {

/// The contents of an output file.
enum class output_kind { picture, array, table, plot, json, log };

/// An error text if the extension of the path, or of the target if it is a symbolic link, is that of another kind or of
/// a format that is not written; else empty. A picture's extension is one of the table of formats (format/format.hpp).
std::string output_name_error(output_kind kind, const std::string& path);

class output_file {
  public:
    /// Opens a temporary file beside `path`, and removes temporary files there that killed processes have left. "-" is
    /// standard output. Terminals, other character devices and named pipes are written directly. The target of a
    /// symbolic link is replaced, not the link. The output may be an input, too: it is unchanged until commit(). Throws
    /// job_error, also for block devices and for symbolic links without a target or in a loop.
    explicit output_file(const std::string& path);

    /// Removes the temporary file unless commit() was called.
    ~output_file();
    output_file(const output_file&) = delete;
    output_file& operator=(const output_file&) = delete;

    const std::string& name() const noexcept { return name_; }

    /// True if write_at() may be used, also from many threads.
    bool is_regular() const noexcept { return !temporary_.empty(); }

    /// Appends to what earlier calls wrote.
    void write(const void* from, std::size_t bytes);
    void write_at(std::size_t offset, const void* from, std::size_t bytes);

    /// Closes the file and renames it to its final name. It takes the permissions of the file that it replaces, without
    /// the set-user-ID, set-group-ID and sticky bits, and, if the user may set them, owner and group. Throws job_error.
    void commit();

  private:
    [[noreturn]] void fail(int code) const;
    void open_directly(const struct stat& expected);
    void open_temporary();

    std::string name_;
    std::filesystem::path target_;
    std::string temporary_;
    std::unique_ptr<struct stat> replaced_;  // the file to be replaced, or null
    int fd_ = -1;
    int lock_ = -1;  // marks the temporary file as in use until it is renamed
};

/// Installs signal handlers that remove the temporary file when the program is terminated (Ctrl-C, kill, an abort in a
/// driver). Writing to a closed pipe becomes an error instead of a signal. Ignored signals stay ignored, as under
/// nohup.
void prepare_signals();

}  // namespace stockham::tools
