// `stockham ctf`: the radial profile of a micrograph's power spectrum.
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/imaging.hpp>

#include "command.hpp"
#include "command/imaging_work.hpp"
#include "command/picture_options.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "output.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct ctf_options {
    std::string input;
    std::string output = "-";
    std::string plot;
    std::string device;
    read_options reading;
    std::size_t tile = 512;
    double lowest = 0.02;
    double pitch = 1;
};

void run_ctf(const ctf_options& o) {
    const picture page = read_picture(o.input, o.reading);
    const real_plane plane = luminance<float>(page);
    const engine e(o.device);
    std::optional<figure_file> plot = open_plot(o.plot, o.output);
    output_file file(o.output);
    std::string text = "frequency,power,background,contrast\n";
    figure f;
    f.across = {"spatial frequency", o.pitch == 1 ? "cycles/pixel" : "cycles per unit of the pitch"};
    f.up = {"power spectral density", "", 0, 0, true};
    f.curves = {{"power", {}}, {"background", {}}};
    with_files({{"picture", o.input}}, [&] {
        for (const auto& ring : imaging::thon_rings(
                 e.imaging(), imaging::view_of(plane.values, {plane.height, plane.width}), o.tile, o.lowest)) {
            text += fmt::format("{:.6g},{:.6g},{:.6g},{:.5g}\n", ring.frequency / o.pitch, ring.power, ring.background,
                                ring.contrast);
            f.curves[0].points.push_back({ring.frequency / o.pitch, ring.power});
            f.curves[1].points.push_back({ring.frequency / o.pitch, ring.background});
        }
    });
    if (plot) plot->write(f);
    file.write(text.data(), text.size());
    file.commit();
}

}  // namespace

void add_ctf(CLI::App& app) {
    CLI::App* command = app.add_subcommand("ctf", "Print the radial profile of a micrograph's power (Thon rings)");
    command->footer(
        "The CSV table has the columns frequency, power, background and contrast: the mean power spectral density of\n"
        "overlapping tiles over a ring of frequencies, a smooth curve through its logarithm, and log(power / "
        "background),\n"
        "whose oscillations are those of the contrast transfer function. Frequencies are in cycles per pixel, or with\n"
        "--pitch in cycles per its unit.");
    auto o = std::make_shared<ctf_options>();
    command->add_option("PICTURE", o->input, input_picture_text())->required();
    add_output_option(*command, o->output, output_kind::table, "CSV file to write (default: standard output)")
        ->type_name("OUT.csv");
    add_plot_option(*command, o->plot, "power and background");
    command->add_option("--tile", o->tile, "Side of the tiles in pixels, at least 32 (default: 512)")
        ->type_name("N")
        ->transform(whole_number(32, 1 << 15));
    command
        ->add_option("--lowest", o->lowest,
                     "Fit the background to frequencies above F cycles per pixel (default: 0.02)")
        ->type_name("F")
        ->transform(decimal_number());
    command->add_option("--pitch", o->pitch, "Size of a pixel (default: 1)")
        ->type_name("P")
        ->transform(decimal_number());
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o] {
        if (!(o->pitch > 0)) throw usage_error(fmt::format("--pitch: must be above 0 (got {})", o->pitch));
        run_ctf(*o);
    });
}

}  // namespace stockham::tools
