// `stockham filter`: removes frequencies from a picture.
#include <algorithm>
#include <cmath>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "command.hpp"
#include "command/filter_work.hpp"
#include "command/picture_options.hpp"
#include "fault.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

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

void run_filter(filter_options& o, const CLI::App& command) {
    complete_filter(o, command);
    const file_list list = list_pictures(o.files, o.writing);
    check_single(command, list, {"--view"});
    late_engine device(o.device);
    run_pictures(o.files, list, device, filter_pictures(o, device, command.count("--radius") > 0));
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
