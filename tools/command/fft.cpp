// `stockham fft`: transforms an array in a .npy file, streamed through the device.
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "array/array_job.hpp"
#include "array/device_list.hpp"
#include "array/file_transform.hpp"
#include "array/npy.hpp"
#include "bytes.hpp"
#include "command.hpp"
#include "command/fft_summary.hpp"
#include "command/picture_options.hpp"
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
    std::string output, format;
    std::string device;
    std::size_t max_pixels = default_max_pixels;
    std::vector<int> axes, sizes;
    bool real = false, shift = false, external = false;
    tools::family kind = family::full;
    unsigned type = 2;
    normalisation norm = normalisation::backward;
    memory_limits memory{};
    bool resume = false, quiet = false;
    bool inverse = false;
    bool double_precision = false;
    bool single_precision = false;
};

// As in numpy: f2, f4 and c8 are computed in single precision, all other types, also integers, in double precision.
precision choose_precision(const fft_options& o, const npy_type& type) {
    const bool is_single = (type.kind == 'f' && type.size <= 4) || (type.kind == 'c' && type.size == 8);
    const bool is_double = o.double_precision || (!is_single && !o.single_precision);
    return is_double ? precision::f64 : precision::f32;
}

struct fft_input {
    std::unique_ptr<input_file> file;
    std::vector<int> axes;  ///< the default ones; none: the last two
};

fft_input open_input(const fft_options& o, const picture_format* format) {
    if (format == nullptr) return {std::make_unique<input_file>(o.input), {}};
    read_options reading;
    reading.max_pixels = o.max_pixels;
    reading.external = o.external;
    picture_path path = split_path(o.input);
    path.external = o.external;
    if (format->array != nullptr) return {std::make_unique<input_file>(format->array(path), path.file, o.input), {}};
    picture_source source(o.input, reading);
    // The default of the last two axes would include the channels of a picture.
    const int height = source.pages() > 1 ? 1 : 0;
    return {std::make_unique<input_file>(bytes_in_memory(pages_as_npy(source)), path.file, o.input),
            {height, height + 1}};
}

// Arrays are written as .npy unless the extension, or --format, is that of another format for arrays.
array_frame (*frame_of_output(const picture_path& path, const std::string& named))(const array_request&) {
    const picture_format* format = format_by_name(named);
    if (format == nullptr) format = format_by_extension(extension_of(path.file));
    if (format == nullptr) format = format_by_name("NPY");
    if (format->frame == nullptr)
        throw job_error(fmt::format("cannot write {}: {}", path.file, why_not_written(*format)));
    return format->frame;
}

npy_header read_header(input_file& file) {
    npy_header header =
        read_npy_header(file.name(), [&](void* to, std::size_t bytes) { return file.read_some(to, bytes); });
    if (file.is_regular()) check_npy_size(header, file.size() - header.data_offset, file.name());
    return header;
}

// Refuses what numpy and scipy do not define.
void check_kind(const fft_options& o, const npy_type& type, const CLI::App& command) {
    const bool trigonometric = o.kind == family::dct || o.kind == family::dst;
    if (command.count("--type") > 0 && !trigonometric) throw usage_error("--type: only --kind dct and dst have types");
    if (o.real && trigonometric) throw usage_error("--real: cosine and sine transforms are real anyway");
    if (o.shift && trigonometric) throw usage_error("--shift: cosine and sine transforms have no negative frequencies");
    if (type.is_complex() && trigonometric)
        throw job_error(
            fmt::format("{}: a cosine or sine transform needs real numbers (got {})", o.input, type.text()));
    if (type.is_complex() && o.real && !o.inverse)
        throw job_error(fmt::format("{}: --real needs real numbers (got {})", o.input, type.text()));
}

// The lengths in the order of the axes; -1 is the length of the input.
std::vector<std::size_t> lengths_of(const fft_options& o, const array_job& job) {
    std::vector<std::size_t> lengths;
    if (o.sizes.empty()) return lengths;
    if (o.sizes.size() != job.axes.size())
        throw usage_error(fmt::format("--size: needs a number for each of {} (got {})",
                                      count_text(job.axes.size(), "axis", "axes"), o.sizes.size()));
    for (std::size_t k = 0; k < job.axes.size(); ++k) {
        if (o.sizes[k] < 1 && o.sizes[k] != -1)
            throw usage_error(
                fmt::format("--size: {} is no length; 1 or more, or -1 for that of the input", o.sizes[k]));
        const std::size_t own = job.input_shape[job.axes[k]];
        const bool halved = o.real && o.inverse && k + 1 == job.axes.size();
        lengths.push_back(o.sizes[k] == -1 ? (halved ? 2 * (own - 1) : own) : static_cast<std::size_t>(o.sizes[k]));
    }
    return lengths;
}

// The halved axis is the last one that was given. The order of the others does not matter: that of the memory is the
// fastest.
void sort_axes(array_job& job) {
    std::vector<std::pair<std::size_t, std::size_t>> both;
    for (std::size_t k = 0; k < job.axes.size(); ++k)
        both.emplace_back(job.axes[k], job.lengths.empty() ? 0 : job.lengths[k]);
    std::sort(both.begin(), both.end() - (job.family == family::real ? 1 : 0));
    for (std::size_t k = 0; k < both.size(); ++k) {
        job.axes[k] = both[k].first;
        if (!job.lengths.empty()) job.lengths[k] = both[k].second;
    }
}

// An array in Fortran order is one in C order with its axes reversed.
void reverse_axes(array_job& job) {
    std::reverse(job.input_shape.begin(), job.input_shape.end());
    for (std::size_t& axis : job.axes) axis = job.input_shape.size() - 1 - axis;
}

void check_lengths(const fft_options& o, const array_job& job) {
    const auto shape = transformed_shape(job), out = output_shape(job);
    const bool one = o.kind == family::dct && o.type == 1;
    for (const std::size_t axis : job.axes) {
        if (out[axis] == 0 || shape[axis] == 0)
            throw job_error(fmt::format("{}: a half spectrum of one point has no length; give --size", o.input));
        if (one && shape[axis] < 2)
            throw job_error(fmt::format("{}: a dct of type 1 needs at least 2 points (got {})", o.input, shape[axis]));
    }
}

array_job make_job(const fft_options& o, const npy_header& header, const std::vector<int>& default_axes) {
    array_job job;
    job.input_shape = header.shape;
    job.axes = resolve_axes(o.axes.empty() ? default_axes : o.axes, header.shape.size());
    job.lengths = lengths_of(o, job);
    job.precision = choose_precision(o, header.type);
    job.family = o.real ? family::real : o.kind;
    job.type = o.type;
    job.inverse = o.inverse;
    job.norm = o.norm;
    job.shift = o.shift;
    job.real_input = !header.type.is_complex();
    if (header.fortran) reverse_axes(job);
    sort_axes(job);
    check_lengths(o, job);
    return job;
}

/// An array of height, width and channels looks like a stack of three-column pictures: the default may be wrong.
void report_axes(const fft_options& o, const npy_header& header, const std::vector<int>& default_axes) {
    const auto axes = resolve_axes(default_axes, header.shape.size());
    if (!o.axes.empty() || o.quiet || header.shape.size() <= axes.size()) return;
    print_remark(
        fmt::format("transforms axes {} of {} (see --axes)", fmt::join(axes, " and "), shape_text(header.shape)));
}

void run_fft(const fft_options& o, const CLI::App& command) {
    using clock = std::chrono::steady_clock;
    const auto start = clock::now();
    const picture_format* format = o.input == "-" ? nullptr : format_of_picture(o.input);
    if (format == nullptr && command.count("--max-pixels") > 0)
        throw usage_error(
            fmt::format("--max-pixels: {} is not a picture", o.input == "-" ? "standard input" : o.input));
    const auto [input, default_axes] = open_input(o, format);
    const npy_header header = read_header(*input);
    check_kind(o, header.type, command);
    file_transform what;
    what.job = make_job(o, header, default_axes);
    check(transform_of(what.job));
    what.output = split_path(o.output);
    what.frame = frame_of_output(what.output, o.format);
    what.devices = devices_of(o.device, what.job.precision == precision::f64,
                              [](const std::string& line) { print_log("stockham: " + line + "\n"); });
    what.device_memory = o.memory[0];
    what.host_memory = o.memory[1];
    what.resume = o.resume;
    what.quiet = o.quiet;
    const auto report = transform_file(what, *input, header);
    report_axes(o, header, default_axes);
    const double total = std::chrono::duration<double>(clock::now() - start).count();
    if (o.quiet) return;
    print_log(summary_of(report, transform_of(what.job)) +
              fmt::format("  {:<10} {:9.3f} s  wall time of the command\n", "total", total));
}

void add_streaming_options(CLI::App& command, fft_options& o) {
    add_memory_option(command, o.memory);
    command.add_flag("--resume", o.resume,
                     "Keep the work of a run that is interrupted, even by kill -9, in hidden files beside the output; "
                     "repeat the command to go on");
    command.add_flag("--quiet", o.quiet, "Print no progress bar and no summary");
}

void add_kind_options(CLI::App& command, fft_options& o) {
    command.add_flag("--inverse", o.inverse, "Inverse transform: the sign is exp(+i), the scale 1/N by default");
    command.add_flag("--real", o.real,
                     "Half spectrum of real numbers: the last of the axes has N/2 + 1 points (N rounded down); with "
                     "--inverse from one to real numbers");
    const std::vector<std::pair<std::string, tools::family>> kinds = {
        {"fft", family::full}, {"dct", family::dct}, {"dst", family::dst}};
    command
        .add_option(
            "--kind", o.kind,
            "Transform: fft (the default), dct or dst; cosine and sine transforms of real numbers, real results")
        ->type_name("KIND")
        ->transform(one_of(kinds));
    command.add_option("--type", o.type, "Type of a dct or dst, 1 to 4 (default: 2)")
        ->type_name("N")
        ->transform(whole_number(1, 4));
    const std::vector<std::pair<std::string, normalisation>> norms = {
        {"backward", normalisation::backward}, {"ortho", normalisation::ortho}, {"forward", normalisation::forward}};
    command
        .add_option("--norm", o.norm,
                    "Place of the scale 1/N: backward (the inverse transform, the default), forward, or ortho "
                    "(1/sqrt(N) in both)")
        ->type_name("NORM")
        ->transform(one_of(norms));
    command
        .add_option_function<std::string>(
            "--size", [&o](const std::string& list) { o.sizes = read_whole_numbers(list); },
            "Length of the transform along each of the axes: the input is cut or followed by zeros; -1 keeps the "
            "length. With --real --inverse, the last one is that of the real numbers (default: even)")
        ->type_name("N,M,..")
        ->transform(whole_numbers());
    command.add_flag("--shift", o.shift,
                     "Zero frequency in the middle of the result, of an inverse transform in that of the input; a "
                     "halved axis is left alone");
}

}  // namespace

void add_fft(CLI::App& app) {
    CLI::App* command = app.add_subcommand("fft", "Transform an array of any rank (.npy, HDF5)");
    command->footer(
        "Results are those of numpy.fft.fftn, with --real of rfftn, with --kind of scipy.fft.dctn and dstn, with "
        "--inverse\n"
        "of their inverses. As in numpy, f2, f4 and c8 are computed in single precision, all other types in double. "
        "Real\n"
        "input gives the full spectrum, unless --real is given. An array in Fortran order gives one in Fortran order. "
        "The\n"
        "array may be larger than the memory of the device and of the host: it makes one or more trips to the device, "
        "in\n"
        "parts that fit (docs/out_of_core.md). `stockham plan PROBLEM --host` shows the trips before.");
    auto o = std::make_shared<fft_options>();
    command
        ->add_option(
            "IN", o->input,
            "Array (.npy), or - for standard input; or FILE.npz:NAME or FILE.h5:/PATH; or a picture or its pages, "
            "transformed along height and width")
        ->required();
    add_output_option(*command, o->output, output_kind::array,
                      "File to write (.npy, or FILE.h5:/PATH), or - for standard output")
        ->required()
        ->type_name("OUT");
    command
        ->add_option("--format", o->format, "Format of the output: npy or hdf5 (default: by its extension, else npy)")
        ->type_name("FORMAT")
        ->transform(one_of(std::vector<std::string>{"npy", "hdf5"}));
    const auto take_axes = [o](const std::string& list) { o->axes = read_whole_numbers(list); };
    command
        ->add_option_function<std::string>("--axes", take_axes,
                                           "One to five axes; -1 is the last one (default: the last two)")
        ->type_name("A,B,..")
        ->transform(whole_numbers());
    add_kind_options(*command, *o);
    CLI::Option* in_double = command->add_flag("--double", o->double_precision,
                                               "Compute in double precision (default for f8, c16 and integers)");
    command->add_flag("--single", o->single_precision, "Compute in single precision (default for f2, f4 and c8)")
        ->excludes(in_double);
    add_streaming_options(*command, *o);
    add_max_pixels_option(*command, o->max_pixels);
    add_external_data_option(*command, o->external);
    command
        ->add_option("--device", o->device,
                     "Device to use: its number in `stockham devices`, gpu, cpu, or a part of its name; several with "
                     "commas, or all, to share the work (default: STOCKHAM_DEVICE, else the fastest GPU, else the CPU)")
        ->type_name("DEVICE");
    command->callback([o, command] { run_fft(*o, *command); });
}

}  // namespace stockham::tools
