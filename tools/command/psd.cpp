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
    if (p.width < 2 && p.height < 2)
        throw job_error(fmt::format("{}: too small (1 x 1 pixels); one side must have at least 2", o.picture));
    output_file file(o.output);
    std::string text = "cycles/pixel,power\n";
    for (const auto& row : radial_power(engine(o.device), p))
        text += fmt::format("{:.6g},{:.6g}\n", row.frequency, row.power);
    file.write(text.data(), text.size());
    file.commit();
}

}  // namespace

void add_psd(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("psd", "Print the power spectral density of a picture, averaged over directions");
    command->footer(
        "The CSV table has the columns cycles/pixel (from 1 / longer side to 0.5) and power. The power is that of the\n"
        "luminance (black 0, white 1), without its mean and under a Hann window. Its unit is squared luminance per\n"
        "(cycle/pixel)^2: white noise of variance s^2 has power s^2 at every frequency, and the integral over all\n"
        "frequencies of both axes is the variance.");
    auto o = std::make_shared<psd_options>();
    command->add_option("PICTURE", o->picture, input_picture_text)->required();
    add_output_option(*command, o->output, output_kind::table, "CSV file to write (default: standard output)")
        ->type_name("OUT.csv");
    add_max_pixels_option(*command, o->max_pixels);
    add_device_option(*command, o->device);
    command->callback([o] { run_psd(*o); });
}

}  // namespace stockham::tools
