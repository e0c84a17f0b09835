// Runs the work of a picture command on one file, or on many files with threads.
#include "command/picture_work.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <malloc.h>

#include "base/files/host_memory.hpp"
#include "bytes.hpp"
#include "command.hpp"
#include "command/picture_options.hpp"
#include "fault.hpp"
#include "format/gzip.hpp"
#include "interrupt.hpp"
#include "output_batch.hpp"
#include "temporary_files.hpp"
#include "tools/harness/parallel.hpp"
#include "tools/harness/progress.hpp"

namespace stockham::tools {

namespace fs = std::filesystem;

namespace {

// A page is held as samples of up to 8 bytes, as planes within a frame of up to four times its size, and as samples of
// the output.
constexpr std::size_t bytes_per_sample = 48;

struct file_outcome {
    enum { waiting, done, skipped, failed } state = waiting;
    std::vector<std::string> remarks;
    std::string failure;
};

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

std::string progress_of_files(std::size_t done, std::size_t total, double seconds) {
    std::string text = harness::bar_text(done, total) + fmt::format("  {} of {} files", done, total);
    if (done == 0 || seconds <= 0) return text;
    const double rate = static_cast<double>(done) / seconds;
    return text + fmt::format("  {:.3g} files/s  {} left", rate,
                              harness::clock_text(static_cast<double>(total - done) / rate));
}

// A line about a file begins with its name, unless it contains it.
std::string with_name(const std::string& name, const std::string& text) {
    return text.find(name) != std::string::npos ? text : name + ": " + text;
}

// The threads of one run and what they have done.
class many_pictures {
  public:
    many_pictures(const file_options& o, const file_list& list, late_engine& device, const picture_work& work)
        : options_(o), list_(list), device_(device), work_(work), memory_(internal::host_memory() / 2),
          outcomes_(list.pairs.size()) {}

    void run() {
        const auto start = std::chrono::steady_clock::now();
        const interrupt_watch watch;
        output_batch batch;
        {
            harness::progress_bar bar(list_.pairs.size(), true, progress_of_files);
            const unsigned threads =
                static_cast<unsigned>(std::min<std::size_t>(list_.pairs.size(), harness::thread_count() + 1));
            const auto work = [&](std::size_t k) {
                if (watch.requested() || device_.has_failed()) return;
                run_one(k);
                const std::lock_guard lock(progress_guard_);
                bar.show(++finished_);
            };
            harness::parallel_each(list_.pairs.size(), work, threads);
        }
        batch.finish();
        if (device_.has_failed()) device_.get();
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        report(seconds.count(), watch.requested());
    }

  private:
    void run_one(std::size_t k) {
        file_outcome& outcome = outcomes_[k];
        const file_pair& files = list_.pairs[k];
        picture_task task{files, true, [&](const std::string& text) { outcome.remarks.push_back(text); },
                          [this](const picture& page) { return memory_.take(bytes_per_sample * page.samples()); }};
        try {
            outcome.state = file_outcome::failed;
            check_match(files);
            if (options_.resume && is_up_to_date(files)) {
                outcome.state = file_outcome::skipped;
            } else {
                work_(task);
                outcome.state = file_outcome::done;
            }
        } catch (const std::bad_alloc&) {
            outcome.failure = "out of memory";
        } catch (const std::exception& e) {
            outcome.failure = first_line(e.what());
        }
    }

    std::size_t count(int state) const {
        return static_cast<std::size_t>(
            std::count_if(outcomes_.begin(), outcomes_.end(), [&](const auto& each) { return each.state == state; }));
    }

    void report(double seconds, bool interrupted) const {
        std::set<std::string> printed;
        for (std::size_t k = 0; k < outcomes_.size(); ++k)
            for (const auto& remark : outcomes_[k].remarks)
                if (printed.insert(remark).second) print_remark(with_name(list_.pairs[k].input, remark));
        for (std::size_t k = 0; k < outcomes_.size(); ++k) print_failure(list_.pairs[k], outcomes_[k]);
        const std::size_t all = outcomes_.size(), done = count(file_outcome::done);
        const std::size_t skipped = count(file_outcome::skipped), failed = count(file_outcome::failed);
        const std::string resumed =
            skipped > 0 ? fmt::format(", {} {} up to date", skipped, skipped == 1 ? "was" : "were") : "";
        if (interrupted)
            throw interrupted_error(
                fmt::format("interrupted: {} of {} files written{}; --resume goes on", done, all, resumed));
        const std::string text = fmt::format("{} of {} written to {} in {:.2f} s{}", done,
                                             count_text(all, "file", "files"), list_.folder, seconds, resumed);
        if (failed > 0) throw job_error(fmt::format("{}, {} failed", text, failed));
        print_remark(text);
    }

    static void print_failure(const file_pair& files, const file_outcome& outcome) {
        if (outcome.state != file_outcome::failed) return;
        print_remark(with_name(files.input, outcome.failure));
    }

    const file_options& options_;
    const file_list& list_;
    late_engine& device_;
    const picture_work& work_;
    memory_budget memory_;
    std::vector<file_outcome> outcomes_;
    std::mutex progress_guard_;
    std::size_t finished_ = 0;
};

// Keeps freed memory for the next pictures. With its default settings glibc returns each plane to the system, which
// costs a fifth of the time of a filter in page faults.
void keep_freed_memory() {
#ifdef __GLIBC__
    ::mallopt(M_MMAP_THRESHOLD, 1 << 25);
    ::mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

void make_output_folder(const std::string& folder) {
    std::error_code why;
    fs::create_directories(folder, why);
    if (why) throw job_error(fmt::format("cannot make the folder {}: {}", folder, why.message()));
    clean_folder(folder);
}

}  // namespace

const engine& late_engine::get() {
    const std::lock_guard lock(mutex_);
    if (made_) return *made_;
    if (failure_) std::rethrow_exception(failure_);
    try {
        made_ = std::make_unique<engine>(device_);
    } catch (...) {
        failure_ = std::current_exception();
        throw;
    }
    return *made_;
}

bool late_engine::has_failed() {
    const std::lock_guard lock(mutex_);
    return failure_ != nullptr;
}

read_options reading_of(const read_options& options, const picture_task& task) {
    read_options own = options;
    own.remark = task.remark;
    own.frames = task.files.frames;
    return own;
}

CLI::Option* add_picture_files(CLI::App& command, file_options& files, const std::string& description) {
    add_stack_option(command, files.stack);
    command.add_flag("--resume", files.resume,
                     "With an output folder: skip inputs whose outputs are complete and newer; changed options are not "
                     "noticed");
    return command
        .add_option("PICTURE", files.inputs,
                    description + "; several, or a quoted pattern such as 'frames/*.tif', with -o FOLDER/")
        ->required();
}

void check_single(const CLI::App& command, const file_list& list, const std::vector<const char*>& options) {
    if (!list.is_many()) {
        if (command.count("--resume") > 0) throw usage_error("--resume: has no effect without an output folder");
        return;
    }
    for (const char* option : options)
        if (command.count(option) > 0)
            throw usage_error(
                fmt::format("{}: has no meaning for an output folder; give one picture and one output", option));
}

file_list list_pictures(const file_options& files, const write_options& writing) {
    return list_files(files, [&](const std::string& input) {
        const std::string own = extension_of(name_without_gz(split_path(input).file));
        const picture_format* of_input = format_by_extension(own);
        if (!writing.format.empty()) {
            const picture_format* wanted = format_by_name(writing.format);
            return of_input == wanted || wanted == nullptr ? own : wanted->extensions.front();
        }
        return of_input != nullptr && of_input->create != nullptr ? own : std::string(".png");
    });
}

void run_pictures(const file_options& o, const file_list& list, late_engine& device, const picture_work& work) {
    if (!list.is_many())
        return work({list.pairs.front(), false, [](const std::string& text) { print_remark(text); },
                     [](const picture&) { return memory_budget::share(); }});
    make_output_folder(list.folder);
    keep_freed_memory();
    many_pictures(o, list, device, work).run();
}

}  // namespace stockham::tools
