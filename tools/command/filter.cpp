// `stockham filter`: removes frequencies from a picture.
#include <cmath>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/imaging/filter.hpp>
#include <stockham/imaging/spectrum.hpp>

#include "command.hpp"
#include "command/described_options.hpp"
#include "command/imaging_work.hpp"
#include "command/picture_options.hpp"
#include "command/picture_work.hpp"
#include "fault.hpp"
#include "image/page_view.hpp"
#include "image/view.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

using imaging::boundary;

struct filter_command {
    file_options files;
    std::string view;
    std::string device;
    read_options reading;
    write_options writing;
    bool all_pass = false;
    std::vector<double> band_pass;
    imaging::filter_options filter;
    std::string mask;
    bool remove_periodic = false;
    bool has_radius = false;  // --radius is given
    bool no_offset = false;
};

// Refuses options that would be ignored.
void check_effects(const filter_command& o, const CLI::App& command) {
    const auto given = [&](const char* name) { return command.count(name) > 0; };
    const bool has_notch = !o.filter.notch.empty() || o.remove_periodic;
    const bool has_edge = o.all_pass || o.filter.low_pass || o.filter.high_pass || has_notch;
    if (given("--edge") && (!has_edge || (o.all_pass && !has_notch)))
        throw usage_error("--edge: has no effect without a band or a notch");
    if (given("--order") && o.filter.edge != imaging::edge_shape::butterworth)
        throw usage_error("--order: only --edge butterworth has an order");
    if (given("--order") && (!has_edge || (o.all_pass && !has_notch)))
        throw usage_error("--order: has no effect without a band or a notch");
    if (o.has_radius && !has_notch && o.filter.stripes == imaging::stripe_direction::none)
        throw usage_error("--radius: has no effect without --notch, --remove-periodic or --stripes");
    if (o.mask == "-" && o.files.inputs.front() == "-")
        throw usage_error("PICTURE and --mask: only one can be standard input");
    if (o.no_offset && o.mask.empty() && imaging::gain_at(o.filter, 0, 0) >= 0.5)
        throw usage_error("--no-offset: this filter keeps the mean, so there is no offset");
}

// --band-pass is --high-pass and --low-pass.
void take_band(filter_command& o) {
    imaging::option_description row = *imaging::options_of<imaging::filter_options>().begin();
    row.name = "band-pass";
    with_files({}, [&] { imaging::check_option(row, o.band_pass); });
    if (o.band_pass[0] >= o.band_pass[1])
        throw usage_error(
            fmt::format("--band-pass: F1 must be lower than F2 (got {} and {})", o.band_pass[0], o.band_pass[1]));
    o.filter.high_pass = o.band_pass[0];
    o.filter.low_pass = o.band_pass[1];
}

void complete_filter(filter_command& o, const CLI::App& command) {
    const auto given = [&](const char* name) { return command.count(name) > 0; };
    const int bands = given("--all-pass") + given("--low-pass") + given("--high-pass") + given("--band-pass");
    if (bands > 1) throw usage_error("--all-pass, --low-pass, --high-pass and --band-pass: only one at a time");
    const bool others = given("--large") || given("--small") || given("--stripes") || given("--mask");
    if (bands == 0 && o.filter.notch.empty() && !others && !o.remove_periodic)
        throw usage_error("no filter given: use --all-pass, --low-pass, --high-pass, --band-pass, --large, --small, "
                          "--notch, --remove-periodic, --stripes or --mask");
    if (given("--band-pass")) take_band(o);
    o.has_radius = given("--radius");
    if (given("--mask")) {
        if (given("--boundary") && o.filter.boundary != boundary::wrap)
            throw usage_error("--mask: its frequencies are those of the picture itself; use --boundary wrap");
        o.filter.boundary = boundary::wrap;
    }
    with_files({}, [&] { imaging::check(o.filter); });
    check_effects(o, command);
}

// The work of one command on its files. Thread-safe.
class filter_work {
  public:
    filter_work(const filter_command& o, late_engine& device) : options_(o), device_(device) {}

    void operator()(const picture_task& task) {
        picture_source source(task.files.input, reading_of(options_.reading, task));
        picture page = source.page(0);
        picture_sink sink(task.files.output, options_.writing, facts_of(source, page));
        const auto memory = task.take_memory(page);
        const engine& e = device_.get();
        const picture input = options_.view.empty() ? picture() : page;
        if (!options_.view.empty()) sink.keep_first();
        imaging::filter_options used = options_.filter;
        if (options_.remove_periodic) add_periodic_notches(e, task, page, used);
        const double offset = offset_for(used, sink, task, page.type);
        in_precision_of(e, page.type, sink.type(), [&](auto zero) {
            using number = decltype(zero);
            const planes_of<number> weights = mask<number>();
            if (!options_.mask.empty()) used.mask = view_of(weights);
            each_page(source, page,
                      [&](picture& each) { sink.add(filtered<number>(e, task, each, used), offset, each); });
        });
        finish_picture(sink, task.remark);
        if (options_.view.empty()) return;
        const auto gain = [&](double u, double v) { return imaging::gain_at(used, u, v) * mask_at(u, v); };
        write_view(options_.view, {shown(input), painted_spectrum(e, input, gain), shown(sink.first())});
    }

  private:
    template <class T>
    planes_of<T> filtered(const engine& e, const picture_task& task, const picture& page,
                          const imaging::filter_options& used) {
        const page_channels<T> channels(page);
        planes_of<T> made(page.width, page.height, page.colours());
        imaging::array_view result = imaging::view_of(made.values.data(), channels.view().shape);
        compute(e, {{"pictures", task.files.input}, {"mask", options_.mask}},
                [&] { imaging::filter(e.imaging(), channels.view(), result, used); });
        return made;
    }

    // Finds the peaks of the first page and adds a notch for each. Their radius is a few points of the spectrum, unless
    // --radius is given.
    void add_periodic_notches(const engine& e, const picture_task& task, const picture& page,
                              imaging::filter_options& filter) {
        constexpr double notch_points = 3;
        std::vector<imaging::spectral_peak> peaks;
        const real_plane plane = luminance<float>(page);
        compute(e, {{"picture", task.files.input}}, [&] { peaks = imaging::find_peaks(e.imaging(), view_of(plane)); });
        if (peaks.empty()) throw job_error(fmt::format("{}: --remove-periodic finds no peaks", task.files.input));
        if (!options_.has_radius) filter.radius = notch_points / static_cast<double>(std::min(page.width, page.height));
        for (const auto& peak : peaks) {
            task.remark(fmt::format("removes --notch {:.5f} {:.5f}, amplitude {:.4g}, {:.3g} times its surroundings",
                                    peak.u, peak.v, peak.amplitude, peak.prominence));
            filter.notch.push_back({peak.u, peak.v});
        }
    }

    // The level that a zero of the result is shown as.
    double offset_for(const imaging::filter_options& filter, const picture_sink& sink, const picture_task& task,
                      sample_type input) {
        const double kept = imaging::gain_at(filter, 0, 0) * mask_at(0, 0);
        if (kept >= 0.5 || is_float(input) || is_float(sink.type())) return 0;
        if (options_.no_offset || options_.writing.beyond == out_of_range::normalise) return 0;
        // Without its mean the picture varies around zero: without an offset, half of it would be below black.
        task.remark("the filter removes the mean: zero is shown as mid-grey (with --no-offset as black)");
        return (white_of(input) + 1) / 2;
    }

    const planes_of<double>& whole_mask() {
        const std::lock_guard lock(mask_guard_);
        if (!mask_) mask_ = luminance<double>(read_picture(options_.mask));
        return *mask_;
    }

    template <class T>
    planes_of<T> mask() {
        if (options_.mask.empty()) return {};
        const planes_of<double>& whole = whole_mask();
        planes_of<T> made(whole.width, whole.height);
        std::transform(whole.values.begin(), whole.values.end(), made.values.begin(),
                       [](double v) { return static_cast<T>(v); });
        return made;
    }

    // The mask's gain at a frequency of its points.
    double mask_at(double u, double v) {
        if (options_.mask.empty()) return 1;
        const planes_of<double>& whole = whole_mask();
        const auto place = [](double f, std::size_t n) {
            return static_cast<std::size_t>(std::llround(f * static_cast<double>(n)) + static_cast<long long>(n / 2)) %
                   n;
        };
        return whole.values[place(v, whole.height) * whole.width + place(u, whole.width)];
    }

    const filter_command& options_;
    late_engine& device_;
    std::mutex mask_guard_;
    std::optional<planes_of<double>> mask_;
};

void run_filter(filter_command& o, const CLI::App& command) {
    complete_filter(o, command);
    const file_list list = list_pictures(o.files, o.writing);
    check_single(command, list, {"--view"});
    late_engine device(o.device);
    filter_work work(o, device);
    run_pictures(o.files, list, device, std::ref(work));
}

}  // namespace

void add_filter(CLI::App& app) {
    CLI::App* command = app.add_subcommand("filter", "Remove frequencies from a picture");
    command->footer(
        "Each colour channel is filtered; alpha is kept. Frequencies are in cycles per pixel, 0 to 0.5 along an axis.\n"
        "Pictures may have any size. Their edges are continued by mirror images; with --boundary wrap they are those\n"
        "of the opposite side, as the transform sees them. All pages are filtered.");
    auto o = std::make_shared<filter_command>();
    add_picture_files(*command, o->files, input_picture_text());
    add_picture_output(*command, o->files.output, "Picture or folder to write")->required();
    command->add_flag("--all-pass", o->all_pass, "Keep all frequencies: the picture is transformed forward and back");
    command->add_option("--band-pass", o->band_pass, "Keep frequencies between F1 and F2: --high-pass and --low-pass")
        ->type_name("F1 F2")
        ->expected(2)
        ->allow_extra_args(false)
        ->transform(decimal_number());
    add_options(*command, o->filter);
    command->add_flag(
        "--remove-periodic", o->remove_periodic,
        "Find the peaks of regular patterns such as hum or a screen, list them, and remove them by notches, by default "
        "with a --radius of 3 points of the spectrum");
    command
        ->add_option("--mask", o->mask,
                     "Multiply the spectrum by a picture or array of the same size, with the zero frequency in the "
                     "middle: black removes, white keeps, numbers are gains; needs --boundary wrap, its default then")
        ->type_name("FILE");
    command->add_flag("--no-offset", o->no_offset,
                      "Show zero as black, not as mid-grey, if the filter removes the mean");
    add_view_option(*command, o->view);
    add_writing_options(*command, o->writing);
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o, command] { run_filter(*o, *command); });
}

}  // namespace stockham::tools
