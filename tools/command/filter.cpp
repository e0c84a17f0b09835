// `stockham filter`: removes frequencies from a picture.
#include <algorithm>
#include <cmath>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "compiled_ahead.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "image/gain.hpp"
#include "image/picture.hpp"
#include "image/plane.hpp"
#include "image/spectra.hpp"
#include "output.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct filter_options {
    std::string picture;
    std::string output;
    std::string device;
    std::size_t max_pixels = default_max_pixels;
    bool all_pass = false;
    double low_pass = 0;
    double high_pass = 0;
    std::vector<double> band_pass;
    tools::filter filter;
    bool no_offset = false;
};

real_plane filtered(const engine& e, const tools::filter& f, const real_plane& channels) {
    plane spectra = half_spectra(e, channels);
    const auto gains = half_gains(f, channels.width, channels.height);
    for (std::size_t i = 0; i < spectra.values.size(); ++i) spectra.values[i] *= gains[i % gains.size()];
    return from_half_spectra(e, spectra, channels.width);
}

bool removes_mean(const tools::filter& f) {
    return gain(f, 0, 0) < 0.5;
}

double check_frequency(const char* option, double f) {
    if (!(f > 0 && f <= 0.5))
        throw usage_error(fmt::format("{}: must be above 0 and at most 0.5 cycles per pixel (got {})", option, f));
    return f;
}

// Refuses options that would be ignored.
void check_effects(const filter_options& o, const CLI::App& command) {
    const auto given = [&](const char* name) { return command.count(name) > 0; };
    const bool has_edge = o.filter.band != band::all_pass || !o.filter.notches.empty();
    if (given("--shape") && !has_edge) throw usage_error("--shape: has no effect with --all-pass");
    if (given("--order") && o.filter.shape != shape::butterworth)
        throw usage_error("--order: only --shape butterworth has an order");
    if (given("--order") && !has_edge) throw usage_error("--order: has no effect with --all-pass");
    if (given("--radius") && o.filter.notches.empty()) throw usage_error("--radius: has no effect without --notch");
    if (o.no_offset && !removes_mean(o.filter))
        throw usage_error("--no-offset: this filter keeps the mean, so there is no offset");
}

void complete_filter(filter_options& o, const CLI::App& command) {
    const auto given = [&](const char* name) { return command.count(name) > 0; };
    const int bands = given("--all-pass") + given("--low-pass") + given("--high-pass") + given("--band-pass");
    if (bands > 1) throw usage_error("--all-pass, --low-pass, --high-pass and --band-pass: only one at a time");
    if (bands == 0 && o.filter.notches.empty())
        throw usage_error("no filter given: use --all-pass, --low-pass, --high-pass, --band-pass or --notch");
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
    picture image = read_picture(o.picture, o.max_pixels);
    output_file file(o.output);
    const engine e(o.device);
    const real_plane given = take_channels(image);
    const compiled_ahead inverse(e, o.device, inverse_transform(given.width, given.height, given.count));
    const real_plane channels = filtered(e, o.filter, given);
    // Without its mean the picture varies around zero: without an offset, half of it would be clipped to black.
    const bool add_offset = !o.no_offset && removes_mean(o.filter);
    if (add_offset) print_remark("the filter removes the mean: zero is shown as mid-grey (with --no-offset as black)");
    report_clipped(put_channels(channels, add_offset ? static_cast<float>(image.highest() + 1) / 2 : 0, image));
    write_png(image, file);
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
        .add_option(
            "--notch", o.filter.notches,
            "Remove the frequencies around U (horizontal) and V (vertical), -0.5 to 0.5, and around their mirror image "
            "-U, -V; may be repeated")
        ->type_name("U V")
        ->allow_extra_args(false)
        ->transform(decimal_number());
}

}  // namespace

void add_filter(CLI::App& app) {
    CLI::App* command = app.add_subcommand("filter", "Remove frequencies from a picture");
    command->footer(
        "Each colour channel is filtered; alpha is kept. Frequencies are in cycles per pixel, 0 to 0.5 along an axis.\n"
        "Pictures may have any size and are not padded: their edges wrap around.");
    auto o = std::make_shared<filter_options>();
    command->add_option("PICTURE", o->picture, input_picture_text)->required();
    add_output_option(*command, o->output, output_kind::picture, "PNG file to write, or - for standard output")
        ->required()
        ->type_name("OUT.png");
    add_band_options(*command, *o);
    const std::vector<std::pair<std::string, shape>> shapes = {
        {"ideal", shape::ideal}, {"gaussian", shape::gaussian}, {"butterworth", shape::butterworth}};
    command
        ->add_option("--shape", o->filter.shape,
                     "Shape of the edges: ideal, gaussian (the default) or butterworth; gaussian and butterworth have "
                     "half the gain at F")
        ->type_name("SHAPE")
        ->transform(one_of(shapes));
    command->add_option("--order", o->filter.order, "Order of a butterworth edge, 1 to 50 (default: 2)")
        ->type_name("N")
        ->transform(whole_number(1, 50));
    command
        ->add_option("--radius", o->filter.radius,
                     "Radius of the notches in cycles per pixel, at most 0.5 (default: 0.02)")
        ->type_name("R")
        ->transform(decimal_number());
    command->add_flag("--no-offset", o->no_offset,
                      "Show zero as black, not as mid-grey, if the filter removes the mean");
    add_max_pixels_option(*command, o->max_pixels);
    add_device_option(*command, o->device);
    command->callback([o, command] { run_filter(*o, *command); });
}

}  // namespace stockham::tools
