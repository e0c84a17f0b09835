// Runs the work of a picture command on one file, or on many files with threads.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include <CLI/CLI.hpp>

#include "command/many_files.hpp"
#include "engine.hpp"
#include "image/picture_file.hpp"
#include "image/picture_sink.hpp"
#include "memory_budget.hpp"

namespace stockham::tools {

/// One file of a command.
struct picture_task {
    file_pair files;
    bool is_one_of_many = false;
    /// Prints a remark; of one of many files it appears after all of them, with the file's name, and only once.
    std::function<void(const std::string&)> remark;
    /// Waits until the other threads leave enough of the host's memory for the work on a page like this one; call it
    /// once, after the page is decoded.
    std::function<memory_budget::share(const picture& page)> take_memory;
};
/// The options of reading with the remarks of this task.
read_options reading_of(const read_options& options, const picture_task& task);

using picture_work = std::function<void(const picture_task&)>;

/// Calls use() for each page of a source, whose first page was read before; the source is closed when all are read.
template <class Use>
void each_page(picture_source& source, picture& page, Use use) {
    const std::size_t pages = source.pages();
    for (std::size_t k = 0; k < pages; ++k) {
        if (k > 0) page = source.page(k);
        if (k + 1 == pages) source.close();
        use(page);
    }
}

/// The engine of a command, made at the first use: errors in files are reported before those of devices. Thread-safe.
class late_engine {
  public:
    explicit late_engine(std::string device) : device_(std::move(device)) {}
    /// Throws what making the engine threw, at each call.
    const engine& get();
    /// True if making the engine failed.
    bool has_failed();

  private:
    std::string device_;
    std::mutex mutex_;
    std::unique_ptr<engine> made_;
    std::exception_ptr failure_;
};

/// Adds the argument PICTURE, which may be repeated, with this description, and --resume.
CLI::Option* add_picture_files(CLI::App& command, file_options& files, const std::string& description);

/// Refuses options that describe one picture, if the list has many.
void check_single(const CLI::App& command, const file_list& list, const std::vector<const char*>& options);

/// The files of a command that writes pictures. The type of an output is that of --format, else that of its input if
/// the command can write it, else PNG.
file_list list_pictures(const file_options&, const write_options&);

/// Calls work() for each file, once in the caller's thread for a single file. For many files several threads call it:
/// while one decodes or encodes a file, the device transforms those of others. A file that fails leaves the others
/// alone; the failures are printed at the end. Throws job_error if a file failed, and interrupted_error after Ctrl-C,
/// when the files that were begun are complete.
void run_pictures(const file_options&, const file_list&, late_engine&, const picture_work&);

}  // namespace stockham::tools
