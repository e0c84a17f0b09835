// `stockham convolve`: a picture convolved with a kernel.
#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/imaging/convolve.hpp>

#include "command.hpp"
#include "command/described_options.hpp"
#include "command/imaging_work.hpp"
#include "command/picture_options.hpp"
#include "command/picture_work.hpp"
#include "fault.hpp"
#include "image/kernel.hpp"
#include "image/page_view.hpp"
#include "image/view.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct convolve_command {
    file_options files;
    std::string kernel;
    std::string view;
    std::string device;
    read_options reading;
    write_options writing;
    imaging::convolve_options how;
    bool no_scale = false;
};

// A file's kernel. Integers are scaled to sum 1; floating-point numbers are the weights.
planes_of<double> read_weights(const convolve_command& o) {
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

planes_of<double> find_weights(const convolve_command& o) {
    const auto named = named_kernel(o.kernel);
    if (named && o.no_scale) throw usage_error("--no-scale: has no effect on a kernel given by name or as text");
    return named ? *named : read_weights(o);
}

template <class T>
planes_of<T> in_precision(const planes_of<double>& weights) {
    planes_of<T> out(weights.width, weights.height, weights.count);
    std::transform(weights.values.begin(), weights.values.end(), out.values.begin(),
                   [](double w) { return static_cast<T>(w); });
    return out;
}

// The work of one command on its files. Thread-safe.
class convolve_work {
  public:
    convolve_work(const convolve_command& o, late_engine& device)
        : options_(o), device_(device), weights_(find_weights(o)), how_(o.how) {
        how_.magnitude = weights_.count > 1;
    }

    void operator()(const picture_task& task) {
        picture_source source(task.files.input, reading_of(options_.reading, task));
        picture page = source.page(0);
        check_weights(page);
        picture_sink sink(task.files.output, options_.writing, facts_of(source, page));
        const auto memory = task.take_memory(page);
        const engine& e = device_.get();
        const picture input = options_.view.empty() ? picture() : page;
        if (!options_.view.empty()) sink.keep_first();
        in_precision_of(e, page.type, sink.type(), [&](auto zero) {
            using number = decltype(zero);
            const planes_of<number> weights = in_precision<number>(weights_);
            each_page(source, page, [&](picture& each) {
                const page_channels<number> channels(each);
                planes_of<number> made(each.width, each.height, each.colours());
                const auto result = imaging::view_of(made.values.data(), channels.view().shape);
                compute(e, {{"pictures", task.files.input}, {"kernel", options_.kernel}},
                        [&] { imaging::convolve(e.imaging(), channels.view(), view_of(weights), result, how_); });
                sink.add(made, 0, each);
            });
        });
        finish_picture(sink, task.remark);
        if (options_.view.empty()) return;
        write_view(options_.view, {shown(input), painted_spectrum(e, input), shown(sink.first())});
    }

  private:
    void check_weights(const picture& page) const {
        if (weights_.width <= page.width && weights_.height <= page.height) return;
        throw job_error(fmt::format("{}: the kernel ({} x {} pixels) is larger than the picture ({} x {})",
                                    options_.kernel, weights_.width, weights_.height, page.width, page.height));
    }

    const convolve_command& options_;
    late_engine& device_;
    planes_of<double> weights_;
    imaging::convolve_options how_;
};

// Without --kernel, the last argument is the kernel.
void take_kernel(convolve_command& o) {
    if (!o.kernel.empty()) return;
    if (o.files.inputs.size() < 2) throw usage_error("KERNEL is required: as the last argument or with --kernel");
    o.kernel = o.files.inputs.back();
    o.files.inputs.pop_back();
}

void run_convolve(convolve_command& o, const CLI::App& command) {
    take_kernel(o);
    if (o.files.inputs.front() == "-" && o.kernel == "-")
        throw usage_error("PICTURE and KERNEL: only one can be standard input");
    const file_list list = list_pictures(o.files, o.writing);
    check_single(command, list, {"--view"});
    late_engine device(o.device);
    convolve_work work(o, device);
    run_pictures(o.files, list, device, std::ref(work));
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
    auto o = std::make_shared<convolve_command>();
    add_picture_files(*command, o->files, input_picture_text() + "; without --kernel the last argument is the kernel");
    command
        ->add_option(
            "--kernel", o->kernel,
            fmt::format("Kernel, no larger than PICTURE: a picture or array, a text such as \"0 -1 0; -1 5 -1; 0 "
                        "-1 0\", or one of {} (default: the last argument)",
                        fmt::join(kernel_names(), ", ")))
        ->type_name("TEXT");
    add_picture_output(*command, o->files.output, "Picture or folder to write")->required();
    add_options(*command, o->how, {"correlate", "boundary"});
    command->add_flag("--no-scale", o->no_scale, "Do not scale a kernel of integers: black is 0, white is 1");
    add_view_option(*command, o->view);
    add_writing_options(*command, o->writing);
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o, command] { run_convolve(*o, *command); });
}

}  // namespace stockham::tools
