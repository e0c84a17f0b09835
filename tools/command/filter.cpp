// `stockham filter`: removes frequencies from a picture.
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "command/picture_options.hpp"
#include "command/picture_work.hpp"
#include "compiled_ahead.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "image/by_size.hpp"
#include "image/edges.hpp"
#include "image/gain.hpp"
#include "image/peaks.hpp"
#include "image/picture_file.hpp"
#include "image/plane.hpp"
#include "image/spectra.hpp"
#include "image/view.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct filter_options {
    file_options files;
    std::string view;
    std::string device;
    read_options reading;
    write_options writing;
    boundary beyond = boundary::wrap;
    bool all_pass = false;
    double low_pass = 0;
    double high_pass = 0;
    std::vector<double> band_pass;
    tools::filter filter;
    std::string mask;
    bool remove_periodic = false;
    bool no_offset = false;
};

// A filter for pages of one size. Thread-safe.
template <class T>
class page_filter {
  public:
    page_filter(const tools::filter& f, boundary beyond, const picture& page)
        : filter_(f), down_(periodic_axis(beyond, page.height)), across_(periodic_axis(beyond, page.width)),
          gains_(in_precision(half_gains(f, across_.length, down_.length))) {}

    const tools::filter& filter() const noexcept { return filter_; }

    transform inverse(unsigned count) const {
        return inverse_transform(across_.length, down_.length, count,
                                 std::is_same_v<T, double> ? precision::f64 : precision::f32);
    }

    planes_of<T> operator()(const engine& e, const planes_of<T>& channels) const {
        const bool wraps = across_.length == across_.n && down_.length == down_.n;
        complex_planes<T> spectra = half_spectra(e, wraps ? channels : framed(channels, down_, across_));
        auto value = spectra.values.begin();
        for (std::size_t c = 0; c < spectra.count; ++c)
            for (const T gain : gains_) *value++ *= gain;
        return unframed(from_half_spectra(e, spectra, across_.length), down_, across_);
    }

  private:
    static std::vector<T> in_precision(const std::vector<double>& gains) { return {gains.begin(), gains.end()}; }

    tools::filter filter_;
    framed_axis down_, across_;
    std::vector<T> gains_;
};

bool removes_mean(const tools::filter& f) {
    return gain(f, 0, 0) * (f.mask.empty() ? 1 : f.mask.front()) < 0.5;
}

// A mask has the zero frequency in the middle, as in the pictures of `spectrum`. A real picture needs the same gain at
// a frequency and at its mirror image: the mean of both is taken.
std::vector<double> mask_gains(const std::string& name, const planes_of<double>& mask, const picture& page) {
    const std::size_t width = page.width, height = page.height;
    if (mask.width != width || mask.height != height)
        throw job_error(fmt::format("{}: the mask has {} x {} pixels, the picture has {} x {}", name, mask.width,
                                    mask.height, width, height));
    const auto at = [&](std::size_t y, std::size_t x) {
        return mask.values[(y + height / 2) % height * width + (x + width / 2) % width];
    };
    std::vector<double> gains;
    gains.reserve((width / 2 + 1) * height);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x <= width / 2; ++x)
            gains.push_back((at(y, x) + at((height - y) % height, (width - x) % width)) / 2);
    return gains;
}

// Finds the peaks of the first page and adds a notch for each. Their radius is a few points of the spectrum, unless
// --radius is given.
void add_periodic_notches(const engine& e, const picture_task& task, const picture& page, bool has_radius,
                          tools::filter& filter) {
    constexpr std::size_t most_peaks = 100;
    constexpr double notch_points = 3;
    const auto peaks = find_peaks(e, luminance<float>(page), most_peaks, least_prominence);
    if (peaks.empty()) throw job_error(fmt::format("{}: --remove-periodic finds no peaks", task.files.input));
    if (!has_radius) filter.radius = notch_points / static_cast<double>(std::min(page.width, page.height));
    for (const spectral_peak& peak : peaks) {
        task.remark(fmt::format("removes --notch {:.5f} {:.5f}, amplitude {:.4g}, {:.3g} times its surroundings",
                                peak.u, peak.v, peak.amplitude, peak.prominence));
        filter.notches.emplace_back(peak.u, peak.v);
    }
}

double check_frequency(const char* option, double f) {
    if (!(f > 0 && f <= 0.5))
        throw usage_error(fmt::format("{}: must be above 0 and at most 0.5 cycles per pixel (got {})", option, f));
    return f;
}

void check_size(const char* option, double pixels) {
    if (!(pixels > 0)) throw usage_error(fmt::format("{}: must be above 0 pixels (got {})", option, pixels));
}

// Refuses options that would be ignored.
void check_effects(const filter_options& o, const CLI::App& command) {
    const auto given = [&](const char* name) { return command.count(name) > 0; };
    const bool has_notch = !o.filter.notches.empty() || o.remove_periodic;
    const bool has_edge = o.filter.band != band::all_pass || has_notch;
    if (given("--edge") && !has_edge) throw usage_error("--edge: has no effect without a band or a notch");
    if (given("--order") && o.filter.shape != shape::butterworth)
        throw usage_error("--order: only --edge butterworth has an order");
    if (given("--order") && !has_edge) throw usage_error("--order: has no effect without a band or a notch");
    if (given("--radius") && !has_notch && o.filter.stripes == stripes::none)
        throw usage_error("--radius: has no effect without --notch, --remove-periodic or --stripes");
    if (!o.mask.empty() && o.beyond != boundary::wrap)
        throw usage_error("--mask: its frequencies are those of the picture itself; use --boundary wrap, the default");
    if (o.mask == "-" && o.files.inputs.front() == "-")
        throw usage_error("PICTURE and --mask: only one can be standard input");
    if (o.no_offset && o.mask.empty() && !removes_mean(o.filter))
        throw usage_error("--no-offset: this filter keeps the mean, so there is no offset");
}

void complete_filter(filter_options& o, const CLI::App& command) {
    const auto given = [&](const char* name) { return command.count(name) > 0; };
    const int bands = given("--all-pass") + given("--low-pass") + given("--high-pass") + given("--band-pass");
    if (bands > 1) throw usage_error("--all-pass, --low-pass, --high-pass and --band-pass: only one at a time");
    if (given("--large")) check_size("--large", o.filter.large);
    if (given("--small")) check_size("--small", o.filter.small);
    if (given("--large") && given("--small") && o.filter.small >= o.filter.large)
        throw usage_error(
            fmt::format("--small: must be smaller than --large (got {} and {})", o.filter.small, o.filter.large));
    const bool others = given("--large") || given("--small") || given("--stripes") || given("--mask");
    if (bands == 0 && o.filter.notches.empty() && !others && !o.remove_periodic)
        throw usage_error("no filter given: use --all-pass, --low-pass, --high-pass, --band-pass, --large, --small, "
                          "--notch, --remove-periodic, --stripes or --mask");
    if (given("--low-pass")) {
        o.filter.band = band::low_pass;
        o.filter.high = check_frequency("--low-pass", o.low_pass);
    } else if (given("--high-pass")) {
        o.filter.band = band::high_pass;
        o.filter.low = check_frequency("--high-pass", o.high_pass);
    } else if (given("--band-pass")) {
        o.filter.band = band::band_pass;
        o.filter.low = check_frequency("--band-pass", o.band_pass[0]);
        o.filter.high = check_frequency("--band-pass", o.band_pass[1]);
        if (o.filter.low >= o.filter.high)
            throw usage_error(
                fmt::format("--band-pass: F1 must be lower than F2 (got {} and {})", o.filter.low, o.filter.high));
    }
    for (const auto& [u, v] : o.filter.notches)
        if (!(std::abs(u) <= 0.5 && std::abs(v) <= 0.5))
            throw usage_error(
                fmt::format("--notch: U and V must be from -0.5 to 0.5 cycles per pixel (got {} and {})", u, v));
    check_frequency("--radius", o.filter.radius);
    check_effects(o, command);
}

// The level that a zero of the result is shown as.
double offset_for(const filter_options& o, const tools::filter& filter, const picture_sink& sink,
                  const picture_task& task, sample_type input) {
    if (!removes_mean(filter) || is_float(input) || is_float(sink.type())) return 0;
    if (o.no_offset || o.writing.beyond == out_of_range::normalise) return 0;
    // Without its mean the picture varies around zero: without an offset, half of it would be below black.
    task.remark("the filter removes the mean: zero is shown as mid-grey (with --no-offset as black)");
    return (white_of(input) + 1) / 2;
}

// The work of one command on its files. Thread-safe.
class filter_work {
  public:
    filter_work(const filter_options& o, late_engine& device, bool has_radius)
        : options_(o), device_(device), has_radius_(has_radius) {}

    void operator()(const picture_task& task) {
        picture_source source(task.files.input, options_.reading);
        picture page = source.page(0);
        picture_sink sink(task.files.output, options_.writing, facts_of(source, page));
        const auto memory = task.take_memory(page);
        const engine& e = device_.get();
        const picture input = options_.view.empty() ? picture() : page;
        if (!options_.view.empty()) sink.keep_first();
        const tools::filter used = in_precision_of(
            e, page.type, [&](auto zero) { return filter_pages<decltype(zero)>(e, task, source, page, sink); });
        finish_picture(sink, task.remark);
        if (options_.view.empty()) return;
        const auto gains = half_gains(used, input.width, input.height);
        write_view(options_.view, {shown(input), painted_spectrum(e, input, gains), shown(sink.first())});
    }

  private:
    template <class T>
    tools::filter filter_pages(const engine& e, const picture_task& task, picture_source& source, picture& page,
                               picture_sink& sink) {
        std::optional<compiled_ahead> inverse;
        const auto make = [&] {
            page_filter<T> made(filter_for(e, task, page), options_.beyond, page);
            inverse.emplace(e, options_.device, made.inverse(page.colours()));
            return made;
        };
        // Peaks are those of one picture; all other gains depend on the size only.
        const auto filter = options_.remove_periodic ? std::make_shared<const page_filter<T>>(make())
                                                     : kept<T>().get(page.width, page.height, page.colours(), make);
        const double offset = offset_for(options_, filter->filter(), sink, task, page.type);
        for (std::size_t k = 0; k < source.pages(); ++k) {
            if (k > 0) page = source.page(k);
            sink.add((*filter)(e, take_channels<T>(page)), offset, page);
        }
        return filter->filter();
    }

    tools::filter filter_for(const engine& e, const picture_task& task, const picture& page) {
        tools::filter filter = options_.filter;
        if (!options_.mask.empty()) filter.mask = mask_gains(options_.mask, mask(), page);
        if (options_.remove_periodic) add_periodic_notches(e, task, page, has_radius_, filter);
        return filter;
    }

    const planes_of<double>& mask() {
        const std::lock_guard lock(mask_guard_);
        if (!mask_) mask_ = luminance<double>(read_picture(options_.mask));
        return *mask_;
    }

    template <class T>
    by_size<page_filter<T>>& kept() {
        if constexpr (std::is_same_v<T, double>)
            return in_double_;
        else
            return in_single_;
    }

    const filter_options& options_;
    late_engine& device_;
    bool has_radius_;
    std::mutex mask_guard_;
    std::optional<planes_of<double>> mask_;
    by_size<page_filter<float>> in_single_;
    by_size<page_filter<double>> in_double_;
};

void run_filter(filter_options& o, const CLI::App& command) {
    complete_filter(o, command);
    const file_list list = list_pictures(o.files, o.writing);
    check_single(command, list, {"--view"});
    late_engine device(o.device);
    filter_work work(o, device, command.count("--radius") > 0);
    run_pictures(o.files, list, device, std::ref(work));
}

void add_band_options(CLI::App& command, filter_options& o) {
    command.add_flag("--all-pass", o.all_pass, "Keep all frequencies: the picture is transformed forward and back");
    command.add_option("--low-pass", o.low_pass, "Keep frequencies below F cycles per pixel, at most 0.5")
        ->type_name("F")
        ->transform(decimal_number());
    command.add_option("--high-pass", o.high_pass, "Keep frequencies above F cycles per pixel, at most 0.5")
        ->type_name("F")
        ->transform(decimal_number());
    command.add_option("--band-pass", o.band_pass, "Keep frequencies between F1 and F2 cycles per pixel, at most 0.5")
        ->type_name("F1 F2")
        ->expected(2)
        ->allow_extra_args(false)
        ->transform(decimal_number());
    command
        .add_option("--large", o.filter.large,
                    "Remove structures larger than D pixels, such as uneven light, and keep the mean, as in ImageJ")
        ->type_name("D")
        ->transform(decimal_number());
    command
        .add_option("--small", o.filter.small, "Remove structures smaller than D pixels, such as noise, as in ImageJ")
        ->type_name("D")
        ->transform(decimal_number());
    command
        .add_option(
            "--notch", o.filter.notches,
            "Remove the frequencies around U (horizontal) and V (vertical), -0.5 to 0.5, and around their mirror image "
            "-U, -V; may be repeated")
        ->type_name("U V")
        ->allow_extra_args(false)
        ->transform(decimal_number());
    command.add_flag(
        "--remove-periodic", o.remove_periodic,
        "Find the peaks of regular patterns such as hum or a screen, list them, and remove them by notches");
    const std::vector<std::pair<std::string, stripes>> directions = {{"horizontal", stripes::horizontal},
                                                                     {"vertical", stripes::vertical}};
    command
        .add_option("--stripes", o.filter.stripes, "Remove horizontal or vertical stripes (default: none are removed)")
        ->type_name("DIRECTION")
        ->transform(one_of(directions));
    command
        .add_option("--mask", o.mask,
                    "Multiply the spectrum by a picture or array of the same size, with the zero frequency in the "
                    "middle: black removes, white keeps, numbers are gains")
        ->type_name("FILE");
}

}  // namespace

void add_filter(CLI::App& app) {
    CLI::App* command = app.add_subcommand("filter", "Remove frequencies from a picture");
    command->footer(
        "Each colour channel is filtered; alpha is kept. Frequencies are in cycles per pixel, 0 to 0.5 along an axis.\n"
        "Pictures may have any size. By default their edges wrap around; with --boundary reflect or mirror the picture "
        "is\n"
        "continued by its mirror images, with nearest or constant by half its size. All pages are filtered.");
    auto o = std::make_shared<filter_options>();
    add_picture_files(*command, o->files, input_picture_text());
    add_picture_output(*command, o->files.output, "Picture or folder to write")->required();
    add_band_options(*command, *o);
    const std::vector<std::pair<std::string, shape>> shapes = {
        {"ideal", shape::ideal}, {"gaussian", shape::gaussian}, {"butterworth", shape::butterworth}};
    command
        ->add_option("--edge", o->filter.shape,
                     "Shape of the edges: ideal, gaussian (the default) or butterworth; gaussian and butterworth have "
                     "half the gain at F")
        ->type_name("SHAPE")
        ->transform(one_of(shapes));
    command->add_option("--order", o->filter.order, "Order of a butterworth edge, 1 to 50 (default: 2)")
        ->type_name("N")
        ->transform(whole_number(1, 50));
    command
        ->add_option(
            "--radius", o->filter.radius,
            "Radius of the notches, and half the width of --stripes, in cycles per pixel, at most 0.5 (default: "
            "0.02; for --remove-periodic 3 points of the spectrum)")
        ->type_name("R")
        ->transform(decimal_number());
    command->add_flag("--no-offset", o->no_offset,
                      "Show zero as black, not as mid-grey, if the filter removes the mean");
    command
        ->add_option("--boundary", o->beyond,
                     "Pixels beyond the edges: wrap (the default), reflect, mirror, nearest or constant (0), as in "
                     "scipy.ndimage")
        ->type_name("MODE")
        ->transform(one_of(boundary_words()));
    add_view_option(*command, o->view);
    add_writing_options(*command, o->writing);
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o, command] { run_filter(*o, *command); });
}

}  // namespace stockham::tools
