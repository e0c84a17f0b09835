// `stockham spectrum`: the 2-D spectrum of a picture, as a picture.
#include <memory>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/imaging/spectrum.hpp>

#include "command.hpp"
#include "command/described_options.hpp"
#include "command/imaging_work.hpp"
#include "command/picture_options.hpp"
#include "command/picture_work.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "image/figure.hpp"
#include "image/page_view.hpp"
#include "image/phantom.hpp"
#include "image/plane.hpp"
#include "image/shown_spectrum.hpp"
#include "image/view.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct spectrum_command {
    file_options files;
    std::string device;
    read_options reading;
    write_options writing;
    imaging::spectrum_options how;
    std::size_t peaks = 0;
    bool phase = false;
    bool grey = false;
    bool axes = false;
    std::optional<colour_map> colours;
    std::vector<double> range;  // in decibels below the largest magnitude; empty: the default scale
    double floor = 0;
    std::string view;
};

constexpr unsigned phantom_samples = 4;

bool is_complex_array(const picture_data& data) {
    return format_by_start(data.bytes) == format_by_name("NPY") && parse_npy(data.bytes, data.name).type.is_complex();
}

value_rows shares_of(const spectrum_command& o, const real_plane& spectrum) {
    if (o.phase) return rows_of(spectrum);
    return o.range.empty() ? log_magnitude(spectrum) : decibel_share(spectrum, o.range[0], o.range[1]);
}

colour_map map_of(const spectrum_command& o) {
    return o.grey ? colour_map::grey : o.colours.value_or(o.phase ? colour_map::cyclic : colour_map::sequential);
}

picture painted(const spectrum_command& o, const real_plane& spectrum) {
    return paint(shares_of(o, spectrum), spectrum.width, spectrum.height, map_of(o));
}

// The frequencies at the edges of a side of n points, whose frequency 0 is at point n / 2.
figure_axis frequency_axis(const char* label, std::size_t n) {
    const double edge = (static_cast<double>(n / 2) + 0.5) / static_cast<double>(n);
    return {label, "cycles/pixel", -edge, 1 - edge};
}

// Figures have a scale in decibels, so that the colour bar has a unit.
figure figure_of(spectrum_command o, const real_plane& spectrum) {
    if (o.range.empty()) o.range = {-100, 0};
    const figure_axis phase = {"phase", "turns", 0, 1};
    const figure_axis magnitude = {"relative magnitude", "dB", o.range[0], o.range[1]};
    figure f;
    f.across = frequency_axis("u", spectrum.width);
    f.up = frequency_axis("v", spectrum.height);
    std::swap(f.up.first, f.up.last);  // v runs downward
    f.image = {shares_of(o, spectrum),      spectrum.width, spectrum.height, map_of(o),
               o.phase ? phase : magnitude, !o.phase};
    return f;
}

// The picture to write. Floating-point numbers are the values that a painted picture shows.
picture shown_as(const spectrum_command& o, const real_plane& spectrum, sample_type type) {
    if (!is_float(type)) return o.axes ? painted_figure(figure_of(o, spectrum)) : painted(o, spectrum);
    picture image = make_picture(o.files.output, spectrum.width, spectrum.height, 1, sample_type::f32);
    const value_rows shares = shares_of(o, spectrum);
    for (std::size_t y = 0; y < image.height; ++y) shares(y, image.data<float>() + y * image.width);
    return image;
}

void write_spectrum_view(const spectrum_command& o, const picture& input, const real_plane& spectrum) {
    write_view(o.view, {shown(input), shown(painted(o, spectrum))});
}

// In a format that holds floating point, the values are written without a colour map, unless --type asks for integers.
page_facts facts_of_output(const spectrum_command& o, const std::string& output, std::size_t pages) {
    const bool is_number = o.writing.type ? is_float(*o.writing.type) : holds_floats(output, o.writing);
    if (is_number && (o.axes || o.colours))
        throw usage_error(fmt::format("{}: {} gets the numbers themselves; write colours with --type u1 or a format "
                                      "such as .png",
                                      o.axes ? "--axes" : "--colours", output));
    const bool is_grey = is_number || (!o.axes && (o.grey || o.colours == colour_map::grey));
    return {is_number ? sample_type::f32 : sample_type::u8, is_grey ? 1u : 3u, pages};
}

// A file of spectra: a picture, or one figure as SVG.
class spectrum_file {
  public:
    spectrum_file(const spectrum_command& o, const std::string& path, std::size_t pages) : o_(o) {
        if (!figure_file::is_svg(path, o.writing)) {
            sink_.emplace(path, o.writing, facts_of_output(o, path, pages));
        } else if (pages == 1) {
            svg_.emplace(path);
        } else {
            throw job_error(fmt::format("cannot write {}: SVG has one page, and the input has {}", path, pages));
        }
    }

    void add(const real_plane& spectrum, const picture_metadata& of_input = {}) {
        if (svg_) return svg_->write(figure_of(o_, spectrum));
        picture image = shown_as(o_, spectrum, sink_->type());
        if (!o_.axes) image.metadata = of_input;
        leave_domain(image.metadata);
        sink_->add(std::move(image));
    }

    void finish(const std::function<void(const std::string&)>& remark = print_remark) {
        if (sink_) finish_picture(*sink_, remark);
    }

  private:
    const spectrum_command& o_;
    std::optional<figure_file> svg_;
    std::optional<picture_sink> sink_;
};

// The peaks of each page, as the numbers that `filter --notch` takes.
void print_peaks(const engine& e, const spectrum_command& o, picture_source& source) {
    std::string text;
    for (std::size_t k = 0; k < source.pages(); ++k) {
        if (source.pages() > 1) text += fmt::format("page {}\n", k + 1);
        const real_plane page = luminance<float>(source.page(k));
        std::vector<imaging::spectral_peak> peaks;
        compute(e, {{"picture", source.name()}},
                [&] { peaks = imaging::find_peaks(e.imaging(), view_of(page), {o.peaks}); });
        if (peaks.empty()) print_remark(fmt::format("{}: no peaks", source.name()));
        for (const auto& peak : peaks)
            text += fmt::format("--notch {:.5f} {:.5f}   amplitude {:.4g}, {:.3g} times its surroundings\n", peak.u,
                                peak.v, peak.amplitude, peak.prominence);
    }
    print_result(text);
}

// Completes --range from --floor, and refuses options without an effect.
void complete_spectrum(spectrum_command& o, const CLI::App& command) {
    const auto given = [&](const char* name) { return command.count(name) > 0; };
    for (const char* option : {"--axes", "--colours", "--grey", "--range", "--floor", "--phase", "--view"})
        if (given(option) && o.files.output.empty())
            throw usage_error(fmt::format("{}: has no effect without -o", option));
    for (const char* option : {"--range", "--floor"})
        if (given(option) && o.phase) throw usage_error(fmt::format("{}: a phase has no magnitude", option));
    if (given("--range") && given("--floor")) throw usage_error("--range, --floor: only one at a time");
    if (given("--floor") && !(o.floor > 0))
        throw usage_error(fmt::format("--floor: must be above 0 dB (got {})", o.floor));
    if (given("--floor")) o.range = {-o.floor, 0};
    if (given("--range") && o.range[0] >= o.range[1])
        throw usage_error(fmt::format("--range: LOW must be below HIGH (got {} and {})", o.range[0], o.range[1]));
    if (o.grey && o.colours) throw usage_error("--grey, --colours: only one at a time");
}

void check_spectrum_options(const spectrum_command& o) {
    with_files({}, [&] { imaging::check(o.how); });
    if (o.files.output.empty() && o.peaks == 0) throw usage_error("spectrum: nothing to do; give -o OUT or --peaks N");
    if (o.files.output == "-" && o.peaks > 0)
        throw usage_error("--output: must be a file (got '-'); the peaks go to standard output");
}

void write_phantom_spectrum(const spectrum_command& o, std::size_t n, const CLI::App& command) {
    if (o.peaks > 0) throw usage_error("--peaks: has no effect on a phantom");
    for (const char* option :
         {"--max-pixels", "--raw", "--shape", "--channels", "--alpha", "--nan", "--resume", "--view"})
        if (command.count(option) > 0) throw usage_error(fmt::format("{}: has no effect on a phantom", option));
    spectrum_file file(o, o.files.output, 1);
    file.add(spectrum_of(engine(o.device), phantom_picture(n, phantom_samples), o.how));
    file.finish();
}

void write_complex_spectrum(const spectrum_command& o, const picture_data& data, const picture_task& task,
                            late_engine& device) {
    if (o.peaks > 0) throw usage_error("--peaks: has no effect on complex numbers");
    if (!o.view.empty()) throw usage_error("--view: has no effect on complex numbers");
    if (o.how.window != imaging::window_shape::none || o.how.detrend != imaging::trend::none)
        throw usage_error("--window, --detrend: have no effect on complex numbers");
    const plane p = decode_plane(data.bytes, data.name, o.reading.max_pixels);
    spectrum_file file(o, task.files.output, 1);
    real_plane values(p.width, p.height);
    const auto complex = imaging::view_of(p.values.data(), {p.height, p.width});
    const engine& e = device.get();
    compute(e, {{"picture", data.name}}, [&] { imaging::spectrum(e.imaging(), complex, view_of(values), o.how); });
    file.add(values);
    file.finish(task.remark);
}

// Adds the spectrum of a page, which loses its samples unless they are shown.
void add_page(const engine& e, const spectrum_command& o, picture& page, bool viewed, spectrum_file& file) {
    const real_plane p = scaled_luminance(page);
    if (!viewed) page.release();
    real_plane spectrum;
    compute(e, {}, [&] { spectrum = spectrum_of(e, p, o.how); });
    if (viewed) write_spectrum_view(o, page, spectrum);
    file.add(spectrum, page.metadata);
}

void write_spectrum(const spectrum_command& o, const picture_task& task, late_engine& device) {
    picture_data data = read_picture_data(task.files.input, o.reading);
    if (!o.reading.raw && is_complex_array(data)) return write_complex_spectrum(o, data, task, device);
    picture_source source(std::move(data), reading_of(o.reading, task));
    picture page = source.page(0);
    if (o.files.output.empty()) return print_peaks(device.get(), o, source);
    spectrum_file file(o, task.files.output, source.pages());
    const auto memory = task.take_memory(page);
    const engine& e = device.get();
    if (o.peaks > 0) print_peaks(e, o, source);
    bool viewed = !o.view.empty();
    each_page(source, page, [&](picture& each) {
        add_page(e, o, each, viewed, file);
        viewed = false;
    });
    file.finish(task.remark);
}

void run_spectrum(spectrum_command& o, const CLI::App& command) {
    if (o.phase) o.how.value = imaging::spectrum_value::phase;
    check_spectrum_options(o);
    complete_spectrum(o, command);
    if (const std::size_t n = phantom_size(o.files.inputs.front()); n > 0 && o.files.inputs.size() == 1)
        return write_phantom_spectrum(o, n, command);
    const file_list list = list_pictures(o.files, o.writing);
    check_single(command, list, {"--peaks", "--view"});
    late_engine device(o.device);
    run_pictures(o.files, list, device, [&](const picture_task& task) { write_spectrum(o, task, device); });
}

void add_look_options(CLI::App& command, spectrum_command& o) {
    command.add_flag("--grey", o.grey, "Use grey levels instead of colours");
    const std::vector<std::pair<std::string, colour_map>> maps = {
        {"grey", colour_map::grey}, {"sequential", colour_map::sequential}, {"cyclic", colour_map::cyclic}};
    command
        .add_option_function<int>(
            "--colours", [&o](int map) { o.colours = static_cast<colour_map>(map); },
            "Colour map: sequential (dark violet to light yellow, the default), cyclic (the default of --phase) or "
            "grey")
        ->type_name("MAP")
        ->transform(one_of(maps));
    command
        .add_option("--range", o.range,
                    "Show magnitudes from LOW to HIGH decibels, where 0 is the largest one, such as -80 0 (default: a "
                    "logarithm whose highest thousandth is white)")
        ->type_name("LOW HIGH")
        ->expected(2)
        ->allow_extra_args(false)
        ->transform(decimal_number());
    command.add_option("--floor", o.floor, "Show magnitudes down to D decibels below the largest one: --range -D 0")
        ->type_name("D")
        ->transform(decimal_number());
    command.add_flag("--axes", o.axes,
                     "Draw axes with the frequencies in cycles per pixel, and a colour bar in decibels");
    add_view_option(command, o.view, "input and spectrum");
}

}  // namespace

void add_spectrum(CLI::App& app) {
    CLI::App* command = app.add_subcommand("spectrum", "Write the 2-D spectrum of a picture as a picture");
    auto o = std::make_shared<spectrum_command>();
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
    add_output_option(
        *command, o->files.output, output_kind::figure,
        "Picture or folder to write; its extension chooses the format, and .svg is a figure with axes; - is "
        "standard output")
        ->type_name("OUT");
    command
        ->add_option("--peaks", o->peaks,
                     "List the N strongest peaks of regular patterns, as options for filter; -o may be left out")
        ->type_name("N")
        ->transform(whole_number(1, 1000));
    command->add_flag("--phase", o->phase, "Show the phase instead of the magnitude");
    add_look_options(*command, *o);
    add_options(*command, o->how, {"window", "symmetric_window", "detrend"});
    add_writing_options(*command, o->writing);
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o, command] { run_spectrum(*o, *command); });
}

}  // namespace stockham::tools
