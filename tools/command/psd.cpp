// `stockham psd`: the power spectral density of a picture, averaged over directions.
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "fault.hpp"
#include "image/psd.hpp"
#include "output.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct psd_options {
    std::string picture;
    std::string output = "-";
    std::string device;
    std::size_t max_pixels = default_max_pixels;
};

void run_psd(const psd_options& o) {
    const real_plane p = luminance(read_picture(o.picture, o.max_pixels));
    if (p.width < 2 && p.height < 2) throw job_error(fmt::format("{}: one pixel has no frequencies", o.picture));
    output_file file(o.output);
    std::string text = "cycles/pixel,power\n";
    for (const auto& row : radial_power(engine(o.device), p))
        text += fmt::format("{:.6g},{:.6g}\n", row.frequency, row.power);
    file.write(text.data(), text.size());
    file.commit();
}

}  // namespace

void add_psd(CLI::App& app) {
    CLI::App* command = app.add_subcommand("psd", "The power spectral density of a picture, averaged over directions");
    command->footer(
        "A table with the columns cycles/pixel (from 1 / the longer side to 0.5) and power, which is that of the\n"
        "luminance (black 0, white 1; without its mean, under Hann's window) in squared luminance per "
        "(cycle/pixel)^2:\n"
        "white noise of variance s^2 has the power s^2 at every frequency, and the integral over all frequencies of\n"
        "both axes is the variance.");
    auto o = std::make_shared<psd_options>();
    command->add_option("PICTURE", o->picture, "PNG, JPEG, TIFF, .npy of u1 or u2, or - for stdin")->required();
    add_output_option(*command, o->output, output_kind::table, "The CSV file to write, stdout if not given")
        ->type_name("OUT.csv");
    add_max_pixels_option(*command, o->max_pixels);
    add_device_option(*command, o->device);
    command->callback([o] { run_psd(*o); });
}

}  // namespace stockham::tools
