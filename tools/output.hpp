// An output file that appears under its name only when it is complete: a temporary file is written beside it and
// renamed at the end. Also checks the names of output files (output_names.cpp).
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

struct stat;

namespace stockham::tools {

/// The contents of an output file. `spectrogram`: pictures, arrays, tables or sounds; `samples`: arrays or tables;
/// `shifts`: tables or JSON;
/// `report`: text.
enum class output_kind { picture, array, table, plot, json, log, spectrogram, samples, shifts, report };

/// An error text if the path, or its target if it is a symbolic link, has an extension that is not one of this kind;
/// else empty. A name without an extension, and a folder, suit every kind. `format`: true if an option states the
/// format, then every extension does; false if it could; nothing if there is no such option. A picture's extensions are
/// those of the table of formats (format/format.hpp).
std::string output_name_error(output_kind kind, const std::string& path, std::optional<bool> format = {});

class output_file {
  public:
    /// Opens a temporary file beside `path`, and removes temporary files there that killed processes have left. "-" is
    /// standard output. Terminals, other character devices and named pipes are written directly. The target of a
    /// symbolic link is replaced, not the link. The output may be an input, too: it is unchanged until commit(). Throws
    /// job_error, also for block devices and for symbolic links without a target or in a loop.
    explicit output_file(const std::string& path);

    /// The same with a temporary file named `kept` beside `path`, which is not removed until commit() or discard(): a
    /// later run finds what this one wrote. Throws job_error also if `path` is no regular file, and as
    /// open_continued(): what an earlier run cannot have left is not used.
    output_file(const std::string& path, const std::string& kept);

    /// Removes the temporary file unless commit() was called or the file is kept.
    ~output_file();
    output_file(const output_file&) = delete;
    output_file& operator=(const output_file&) = delete;

    const std::string& name() const noexcept { return name_; }

    /// True if write_at() may be used, also from many threads.
    bool is_regular() const noexcept { return !temporary_.empty(); }

    /// False if the file holds what an earlier run has kept.
    bool is_new() const noexcept { return new_; }

    /// Appends to what earlier calls wrote.
    void write(const void* from, std::size_t bytes);
    void write_at(std::size_t offset, const void* from, std::size_t bytes);
    /// Reads what was written. Throws job_error, also at the end of the file.
    void read_at(std::size_t offset, void* to, std::size_t bytes) const;

    /// Gives the file at least this size, with disk space for all of it where the file system can reserve that. Throws
    /// job_error if the disk is full.
    void reserve(std::size_t bytes) const;
    /// Ends the file after this many bytes.
    void resize(std::size_t bytes) const;
    /// The bytes of a regular file.
    std::size_t size() const;
    /// Returns when what was written would survive a crash.
    void flush() const;

    /// Closes the file, waits until the disk has it, and renames it to its final name; an output_batch does the last
    /// two for many files. It takes the permissions of the file that it replaces, without the set-user-ID, set-group-ID
    /// and sticky bits, and, if the user may set them, owner and group. Throws job_error.
    void commit();

    /// Removes the temporary file also if it is kept.
    void discard();

  private:
    friend std::unique_ptr<output_file> scratch_for(const output_file&);
    [[noreturn]] void fail(int code) const;
    void open_directly(const struct stat& expected);
    void open_target(const std::string& path);
    void open_temporary();
    void open_kept(const std::string& name);

    std::string name_;
    std::filesystem::path target_;
    std::string temporary_;
    std::unique_ptr<struct stat> replaced_;  // the file to be replaced, or null
    bool kept_ = false, new_ = true;
    int fd_ = -1;
    int lock_ = -1;  // marks the temporary file as in use until it is renamed
};

/// A temporary file that goes with the object: beside a regular output, else in the folder for temporary files. Throws
/// job_error.
std::unique_ptr<output_file> scratch_for(const output_file&);

}  // namespace stockham::tools
