// `stockham convolve`: a picture convolved with a kernel.
#include <algorithm>
#include <memory>
#include <numeric>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "command/picture_options.hpp"
#include "fault.hpp"
#include "image/convolve.hpp"
#include "image/kernel.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct convolve_options {
    std::string picture;
    std::string kernel;
    std::string output;
    std::string view;
    std::string device;
    read_options reading;
    write_options writing;
    bool correlate = false;
    bool no_scale = false;
    boundary beyond = boundary::constant;
};

// A file's kernel. Integers are scaled to sum 1; floating-point numbers are the weights.
planes_of<double> read_weights(const convolve_options& o) {
    read_options reading;
    reading.max_pixels = o.reading.max_pixels;
    const picture file = read_picture(o.kernel, reading);
    planes_of<double> weights = luminance<double>(file);
    if (o.no_scale || is_float(file.type)) return weights;
    const double sum = std::accumulate(weights.values.begin(), weights.values.end(), 0.0);
    if (sum == 0) throw job_error(fmt::format("{}: the kernel is all black and cannot be scaled to sum 1", o.kernel));
    for (double& w : weights.values) w /= sum;
    return weights;
}

planes_of<double> find_weights(const convolve_options& o, const picture& page) {
    const auto named = kernel_of_word(o.kernel);
    if (named && o.no_scale) throw usage_error("--no-scale: has no effect on a kernel given by name or as text");
    const planes_of<double> weights = named ? *named : read_weights(o);
    if (weights.width > page.width || weights.height > page.height)
        throw job_error(fmt::format("{}: the kernel ({} x {} pixels) is larger than the picture ({} x {})", o.kernel,
                                    weights.width, weights.height, page.width, page.height));
    return weights;
}

template <class T>
planes_of<T> in_precision(const planes_of<double>& weights) {
    planes_of<T> out(weights.width, weights.height);
    std::transform(weights.values.begin(), weights.values.end(), out.values.begin(),
                   [](double w) { return static_cast<T>(w); });
    return out;
}

void run_convolve(const convolve_options& o) {
    if (o.picture == "-" && o.kernel == "-") throw usage_error("PICTURE and KERNEL: only one can be standard input");
    picture_source source(o.picture, o.reading);
    picture page = source.page(0);
    const planes_of<double> weights = find_weights(o, page);
    picture_sink sink(o.output, o.writing, facts_of(source, page));
    const engine e(o.device);
    const picture input = o.view.empty() ? picture() : page;
    if (!o.view.empty()) sink.keep_first();
    in_precision_of(e, page.type, [&](auto zero) {
        using number = decltype(zero);
        const planes_of<number> kernel = in_precision<number>(weights);
        for (std::size_t k = 0; k < source.pages(); ++k) {
            if (k > 0) page = source.page(k);
            sink.add(convolve(e, take_channels<number>(page), kernel, o.correlate, o.beyond), 0, page);
        }
    });
    finish_picture(sink);
    write_view(o.view, e, input, {}, sink);
}

}  // namespace

void add_convolve(CLI::App& app) {
    CLI::App* command = app.add_subcommand("convolve", "Convolve or correlate a picture with a kernel");
    command->footer(
        "Each colour channel of each page is convolved; alpha is kept. The result has the size of the picture. The\n"
        "origin of the kernel is its middle pixel, for an even size the lower or right one of the two. A coloured "
        "kernel\n"
        "is converted to luminance. A kernel in a file of integers is scaled to sum 1; all others are the weights\n"
        "themselves, with any sign. For results below black choose --clip, --normalise or --type f4.");
    auto o = std::make_shared<convolve_options>();
    command->add_option("PICTURE", o->picture, input_picture_text())->required();
    command
        ->add_option(
            "KERNEL", o->kernel,
            fmt::format("Kernel, no larger than PICTURE: a picture or array, a text such as \"0 -1 0; -1 5 -1; 0 "
                        "-1 0\", or one of {}",
                        kernel_names))
        ->required();
    add_picture_output(*command, o->output, "Picture to write")->required();
    command->add_flag("--correlate", o->correlate, "Correlate instead: the kernel is not flipped");
    command
        ->add_option("--boundary", o->beyond,
                     "Pixels beyond the edges: constant or zero (0, the default), reflect, mirror, nearest or wrap, as "
                     "in scipy.ndimage")
        ->type_name("MODE")
        ->transform(one_of(boundary_words()));
    command->add_flag("--no-scale", o->no_scale, "Do not scale a kernel of integers: black is 0, white is 1");
    add_view_option(*command, o->view);
    add_writing_options(*command, o->writing);
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o] { run_convolve(*o); });
}

}  // namespace stockham::tools
