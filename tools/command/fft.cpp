// `stockham fft`: transforms an array in a .npy file, streamed through the device.
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "array/array_job.hpp"
#include "array/crew.hpp"
#include "array/file_transform.hpp"
#include "array/npy.hpp"
#include "base/messages/printable.hpp"
#include "bytes.hpp"
#include "command.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "image/picture_file.hpp"
#include "input.hpp"
#include "kept.hpp"
#include "output.hpp"
#include "tools/harness/progress.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct fft_options {
    std::string input;
    std::string output;
    std::string device;
    std::size_t max_pixels = default_max_pixels;
    std::vector<int> axes;
    memory_limits memory{};
    bool resume = false, quiet = false;
    bool inverse = false;
    bool double_precision = false;
    bool single_precision = false;
};

precision choose_precision(const fft_options& o, const npy_header& header) {
    const bool is_double = o.double_precision || (header.type.is_double() && !o.single_precision);
    return is_double ? precision::f64 : precision::f32;
}

// "  read        0.160 s   50.1 GB/s\n"
std::string time_line(const char* what, double seconds, std::uint64_t bytes) {
    return fmt::format("  {:<10} {:9.3f} s  {:8.2f} GB/s\n", what, seconds,
                       seconds > 0 ? 1e-9 * static_cast<double>(bytes) / seconds : 0);
}

std::string share_line(const job_share& share) {
    return fmt::format("    {:>8} units in {:>5} chunks, {:9.3f} s  {}{}\n", share.units, share.chunks, share.busy,
                       internal::printable(describe(share.device).name), share.failure.empty() ? "" : " (dropped)");
}

std::string summary(const file_report& r, const transform& t) {
    std::string text =
        fmt::format("stockham: {} in {}, {} on each device\n", to_string(t),
                    count_text(r.planned.trips.size(), "trip", "trips"), bytes_text(r.planned.device_memory));
    if (r.resumed_blocks) text += fmt::format("  resumed after {}\n", count_text(r.resumed_blocks, "block", "blocks"));
    for (std::size_t k = 0; k < r.done.trips.size(); ++k) {
        const auto& planned = r.planned.trips[k];
        const auto& did = r.done.trips[k];
        text += fmt::format("  trip {}: {} of {}\n", k + 1, count_text(planned.units, "unit", "units"), planned.unit);
        text += time_line("  read", did.read_seconds, planned.read_bytes);
        text += time_line("  transform", did.transform_seconds, planned.written_bytes);
        text += time_line("  write", did.write_seconds, planned.written_bytes);
        for (const auto& share : did.shares) text += share_line(share);
    }
    return text;
}

struct fft_input {
    std::unique_ptr<input_file> file;
    std::vector<int> axes;  ///< the default ones; none: the last two
};

fft_input open_input(const fft_options& o, bool from_picture) {
    if (!from_picture) return {std::make_unique<input_file>(o.input), {}};
    read_options reading;
    reading.max_pixels = o.max_pixels;
    picture_source source(o.input, reading);
    // The default of the last two axes would include the channels of a picture.
    const int height = source.pages() > 1 ? 1 : 0;
    return {std::make_unique<input_file>(pages_as_npy(source), o.input), {height, height + 1}};
}

npy_header read_header(input_file& file) {
    npy_header header =
        read_npy_header(file.name(), [&](void* to, std::size_t bytes) { return file.read_some(to, bytes); });
    if (file.is_regular()) check_npy_size(header, file.size() - header.data_offset, file.name());
    return header;
}

array_job make_job(const fft_options& o, const npy_header& header, const std::vector<int>& default_axes) {
    array_job job;
    job.shape = header.shape;
    job.axes = resolve_axes(o.axes.empty() ? default_axes : o.axes, job.shape.size());
    job.precision = choose_precision(o, header);
    job.inverse = o.inverse;
    job.real = !header.type.is_complex() && !o.inverse;
    return job;
}

/// An array of height, width and channels looks like a stack of three-column pictures: the default may be wrong.
void report_axes(const fft_options& o, const array_job& job) {
    if (!o.axes.empty() || o.quiet || job.shape.size() <= job.axes.size()) return;
    print_remark(
        fmt::format("transforms axes {} of {} (see --axes)", fmt::join(job.axes, " and "), shape_text(job.shape)));
}

void run_fft(const fft_options& o, const CLI::App& command) {
    using clock = std::chrono::steady_clock;
    const auto start = clock::now();
    const bool from_picture = o.input != "-" && is_picture_file(o.input);
    if (!from_picture && command.count("--max-pixels") > 0)
        throw usage_error(
            fmt::format("--max-pixels: {} is not a picture", o.input == "-" ? "standard input" : o.input));
    const auto [input, default_axes] = open_input(o, from_picture);
    const npy_header header = read_header(*input);
    file_transform what;
    what.job = make_job(o, header, default_axes);
    check(transform_of(what.job));
    what.output = o.output;
    what.devices = crew_of(o.device, what.job.precision == precision::f64,
                           [](const std::string& line) { print_log("stockham: " + line + "\n"); });
    what.device_memory = o.memory[0];
    what.host_memory = o.memory[1];
    what.resume = o.resume;
    what.quiet = o.quiet;
    const auto report = transform_file(what, *input, header);
    report_axes(o, what.job);
    const double total = std::chrono::duration<double>(clock::now() - start).count();
    if (o.quiet) return;
    print_log(summary(report, transform_of(what.job)) +
              fmt::format("  {:<10} {:9.3f} s  wall time of the command\n", "total", total));
}

void add_streaming_options(CLI::App& command, fft_options& o) {
    add_memory_option(command, o.memory);
    command.add_flag("--resume", o.resume,
                     "Keep the work of a run that is interrupted, even by kill -9, in hidden files beside the output; "
                     "repeat the command to go on");
    command.add_flag("--quiet", o.quiet, "Print no progress bar and no summary");
}

}  // namespace

void add_fft(CLI::App& app) {
    CLI::App* command = app.add_subcommand("fft", "Transform an array of any rank (.npy)");
    command->footer(
        "The forward transform has the sign exp(-i) and scale 1. The result is complex: c16 for input of f8 or c16 or\n"
        "with --double, else c8. Real input gives the full spectrum, too. The array may be larger than the memory of "
        "the\n"
        "device and of the host: it makes one or more trips to the device, in parts that fit (docs/out_of_core.md).\n"
        "`stockham plan PROBLEM --host` shows the trips before.");
    auto o = std::make_shared<fft_options>();
    command
        ->add_option("IN.npy", o->input,
                     "Array, or - for standard input; or a picture or its pages, transformed along height and width")
        ->required();
    add_output_option(*command, o->output, output_kind::array, "File to write, or - for standard output")
        ->required()
        ->type_name("OUT.npy");
    const auto take_axes = [o](const std::string& list) { o->axes = read_whole_numbers(list); };
    command
        ->add_option_function<std::string>("--axes", take_axes,
                                           "One to five axes; -1 is the last one (default: the last two)")
        ->type_name("A,B,..")
        ->transform(whole_numbers());
    command->add_flag("--inverse", o->inverse, "Inverse transform, with the sign exp(+i) and scale 1/N");
    CLI::Option* in_double =
        command->add_flag("--double", o->double_precision, "Compute in double precision (default for f8 and c16)");
    command->add_flag("--single", o->single_precision, "Compute in single precision (default for all other types)")
        ->excludes(in_double);
    add_streaming_options(*command, *o);
    add_max_pixels_option(*command, o->max_pixels);
    command
        ->add_option("--device", o->device,
                     "Device to use: its number in `stockham devices`, gpu, cpu, or a part of its name; several with "
                     "commas, or all, to share the work (default: STOCKHAM_DEVICE, else the fastest GPU, else the CPU)")
        ->type_name("DEVICE");
    command->callback([o, command] { run_fft(*o, *command); });
}

}  // namespace stockham::tools
