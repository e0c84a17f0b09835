// Transforms an array from a file or pipe to another one, out of core.
#include "array/file_transform.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <stockham/version.hpp>
#include <unistd.h>

#include "array/file_storage.hpp"
#include "array/file_trailer.hpp"
#include "array/journal.hpp"
#include "base/files/host_memory.hpp"
#include "base/messages/printable.hpp"
#include "bytes.hpp"
#include "command/command.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "output.hpp"
#include "tools/harness/progress.hpp"

namespace stockham::tools {

namespace {

namespace fs = std::filesystem;

/// Once, where no progress bar shows it, a line about a long wait before the first results. Kernels are compiled then.
class first_wait {
  public:
    explicit first_wait(const file_transform& what)
        : device_(what.devices.front()), told_(what.quiet || ::isatty(STDERR_FILENO) == 1) {}

    void tell(const out_of_core_progress& p) {
        if (told_ || p.seconds < 1) return;
        told_ = true;
        if (p.done == 0)
            print_remark("compiling kernels, or computing the first results, on " + describe(device_).name);
    }

  private:
    cl_device_id device_;
    bool told_;
};

out_of_core_options options_of(const file_transform& what, harness::progress_bar& bar) {
    out_of_core_options o;
    o.devices = what.devices;
    o.device_memory = what.device_memory;
    o.host_memory = what.host_memory ? what.host_memory : internal::host_memory() / 4;
    o.progress = [&bar, wait = first_wait(what)](const out_of_core_progress& p) mutable {
        wait.tell(p);
        bar.show(static_cast<std::size_t>(p.done), static_cast<std::size_t>(p.total));
        return true;
    };
    o.message = [](const std::string& line) { print_log("stockham: " + line + "\n"); };
    return o;
}

/// The files of a run that later runs continue, beside the output and named after it.
std::string kept_name(const fs::path& output, const std::string& part) {
    return ".stockham-" + part + "-" + output.filename().string();
}

/// The output, the array between trips, and the journal.
class work_files {
  public:
    work_files(const std::string& path, bool keep) : path_(path), keep_(keep) {
        output =
            keep ? std::make_unique<output_file>(path, kept_name(path, "output")) : std::make_unique<output_file>(path);
    }

    /// Makes the file for the array between trips.
    void make_scratch() {
        const std::string name = kept_name(path_, "scratch");
        scratch = keep_ ? std::make_unique<output_file>(path_, name) : std::make_unique<output_file>(path_);
    }

    /// Opens the journal of kept files that hold at most these numbers of bytes, and checks that it is about them.
    /// After `trips` trips the output is cut to `finished` bytes.
    void make_journal(const journal_key& key, std::size_t in_output, std::size_t in_scratch, std::size_t trips,
                      std::size_t finished) {
        const auto path = fs::path(path_).parent_path() / kept_name(path_, "journal");
        // Without its files a journal is left from a run that was killed after it had renamed the output.
        const bool anew = output->is_new() || (scratch && scratch->is_new());
        record = std::make_unique<journal>(path.string(), key, anew);
        trips_ = trips;
        finished_ = finished;
        output_trailer.emplace(*output, in_output);
        if (scratch) scratch_trailer.emplace(*scratch, in_scratch);
        if (record->size() == 0)
            write_trailers();
        else
            check_files();
    }

    /// Adds a block to the journal. The trailer counts it first, so a journal that was cut off has fewer.
    void add(std::size_t trip, std::size_t block) {
        output_trailer->write(record->run(), record->size() + 1);
        record->add(trip, block);
    }

    /// All trips are done, and the output will lose its trailer. The journal says so with a block of the next trip.
    void begin_to_finish() {
        if (record && !record->has(trips_, 0)) add(trips_, 0);
    }

    /// Removes everything but the output.
    void discard_rest() {
        if (scratch) scratch->discard();
        if (record) record->remove();
    }

    /// A run that has done nothing leaves nothing behind.
    ~work_files() {
        if (!keep_ || (record && record->size() > 0) || !output->is_new()) return;
        output->discard();
        discard_rest();
    }
    work_files(const work_files&) = delete;
    work_files& operator=(const work_files&) = delete;

    std::unique_ptr<output_file> output, scratch;
    std::unique_ptr<journal> record;

  private:
    void write_trailers() {
        output_trailer->write(record->run(), 0);
        output->flush();
        if (!scratch) return;
        scratch_trailer->write(record->run(), 0);
        scratch->flush();
    }

    void check_files() const {
        if (record->has(trips_, 0) && output->size() == finished_) return;
        const auto counted = output_trailer->read(record->run());
        const char* const changed = !counted                                           ? "output"
                                    : scratch && !scratch_trailer->read(record->run()) ? "scratch"
                                                                                       : nullptr;
        if (changed != nullptr) record->refuse(fmt::format("{} was changed or replaced", kept_name(path_, changed)));
        if (*counted > record->size() + 1)
            record->refuse(fmt::format("the journal has {} of {} finished blocks", record->size(), *counted));
    }

    const std::string path_;
    const bool keep_;
    std::size_t trips_ = 0, finished_ = 0;
    std::optional<file_trailer> output_trailer, scratch_trailer;
};

std::string device_names(const std::vector<cl_device_id>& devices) {
    std::string names;
    for (auto* const d : devices) names += (names.empty() ? "" : ", ") + internal::printable(describe(d).name);
    return names;
}

// Choices that the problem string lacks: shapes before padding, and rotations.
std::string arrangement_of(const array_job& job) {
    return fmt::format("{} along {}{}", shape_text(job.input_shape), fmt::join(job.axes, ","),
                       job.shift ? " shifted" : "");
}

journal_key key_of(const file_transform& what, const transform& t, const out_of_core& ready, const input_file& input) {
    return {{"problem", to_string(t)},
            {"arrangement", arrangement_of(what.job)},
            {"input", fs::absolute(input.name()).string() + " of " + input.version()},
            {"library", stockham::version()},
            {"device", device_names(what.devices)},
            {"division", ready.division()}};
}

array_frame frame_of(const file_transform& what, bool fortran) {
    array_request request{what.output.file, what.output.member, {}, output_shape(what.job), fortran};
    const unsigned real = what.job.precision == precision::f32 ? 4 : 8;
    request.type.kind = writes_real(what.job) ? 'f' : 'c';
    request.type.size = writes_real(what.job) ? real : 2 * real;
    if (fortran) std::reverse(request.shape.begin(), request.shape.end());
    return what.frame(request);
}

}  // namespace

file_report transform_file(const file_transform& what, input_file& input, const npy_header& header) {
    const transform t = transform_of(what.job);
    if (what.resume && !input.is_regular())
        throw usage_error(fmt::format("--resume: {} cannot be read again", input.name()));
    if (what.resume && what.output.file == "-") throw usage_error("--resume: standard output cannot be continued");
    if (what.resume && !output_factors(what.job).empty())
        throw usage_error(
            "--resume: cannot be used with --norm ortho of this kind, which changes the output at the end");
    const array_frame frame = frame_of(what, header.fortran);
    work_files files(what.output.file, what.resume);
    harness::progress_bar bar(output_bytes(t), !what.quiet);
    out_of_core ready(t, options_of(what, bar));
    file_report report;
    report.estimate = ready.estimate_storage();
    const auto scratch_bytes = static_cast<std::size_t>(report.estimate.scratch_bytes);
    if (scratch_bytes > 0) files.make_scratch();
    out_of_core_record record;
    if (what.resume) {
        // What lies in the output between trips may be longer than the output.
        const std::size_t around = frame.before.size() + frame.behind.size();
        const std::size_t most = around + std::max(input_bytes(t), output_bytes(t));
        files.make_journal(key_of(what, t, ready, input), most, scratch_bytes, report.estimate.trips.size(),
                           around + output_bytes(t));
        report.resumed_blocks = files.record->size();
        record.is_done = [&](std::size_t trip, std::size_t block) { return files.record->has(trip, block); };
        record.add = [&](std::size_t trip, std::size_t block) { files.add(trip, block); };
    }
    array_source source(input, header, what.job);
    if (!report.estimate.sequential || source.is_arranged()) source.collect();
    array_sink sink(*files.output, what.job, frame, !report.estimate.sequential);
    std::optional<scratch_storage> scratch;
    if (files.scratch) {
        files.scratch->reserve(scratch_bytes);
        scratch.emplace(*files.scratch);
    }
    report.done = ready.run(source, sink, scratch ? &*scratch : nullptr, record);
    source.check_end();
    files.begin_to_finish();
    sink.finish();
    files.output->commit();
    files.discard_rest();
    return report;
}

}  // namespace stockham::tools
