// `stockham register`: how far one picture is shifted against another.
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "fault.hpp"
#include "image/registration.hpp"
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
        throw job_error(fmt::format("{}: nothing to register by, it is the same everywhere", name));
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
        throw usage_error(fmt::format("--min-peak: {} is not within 0 and 1", o.min_peak));
    if (o.output == "-") throw usage_error("--output: standard output is for the shift, give a file");
    if (o.first == "-" && o.second == "-") throw usage_error("A and B: only one can be standard input");
    const picture a = read_picture(o.first, o.max_pixels);
    const picture b = read_picture(o.second, o.max_pixels);
    if (a.width != b.width || a.height != b.height)
        throw job_error(fmt::format("the sizes differ: {} has {} x {} pixels, {} {} x {}", o.first, a.width, a.height,
                                    o.second, b.width, b.height));
    const real_plane fixed = read_luminance(a, o.first), moving = read_luminance(b, o.second);
    std::unique_ptr<output_file> file;
    if (!o.output.empty()) file = std::make_unique<output_file>(o.output);
    const engine e(o.device);
    const shift s = find_shift(e, fixed, moving, !o.no_window);
    check_peak(s, o.min_peak);
    if (!s.down_known && a.height > 1) print_remark("a picture is the same all the way down: dy is not known");
    if (!s.right_known && a.width > 1) print_remark("a picture is the same all the way across: dx is not known");
    if (file) write_aligned(e, b, s, *file);
    print_result(fmt::format("dy {:.3f} dx {:.3f} peak {:.3f}\n", s.down, s.right, s.peak));
}

}  // namespace

void add_register(CLI::App& app) {
    CLI::App* command = app.add_subcommand("register", "Find how far one picture is shifted against another");
    command->footer(
        "By phase correlation of the luminances: dy and dx are pixels that B lies lower and further right than A, to\n"
        "about a hundredth. peak says how sure that is: the share of the frequencies in both pictures that agree with\n"
        "the shift, less what the best shift of unrelated pictures gets by chance. 1: the shift, around the edges,\n"
        "explains all; 0: no more than chance. New content at the edges, noise and rounding to levels lower it.\n"
        "A peak below --min-peak is a failure, and so are pictures that are the same everywhere. A rotation or a\n"
        "change of scale is not found: a small one lowers the peak, a larger one leaves none.");
    auto o = std::make_shared<register_options>();
    command->add_option("A", o->first, "PNG, JPEG, TIFF, .npy of u1 or u2, or - for stdin")->required();
    command->add_option("B", o->second, "The same, of the same size")->required();
    add_output_option(*command, o->output, output_kind::picture,
                      "Write B shifted back onto A; what leaves comes in at the other edge")
        ->type_name("ALIGNED.png");
    command->add_flag("--no-window", o->no_window,
                      "Without Hann's window: for pictures that go on from each edge at the opposite one");
    command->add_option("--min-peak", o->min_peak, "Fail if the peak is lower, 0.05 if not given; 0: take any shift")
        ->type_name("P")
        ->transform(decimal_number());
    add_max_pixels_option(*command, o->max_pixels);
    add_device_option(*command, o->device);
    command->callback([o] { run_register(*o); });
}

}  // namespace stockham::tools
