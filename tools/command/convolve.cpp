// `stockham convolve`: a picture convolved with another one.
#include <memory>
#include <numeric>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "fault.hpp"
#include "image/convolve.hpp"
#include "output.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct convolve_options {
    std::string picture;
    std::string kernel;
    std::string output;
    std::string device;
    std::size_t max_pixels = default_max_pixels;
    bool correlate = false;
    bool raw = false;
    boundary beyond = boundary::zero;
};

real_plane read_weights(const convolve_options& o, const picture& image) {
    real_plane weights = luminance(read_picture(o.kernel, o.max_pixels));
    if (weights.width > image.width || weights.height > image.height)
        throw job_error(fmt::format("{}: the kernel ({} x {} pixels) is larger than the picture ({} x {})", o.kernel,
                                    weights.width, weights.height, image.width, image.height));
    if (o.raw) return weights;
    const double sum = std::accumulate(weights.values.begin(), weights.values.end(), 0.0);
    if (sum == 0) throw job_error(fmt::format("{}: the kernel is all black and cannot be scaled to sum 1", o.kernel));
    for (float& w : weights.values) w = static_cast<float>(w / sum);
    return weights;
}

void run_convolve(const convolve_options& o) {
    if (o.picture == "-" && o.kernel == "-") throw usage_error("PICTURE and KERNEL: only one can be standard input");
    picture image = read_picture(o.picture, o.max_pixels);
    const real_plane weights = read_weights(o, image);
    output_file file(o.output);
    const auto channels = convolve(engine(o.device), take_channels(image), weights, o.correlate, o.beyond);
    report_clipped(put_channels(channels, 0, image));
    write_png(image, file);
}

}  // namespace

void add_convolve(CLI::App& app) {
    CLI::App* command = app.add_subcommand("convolve", "Convolve or correlate a picture with another one");
    command->footer(
        "Each colour channel is convolved; alpha is kept. The result has the size of the picture. The origin of the\n"
        "kernel is its middle pixel, for an even size the lower or right one of the two. A coloured kernel is\n"
        "converted to luminance. Values above white are clipped; their number is printed on standard error.");
    auto o = std::make_shared<convolve_options>();
    command->add_option("PICTURE", o->picture, input_picture_text)->required();
    command->add_option("KERNEL", o->kernel, "Kernel: a picture no larger than PICTURE, scaled to sum 1")->required();
    add_output_option(*command, o->output, output_kind::picture, "PNG file to write, or - for standard output")
        ->required()
        ->type_name("OUT.png");
    command->add_flag("--correlate", o->correlate, "Correlate instead: the kernel is not flipped");
    const std::vector<std::pair<std::string, boundary>> boundaries = {{"zero", boundary::zero},
                                                                      {"wrap", boundary::wrap}};
    command
        ->add_option("--boundary", o->beyond,
                     "Pixels beyond the edges: zero (black, the default) or wrap (edges wrap around)")
        ->type_name("MODE")
        ->transform(one_of(boundaries));
    command->add_flag("--raw", o->raw, "Do not scale the kernel: black is 0, white is 1");
    add_max_pixels_option(*command, o->max_pixels);
    add_device_option(*command, o->device);
    command->callback([o] { run_convolve(*o); });
}

}  // namespace stockham::tools
