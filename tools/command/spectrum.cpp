// `stockham spectrum`: the 2-D spectrum of a picture, as a picture.
#include <memory>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "command/picture_options.hpp"
#include "command/picture_work.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "image/colour_map.hpp"
#include "image/peaks.hpp"
#include "image/phantom.hpp"
#include "image/plane.hpp"
#include "image/spectra.hpp"
#include "image/window.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct spectrum_options {
    file_options files;
    std::string device;
    read_options reading;
    write_options writing;
    window_shape window = window_shape::none;
    trend removed = trend::none;
    std::size_t peaks = 0;
    bool phase = false;
    bool grey = false;
};

constexpr unsigned phantom_samples = 4;

bool is_complex_array(const picture_data& data) {
    return format_by_start(data.bytes) == format_by_name("NPY") && parse_npy(data.bytes, data.name).type.is_complex();
}

// Real planes under the window, for the pages of a file.
plane spectrum_of(const engine& e, const spectrum_options& o, const real_plane& p) {
    if (o.window == window_shape::none && o.removed == trend::none) return full_spectrum(e, p);
    return full_spectrum(e, windowed(p, window_of(o.window, p.height), window_of(o.window, p.width), o.removed));
}

// Floating-point numbers are the values that a painted picture shows.
void add_shown(const spectrum_options& o, const plane& spectrum, picture_sink& sink) {
    const auto values = o.phase ? phase_share(spectrum) : log_magnitude(spectrum);
    if (is_float(sink.type())) {
        real_plane shown(spectrum.width, spectrum.height);
        shown.values = values;
        sink.add(shown, 0, make_picture(o.files.output, spectrum.width, spectrum.height, 1, sample_type::f32));
        return;
    }
    const colour_map coloured = o.phase ? colour_map::cyclic : colour_map::sequential;
    const picture painted = paint(values, spectrum.width, spectrum.height, o.grey ? colour_map::grey : coloured);
    sink.add(take_channels<float>(painted), 0, painted);
}

// In a format that holds floating point, the values are written without a colour map, unless --type asks for integers.
picture_sink open_sink(const spectrum_options& o, const std::string& output, std::size_t pages) {
    const bool is_number = o.writing.type ? is_float(*o.writing.type) : holds_floats(output, o.writing);
    return picture_sink(output, o.writing,
                        {is_number ? sample_type::f32 : sample_type::u8, o.grey || is_number ? 1u : 3u, pages});
}

// The peaks of each page, as the numbers that `filter --notch` takes.
void print_peaks(const engine& e, const spectrum_options& o, picture_source& source) {
    std::string text;
    for (std::size_t k = 0; k < source.pages(); ++k) {
        if (source.pages() > 1) text += fmt::format("page {}\n", k + 1);
        const auto peaks = find_peaks(e, luminance<float>(source.page(k)), o.peaks, least_prominence);
        if (peaks.empty()) print_remark(fmt::format("{}: no peaks", source.name()));
        for (const spectral_peak& peak : peaks)
            text += fmt::format("--notch {:.5f} {:.5f}   amplitude {:.4g}, {:.3g} times its surroundings\n", peak.u,
                                peak.v, peak.amplitude, peak.prominence);
    }
    print_result(text);
}

void check_spectrum_options(const spectrum_options& o) {
    if (o.files.output.empty() && o.peaks == 0) throw usage_error("spectrum: nothing to do; give -o OUT or --peaks N");
    if (o.files.output == "-" && o.peaks > 0)
        throw usage_error("--output: must be a file (got '-'); the peaks go to standard output");
}

void write_phantom_spectrum(const spectrum_options& o, std::size_t n, const CLI::App& command) {
    if (o.peaks > 0) throw usage_error("--peaks: has no effect on a phantom");
    for (const char* option : {"--max-pixels", "--raw", "--shape", "--nan", "--resume"})
        if (command.count(option) > 0) throw usage_error(fmt::format("{}: has no effect on a phantom", option));
    picture_sink sink = open_sink(o, o.files.output, 1);
    add_shown(o, spectrum_of(engine(o.device), o, phantom_picture(n, phantom_samples)), sink);
    finish_picture(sink);
}

void write_complex_spectrum(const spectrum_options& o, const picture_data& data, const picture_task& task,
                            late_engine& device) {
    if (o.peaks > 0) throw usage_error("--peaks: has no effect on complex numbers");
    if (o.window != window_shape::none || o.removed != trend::none)
        throw usage_error("--window, --detrend: have no effect on complex numbers");
    const plane p = decode_plane(data.bytes, data.name, o.reading.max_pixels);
    picture_sink sink = open_sink(o, task.files.output, 1);
    add_shown(o, full_spectrum(device.get(), p), sink);
    finish_picture(sink, task.remark);
}

void write_spectrum(const spectrum_options& o, const picture_task& task, late_engine& device) {
    picture_data data = read_picture_data(task.files.input, o.reading);
    if (!o.reading.raw && is_complex_array(data)) return write_complex_spectrum(o, data, task, device);
    picture_source source(std::move(data), o.reading);
    const picture first = source.page(0);
    real_plane page = scaled_luminance(first);
    if (o.files.output.empty()) return print_peaks(device.get(), o, source);
    picture_sink sink = open_sink(o, task.files.output, source.pages());
    const auto memory = task.take_memory(first);
    const engine& e = device.get();
    if (o.peaks > 0) print_peaks(e, o, source);
    for (std::size_t k = 0; k < source.pages(); ++k) {
        if (k > 0) page = scaled_luminance(source.page(k));
        add_shown(o, spectrum_of(e, o, page), sink);
    }
    finish_picture(sink, task.remark);
}

void run_spectrum(const spectrum_options& o, const CLI::App& command) {
    check_spectrum_options(o);
    if (const std::size_t n = phantom_size(o.files.inputs.front()); n > 0 && o.files.inputs.size() == 1)
        return write_phantom_spectrum(o, n, command);
    const file_list list = list_pictures(o.files, o.writing);
    check_single(command, list, {"--peaks"});
    late_engine device(o.device);
    run_pictures(o.files, list, device, [&](const picture_task& task) { write_spectrum(o, task, device); });
}

}  // namespace

void add_spectrum(CLI::App& app) {
    CLI::App* command = app.add_subcommand("spectrum", "Write the 2-D spectrum of a picture as a picture");
    auto o = std::make_shared<spectrum_options>();
    command->footer(
        "Shows the logarithm of the magnitude of the transformed luminance, with the zero frequency in the\n"
        "middle. Formats that hold floating point, such as .npy and .tif, get the values themselves instead of "
        "colours, 0\n"
        "to 1 for the logarithm and 0 to 1 turns for the phase; with --type u1 they get the colours. Complex .npy "
        "arrays\n"
        "of two axes are transformed, too.");
    add_picture_files(*command, o->files,
                      fmt::format("{}; or phantom[:N] for a Shepp-Logan phantom of N x N pixels (default: {})",
                                  input_picture_text(), default_phantom_size));
    add_picture_output(*command, o->files.output, "Picture or folder to write");
    command
        ->add_option("--peaks", o->peaks,
                     "List the N strongest peaks of regular patterns, as options for filter; -o may be left out")
        ->type_name("N")
        ->transform(whole_number(1, 1000));
    command->add_flag("--phase", o->phase, "Show the phase instead of the magnitude");
    command->add_flag("--grey", o->grey, "Use grey levels instead of colours");
    command
        ->add_option("--window", o->window, "Window against the edges: none (the default), hann, hamming or blackman")
        ->type_name("SHAPE")
        ->transform(one_of(window_words()));
    command
        ->add_option("--detrend", o->removed,
                     "Remove before the window: none (the default), constant (the mean) or linear (the best plane)")
        ->type_name("WHAT")
        ->transform(one_of(trend_words()));
    add_writing_options(*command, o->writing);
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o, command] { run_spectrum(*o, *command); });
}

}  // namespace stockham::tools
