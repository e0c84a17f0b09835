// `stockham filter`: a picture with some of its frequencies taken away.
#include <algorithm>
#include <cmath>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command.hpp"
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

bool takes_mean_away(const tools::filter& f) {
    return gain(f, 0, 0) < 0.5;
}

double check_frequency(const char* option, double f) {
    if (!(f > 0 && f <= 0.5))
        throw usage_error(fmt::format("{}: {} cycles per pixel is not above 0 and up to 0.5", option, f));
    return f;
}

// An option that would be ignored is a mistake.
void check_effects(const filter_options& o, const CLI::App& command) {
    const auto given = [&](const char* name) { return command.count(name) > 0; };
    const bool has_edge = o.filter.band != band::all_pass || !o.filter.notches.empty();
    if (given("--shape") && !has_edge) throw usage_error("--shape: --all-pass has no edge to give a shape to");
    if (given("--order") && o.filter.shape != shape::butterworth)
        throw usage_error("--order: only --shape butterworth has an order");
    if (given("--order") && !has_edge) throw usage_error("--order: --all-pass has no edge");
    if (given("--radius") && o.filter.notches.empty()) throw usage_error("--radius: there is no --notch");
    if (o.no_offset && !takes_mean_away(o.filter))
        throw usage_error("--no-offset: this filter keeps the mean, so there is no offset");
}

void complete_filter(filter_options& o, const CLI::App& command) {
    const auto given = [&](const char* name) { return command.count(name) > 0; };
    const int bands = given("--all-pass") + given("--low-pass") + given("--high-pass") + given("--band-pass");
    if (bands > 1) throw usage_error("--all-pass, --low-pass, --high-pass and --band-pass: only one at a time");
    if (bands == 0 && o.filter.notches.empty())
        throw usage_error("no filter: give --all-pass, --low-pass, --high-pass, --band-pass or --notch");
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
        if (o.filter.low >= o.filter.high) throw usage_error("--band-pass: the first frequency must be the lower one");
    }
    for (const auto& [u, v] : o.filter.notches)
        if (!(std::abs(u) <= 0.5 && std::abs(v) <= 0.5))
            throw usage_error(fmt::format("--notch: ({}, {}) is not within -0.5 and 0.5 cycles per pixel", u, v));
    check_frequency("--radius", o.filter.radius);
    check_effects(o, command);
}

void run_filter(filter_options& o, const CLI::App& command) {
    complete_filter(o, command);
    picture image = read_picture(o.picture, o.max_pixels);
    output_file file(o.output);
    const real_plane channels = filtered(engine(o.device), o.filter, take_channels(image));
    // What is left when the mean is gone lies around zero: half of it would be lost below black.
    const bool lift = !o.no_offset && takes_mean_away(o.filter);
    if (lift) print_remark("the filter takes the mean away: zero is shown as mid-grey (--no-offset: as black)");
    report_clipped(put_channels(channels, lift ? static_cast<float>(image.highest() + 1) / 2 : 0, image));
    write_png(image, file);
}

void add_band_options(CLI::App& command, filter_options& o) {
    command.add_flag("--all-pass", o.all_pass, "Change nothing: the way there and back");
    command.add_option("--low-pass", o.low_pass, "Keep what is below this frequency")
        ->type_name("F")
        ->transform(decimal_number());
    command.add_option("--high-pass", o.high_pass, "Keep what is above this frequency")
        ->type_name("F")
        ->transform(decimal_number());
    command.add_option("--band-pass", o.band_pass, "Keep what is between two frequencies")
        ->type_name("F1 F2")
        ->expected(2)
        ->allow_extra_args(false)
        ->transform(decimal_number());
    command
        .add_option(
            "--notch", o.filter.notches,
            "Take away what is around this horizontal and vertical frequency and its mirror image; may be given "
            "again")
        ->type_name("U V")
        ->allow_extra_args(false)
        ->transform(decimal_number());
}

}  // namespace

void add_filter(CLI::App& app) {
    CLI::App* command = app.add_subcommand("filter", "Take frequencies out of a picture");
    command->footer(
        "Each channel is filtered, alpha stays. Frequencies are in cycles per pixel, 0 to 0.5 along an axis.\n"
        "Pictures of any size are taken as they are, as if they went on from each edge at the opposite one.");
    auto o = std::make_shared<filter_options>();
    command->add_option("PICTURE", o->picture, "PNG, JPEG, TIFF, .npy of u1 or u2, or - for stdin")->required();
    add_output_option(*command, o->output, output_kind::picture, "The PNG file to write, - for stdout")
        ->required()
        ->type_name("OUT.png");
    add_band_options(*command, *o);
    const std::vector<std::pair<std::string, shape>> shapes = {
        {"ideal", shape::ideal}, {"gaussian", shape::gaussian}, {"butterworth", shape::butterworth}};
    command
        ->add_option("--shape", o->filter.shape,
                     "ideal, gaussian (the default) or butterworth; the latter two have half the gain at F")
        ->type_name("SHAPE")
        ->transform(one_of(shapes));
    command->add_option("--order", o->filter.order, "Of butterworth only, 2 if not given")
        ->type_name("N")
        ->transform(whole_number(1, 50));
    command->add_option("--radius", o->filter.radius, "Of notches only, 0.02 if not given")
        ->type_name("R")
        ->transform(decimal_number());
    command->add_flag("--no-offset", o->no_offset, "Show zero as black even if the filter takes the mean away");
    add_max_pixels_option(*command, o->max_pixels);
    add_device_option(*command, o->device);
    command->callback([o, command] { run_filter(*o, *command); });
}

}  // namespace stockham::tools
