// `stockham register`: the shift between two pictures.
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "compiled_ahead.hpp"
#include "fault.hpp"
#include "image/registration.hpp"
#include "image/spectra.hpp"
#include "output.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct register_options {
    std::string first;
    std::string second;
    std::string output;
    std::string device;
    std::size_t max_pixels = default_max_pixels;
    double min_peak = 0.05;
    bool no_window = false;
};

real_plane read_luminance(const picture& image, const std::string& name) {
    real_plane p = luminance(image);
    if (!variation_of(p).any())
        throw job_error(fmt::format("{}: cannot register, all pixels have the same luminance", name));
    return p;
}

void write_aligned(const engine& e, picture image, const shift& s, output_file& file) {
    report_clipped(put_channels(shifted(e, take_channels(image), -s.down, -s.right), 0, image));
    write_png(image, file);
}

// Measured with photographs: docs/command.md has the table.
void check_peak(const shift& s, double least) {
    if (s.peak >= least) return;
    throw job_error(fmt::format("no shift explains the difference: the best one, dy {:.3f} dx {:.3f}, has peak {:.3f}, "
                                "which is below {} (see --min-peak)",
                                s.down, s.right, s.peak, least));
}

void run_register(const register_options& o) {
    if (!(o.min_peak >= 0 && o.min_peak <= 1))
        throw usage_error(fmt::format("--min-peak: must be from 0 to 1 (got {})", o.min_peak));
    if (o.output == "-") throw usage_error("--output: must be a file (got '-'); the shift goes to standard output");
    if (o.first == "-" && o.second == "-") throw usage_error("A and B: only one can be standard input");
    const picture a = read_picture(o.first, o.max_pixels);
    const picture b = read_picture(o.second, o.max_pixels);
    if (a.width != b.width || a.height != b.height)
        throw job_error(fmt::format("the sizes differ: {} has {} x {} pixels, {} has {} x {}", o.first, a.width,
                                    a.height, o.second, b.width, b.height));
    const real_plane fixed = read_luminance(a, o.first), moving = read_luminance(b, o.second);
    std::unique_ptr<output_file> file;
    if (!o.output.empty()) file = std::make_unique<output_file>(o.output);
    const engine e(o.device);
    const compiled_ahead inverse(e, o.device, inverse_transform(fixed.width, fixed.height, 1));
    const shift s = find_shift(e, fixed, moving, !o.no_window);
    check_peak(s, o.min_peak);
    if (!s.down_known && a.height > 1) print_remark("a picture does not vary vertically: dy is not known");
    if (!s.right_known && a.width > 1) print_remark("a picture does not vary horizontally: dx is not known");
    if (file) write_aligned(e, b, s, *file);
    print_result(fmt::format("dy {:.3f} dx {:.3f} peak {:.3f}\n", s.down, s.right, s.peak));
}

}  // namespace

void add_register(CLI::App& app) {
    CLI::App* command = app.add_subcommand("register", "Find the shift between two pictures");
    command->footer(
        "Prints dy, dx and peak, found by phase correlation of the luminances.\n"
        "dy, dx: how far B lies below and right of A, in pixels, to about 0.01 pixels.\n"
        "peak: the confidence, from 0 to 1. It is the share of the frequencies in both pictures that agree with the\n"
        "shift, minus what the best shift of unrelated pictures reaches by chance. At 1 a circular shift explains\n"
        "the whole difference; at 0 it explains no more than chance. New content at the edges, noise and\n"
        "quantisation lower the peak.\n"
        "The command fails if the peak is below --min-peak or if a picture is uniform. It does not detect rotation\n"
        "or scaling: a small one lowers the peak, a larger one leaves none.");
    auto o = std::make_shared<register_options>();
    command->add_option("A", o->first, input_picture_text)->required();
    command->add_option("B", o->second, "Second picture, of the same size as A, in any of its formats")->required();
    add_output_option(*command, o->output, output_kind::picture,
                      "Also write B shifted back onto A, as PNG; edges wrap around")
        ->type_name("ALIGNED.png");
    command->add_flag("--no-window", o->no_window, "Do not apply a Hann window; for pictures whose edges wrap around");
    command
        ->add_option("--min-peak", o->min_peak,
                     "Fail if the peak is below P, 0 to 1 (default: 0.05; 0 accepts any shift)")
        ->type_name("P")
        ->transform(decimal_number());
    add_max_pixels_option(*command, o->max_pixels);
    add_device_option(*command, o->device);
    command->callback([o] { run_register(*o); });
}

}  // namespace stockham::tools
