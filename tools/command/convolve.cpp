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
        throw job_error(fmt::format("{}: a kernel of {} x {} pixels is larger than the picture's {} x {}", o.kernel,
                                    weights.width, weights.height, image.width, image.height));
    if (o.raw) return weights;
    const double sum = std::accumulate(weights.values.begin(), weights.values.end(), 0.0);
    if (sum == 0) throw job_error(fmt::format("{}: all black, its sum cannot be made 1", o.kernel));
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
        "Each channel is convolved, alpha stays; the result has the picture's size. The kernel's origin is its\n"
        "middle (of an even side: the later one of the two there), a coloured one counts by its luminance. What\n"
        "gets brighter than white becomes white, and a remark says how much that is.");
    auto o = std::make_shared<convolve_options>();
    command->add_option("PICTURE", o->picture, "PNG, JPEG, TIFF, .npy of u1 or u2, or - for stdin")->required();
    command->add_option("KERNEL", o->kernel, "A picture no larger than that; its sum is made 1")->required();
    add_output_option(*command, o->output, output_kind::picture, "The PNG file to write, - for stdout")
        ->required()
        ->type_name("OUT.png");
    command->add_flag("--correlate", o->correlate, "Correlate: the kernel is not turned by half a circle");
    const std::vector<std::pair<std::string, boundary>> boundaries = {{"zero", boundary::zero},
                                                                      {"wrap", boundary::wrap}};
    command
        ->add_option("--boundary", o->beyond,
                     "What is beyond the edges: zero (black, the default), or wrap (what is at the opposite edge)")
        ->type_name("WHAT")
        ->transform(one_of(boundaries));
    command->add_flag("--raw", o->raw, "Take the kernel as it is, black 0 and white 1");
    add_max_pixels_option(*command, o->max_pixels);
    add_device_option(*command, o->device);
    command->callback([o] { run_convolve(*o); });
}

}  // namespace stockham::tools
