// `stockham fft`: transforms an array in a .npy file, streamed through the device.
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "array/crew.hpp"
#include "array/npy.hpp"
#include "array/passes.hpp"
#include "array/stack.hpp"
#include "array/stack_io.hpp"
#include "array/stream.hpp"
#include "base/messages/printable.hpp"
#include "bytes.hpp"
#include "command.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "image/picture_file.hpp"
#include "input.hpp"
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
    std::size_t memory = 0;
    stream_options limits;
    bool inverse = false;
    bool double_precision = false;
    bool single_precision = false;
};

precision choose_precision(const fft_options& o, const npy_header& header) {
    const bool is_double = o.double_precision || (header.type.is_double() && !o.single_precision);
    return is_double ? precision::f64 : precision::f32;
}

// "  upload      0.160 s   50.1 GB/s\n"
std::string time_line(const char* what, double seconds, std::size_t bytes) {
    std::string line = fmt::format("  {:<10} {:9.3f} s", what, seconds);
    if (seconds > 0) line += fmt::format("  {:8.2f} GB/s", 1e-9 * static_cast<double>(bytes) / seconds);
    return line + "\n";
}

const char* name_of_longest(const stream_report& r, double longest) {
    if (longest == r.upload) return "upload";
    if (longest == r.download) return "download";
    if (longest == r.transform) return "transform";
    return longest == r.read ? "read" : "write";
}

std::string ratio_text(const stream_report& r, double wall, double longest) {
    return fmt::format("{:.2f} x the longest stage ({})", longest > 0 ? wall / longest : 0,
                       name_of_longest(r, longest));
}

std::string summary(const stream_report& r, const stack& s, std::size_t bytes_read, const engine& e) {
    const std::size_t bytes = s.output().total_bytes;
    std::string text =
        fmt::format("stockham: {} x ({}) on {}, {} in {} chunk{} of {}, {} on the device\n", s.units, to_string(s.unit),
                    internal::printable(e.description().name), bytes_text(bytes), r.chunks, r.chunks == 1 ? "" : "s",
                    bytes_text(r.chunk_bytes), bytes_text(r.device_bytes));
    text += time_line("set-up", r.setup, 0).substr(0, 24) + "\n";
    text += time_line("read", r.read, bytes_read);
    text += time_line("upload", r.upload, s.input().total_bytes);
    text += time_line("transform", r.transform, bytes);
    text += time_line("download", r.download, bytes);
    text += time_line("write", r.write, bytes);
    text += fmt::format("  {:<10} {:9.3f} s  while any of upload, transform, download ran\n", "busy", r.busy);
    if (r.device > 0)
        text += fmt::format("  {:<10} {:9.3f} s  wall time without files, {}\n", "device", r.device,
                            ratio_text(r, r.device, r.longest_on_device()));
    return text + fmt::format("  {:<10} {:9.3f} s  wall time with files, {}\n", "stream", r.wall,
                              ratio_text(r, r.wall, r.longest()));
}

std::string crew_summary(const job_report& r, const stack& s) {
    std::string text = fmt::format("stockham: {} x ({}) on {} devices, {} in {:.3f} s, {:.2f} GB/s\n", s.units,
                                   to_string(s.unit), r.shares.size(), bytes_text(s.output().total_bytes), r.seconds,
                                   1e-9 * static_cast<double>(s.output().total_bytes) / r.seconds);
    for (const auto& share : r.shares)
        text +=
            fmt::format("  {:>8} units in {:>5} chunks, {:9.3f} s  {}{}\n", share.units, share.chunks, share.busy,
                        internal::printable(describe(share.device).name), share.failure.empty() ? "" : " (dropped)");
    return text;
}

struct fft_input {
    std::unique_ptr<input_file> file;
    std::vector<int> axes;  ///< the default ones; none: the last two
};

/// Pipes are read whole if several devices need their parts in any order.
fft_input open_input(const fft_options& o, bool from_picture) {
    if (!from_picture) {
        auto file = std::make_unique<input_file>(o.input);
        if (!is_crew(o.device) || file->is_regular()) return {std::move(file), {}};
        std::vector<std::uint8_t> whole;
        read_rest(*file, whole, ~std::size_t{0});
        return {std::make_unique<input_file>(std::move(whole), file->name()), {}};
    }
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

stack_request make_request(const fft_options& o, const npy_header& header, const std::vector<int>& default_axes) {
    stack_request r;
    r.shape = header.shape;
    r.axes = resolve_axes(o.axes.empty() ? default_axes : o.axes, r.shape.size());
    r.precision = choose_precision(o, header);
    r.inverse = o.inverse;
    r.real = !header.type.is_complex() && !o.inverse;
    return r;
}

/// An array of height, width and channels looks like a stack of three-column pictures: the default may be wrong.
void report_axes(const fft_options& o, const stack_request& r) {
    if (!o.axes.empty() || o.limits.quiet || r.shape.size() <= r.axes.size()) return;
    print_remark(fmt::format("transforms axes {} of {} (see --axes)", fmt::join(r.axes, " and "), shape_text(r.shape)));
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
    const stack_request request = make_request(o, header, default_axes);
    check(make_stack(request).unit);
    output_file output(o.output);
    const bool shared = is_crew(o.device);
    const auto note = [](const std::string& line) { print_log("stockham: " + line + "\n"); };
    const auto crew =
        shared ? crew_of(o.device, request.precision == precision::f64, note) : std::vector<cl_device_id>{};
    const engine e = shared ? engine(smallest_of(crew), o.memory) : engine(o.device, o.memory);
    const std::vector<stack> passes = make_passes(e, request);
    stack_source source(*input, header, passes.front());
    stack_sink sink(output, header.shape, passes.back(), shared);
    const std::size_t bytes = passes.back().output().total_bytes;
    std::vector<std::uint8_t> between(passes.size() > 1 ? bytes : 0);
    std::string text;
    {
        std::size_t units = 0;
        for (const stack& s : passes) units += s.units;
        harness::progress_bar bar(bytes, !o.limits.quiet);
        const stream_ends ends{[&](std::size_t first, std::size_t n, void* to) { source.read(first, n, to); },
                               [&](std::size_t first, std::size_t n, const void* from) { sink.write(first, n, from); },
                               [&](std::size_t done) { bar.show(bytes / units * done); }};
        run_passes(passes, ends, between.data(), [&](const stack& s, const stream_ends& here) {
            const bool first = &s == &passes.front();
            text += shared ? crew_summary(run_crew(crew, s, o.memory, o.limits, here, note), s)
                           : summary(run_stream(e, s, o.limits, here), s,
                                     first ? header.data_bytes() : s.input().total_bytes, e);
        });
    }
    source.check_end();
    sink.finish();
    output.commit();
    report_axes(o, request);
    const double total = std::chrono::duration<double>(clock::now() - start).count();
    if (o.limits.quiet) return;
    text += fmt::format("  {:<10} {:9.3f} s  wall time of the command\n", "total", total);
    print_log(text);
}

void add_streaming_options(CLI::App& command, fft_options& o) {
    stream_options& limits = o.limits;
    command
        .add_option("--memory", o.memory,
                    "Limit of the device memory used, such as 512M or 4G (default: 90 % of the device's memory)")
        ->type_name("BYTES")
        ->transform(amount_of_memory());
    command.add_option("--chunk", limits.chunk, "Target size of a chunk (default: 64M)")
        ->type_name("BYTES")
        ->transform(amount_of_memory());
    command.add_flag("--preload", limits.preload,
                     "Read all input before the device starts and write all output after it ends, to time the device "
                     "alone");
    command.add_flag("--quiet", limits.quiet, "Print no progress bar and no summary");
}

}  // namespace

void add_fft(CLI::App& app) {
    CLI::App* command = app.add_subcommand("fft", "Transform an array of any rank (.npy)");
    command->footer(
        "The forward transform has the sign exp(-i) and scale 1. The result is complex: c16 for input of f8 or c16 or\n"
        "with --double, else c8. Real input gives the full spectrum, too. The array is streamed through the device in\n"
        "chunks of whole transforms, so it may be larger than the device memory. If not even one transform fits there\n"
        "or in --memory, the axes are transformed in groups, as many at a time as fit, with the array in host memory.");
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
                                           "One to three axes; -1 is the last one (default: the last two)")
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
    command->callback([o, command] {
        o->limits.chunk_given = command->count("--chunk") > 0;
        run_fft(*o, *command);
    });
}

}  // namespace stockham::tools
