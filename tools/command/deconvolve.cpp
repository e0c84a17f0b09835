// `stockham deconvolve`: removes a known blur from a picture.
#include <cmath>
#include <memory>
#include <type_traits>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/imaging.hpp>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "command/deconvolve_psf.hpp"
#include "command/imaging_work.hpp"
#include "command/picture_options.hpp"
#include "command/picture_work.hpp"
#include "fault.hpp"
#include "image/kernel.hpp"
#include "image/view.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

using imaging::deconvolution_method;

enum class edges { estimate, constant, nearest, reflect, mirror, wrap };

struct deconvolve_options {
    file_options files;
    std::string psf;
    std::string view;
    std::string device;
    read_options reading;
    write_options writing;
    deconvolution_method method = deconvolution_method::richardson_lucy;
    edges beyond = edges::estimate;
    imaging::deconvolution_options how;
    double noise = 0, balance = 0;
    std::size_t overlap = 0;
    bool volume = false;
    bool no_scale = false;
};

std::string report_text(const imaging::deconvolution_report& report, const imaging::deconvolution_options& how) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (how.method == deconvolution_method::wiener && !how.balance) add(fmt::format("balance {:.4g}", report.balance));
    if (report.iterations > 0 && report.iterations < how.iterations)
        add(fmt::format("stopped after {} iterations", report.iterations));
    if (report.tiles > 1) {
        std::string overlap;
        for (const std::size_t n : report.overlap) overlap += (overlap.empty() ? "" : " x ") + std::to_string(n);
        add(fmt::format("{} tiles with an overlap of {} pixels", report.tiles, overlap));
    }
    return text;
}

// The work of one command on its files. Thread-safe.
class deconvolve_work {
  public:
    deconvolve_work(const deconvolve_options& o, late_engine& device) : options_(o), device_(device) {}

    void operator()(const picture_task& task) {
        picture_source source(task.files.input, reading_of(options_.reading, task));
        if (options_.volume) check_volume(source);
        const picture first = source.page(0);
        picture_sink sink(task.files.output, options_.writing, facts_of(source, first));
        const auto memory = task.take_memory(first);
        const engine& e = device_.get();
        if (!options_.view.empty()) sink.keep_first();
        in_precision_of(e, first.type, sink.type(),
                        [&](auto zero) { deconvolve_pages<decltype(zero)>(e, task, source, sink); });
        finish_picture(sink, task.remark);
        if (!options_.view.empty()) write_view(options_.view, {shown(first), shown(sink.first())});
    }

  private:
    // Times and channels are no depth.
    static void check_volume(const picture_source& source) {
        const stack_axes& axes = source.axes();
        if (axes.empty() || (axes.size() == 1 && (axes[0].name == 'Z' || axes[0].name == '?'))) return;
        throw job_error(fmt::format("{}: its pages are {}; --volume needs the slices of one volume", source.name(),
                                    axes_text(axes)));
    }

    template <class T>
    void deconvolve_pages(const engine& e, const picture_task& task, picture_source& source, picture_sink& sink) {
        const std::size_t slices = options_.volume ? source.pages() : 1;
        stack<T> psf = read_psf<T>(options_.psf, options_.volume, options_.reading.max_pixels);
        if (const std::size_t depth = psf.shape.front(); options_.volume && crop_depth(psf, slices))
            task.remark(fmt::format("{}: of {} slices the middle {} count, as the volume has {}", options_.psf, depth,
                                    psf.shape.front(), slices));
        for (std::size_t k = 0; k < source.pages(); k += slices) {
            std::vector<picture> pages;
            for (std::size_t s = 0; s < slices; ++s) pages.push_back(source.page(k + s));
            std::vector<planes_of<T>> results;
            for (const picture& page : pages) results.emplace_back(page.width, page.height, page.colours());
            for (std::size_t c = 0; c < pages.front().colours(); ++c) run(e, task, psf, pages, c, results);
            for (std::size_t s = 0; s < slices; ++s) sink.add(results[s], 0, pages[s]);
        }
    }

    // Deconvolves one channel of one page or of all slices.
    template <class T>
    void run(const engine& e, const picture_task& task, const stack<T>& psf, const std::vector<picture>& pages,
             std::size_t channel, std::vector<planes_of<T>>& results) const {
        const std::size_t pixels = pages.front().pixels();
        std::vector<std::size_t> shape = {pages.front().height, pages.front().width};
        if (options_.volume) shape.insert(shape.begin(), pages.size());
        std::vector<T> values;
        values.reserve(pixels * pages.size());
        for (const picture& page : pages) {
            const auto planes = take_channels<T>(page);
            const auto from = planes.values.begin() + static_cast<std::ptrdiff_t>(channel * pixels);
            values.insert(values.end(), from, from + static_cast<std::ptrdiff_t>(pixels));
        }
        imaging::deconvolution_options how = options_.how;
        if (options_.overlap > 0) how.overlap.assign(shape.size(), options_.overlap);
        imaging::deconvolution_report report;
        const auto work = [&](const imaging::progress_function& progress) {
            how.progress = progress;
            const auto array = imaging::view_of(values, shape);
            report = imaging::deconvolve(e.imaging(), array, imaging::view_of(psf.values, psf.shape), array, how);
        };
        with_files({{"picture", task.files.input}, {"psf", options_.psf}},
                   [&] { with_progress("steps", !task.is_one_of_many, work); });
        if (const std::string text = report_text(report, how); !text.empty()) task.remark(text);
        for (std::size_t s = 0; s < pages.size(); ++s)
            std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(s * pixels), pixels,
                        results[s].values.begin() + static_cast<std::ptrdiff_t>(channel * pixels));
    }

    const deconvolve_options& options_;
    late_engine& device_;
};

void refuse_unless(bool belongs, const CLI::App& command, const char* option, const char* method) {
    if (!belongs && command.count(option) > 0)
        throw usage_error(fmt::format("{}: has no effect without --method {}", option, method));
}

void check_positive(const CLI::App& command, const char* option, double value) {
    if (command.count(option) > 0 && !(value > 0))
        throw usage_error(fmt::format("{}: must be above 0 (got {})", option, value));
}

void complete_deconvolve(deconvolve_options& o, const CLI::App& command) {
    if (o.psf.empty()) {
        if (o.files.inputs.size() < 2) throw usage_error("PSF is required: as the last argument or with --psf");
        o.psf = o.files.inputs.back();
        o.files.inputs.pop_back();
    }
    if (o.files.inputs.front() == "-" && o.psf == "-")
        throw usage_error("PICTURE and PSF: only one can be standard input");
    const bool wiener = o.method == deconvolution_method::wiener;
    for (const char* option : {"--iterations", "--accelerate", "--total-variation", "--tolerance"})
        refuse_unless(!wiener, command, option, "richardson-lucy");
    refuse_unless(wiener, command, "--balance", "wiener");
    check_positive(command, "--noise", o.noise);
    check_positive(command, "--balance", o.balance);
    if (command.count("--noise") > 0 && command.count("--balance") > 0)
        throw usage_error("--noise: has no effect with --balance");
    if (!(o.how.total_variation >= 0 && o.how.total_variation <= 0.1))
        throw usage_error(fmt::format("--total-variation: must be from 0 to 0.1 (got {})", o.how.total_variation));
    if (!(o.how.tolerance >= 0 && o.how.tolerance <= 1))
        throw usage_error(fmt::format("--tolerance: must be from 0 to 1 (got {})", o.how.tolerance));
    if (wiener && o.beyond == edges::estimate && command.count("--boundary") > 0)
        throw usage_error("--boundary: only --method richardson-lucy estimates what is beyond the edges");
    o.how.method = o.method;
    if (o.noise > 0) o.how.noise = o.noise;
    if (o.balance > 0) o.how.balance = o.balance;
    if (o.beyond != edges::estimate)
        o.how.beyond = static_cast<imaging::boundary>(static_cast<int>(o.beyond) - static_cast<int>(edges::constant));
    o.how.normalise_psf = !o.no_scale;
}

void run_deconvolve(deconvolve_options& o, const CLI::App& command) {
    complete_deconvolve(o, command);
    const file_list list = list_pictures(o.files, o.writing);
    check_single(command, list, {"--view"});
    late_engine device(o.device);
    deconvolve_work work(o, device);
    run_pictures(o.files, list, device, std::ref(work));
}

void add_method_options(CLI::App& command, deconvolve_options& o) {
    const std::vector<std::pair<std::string, deconvolution_method>> methods = {
        {"richardson-lucy", deconvolution_method::richardson_lucy}, {"wiener", deconvolution_method::wiener}};
    command
        .add_option("--method", o.method,
                    "richardson-lucy (the default): iterations for pictures with photon noise; wiener: one filter, "
                    "fast")
        ->type_name("NAME")
        ->transform(one_of(methods));
    command.add_option("--iterations", o.how.iterations, "Iterations of Richardson-Lucy, at most (default: 30)")
        ->type_name("N")
        ->transform(whole_number(1, 1000000));
    command.add_flag(
        "--accelerate", o.how.accelerate,
        "Predict each iteration's result from the last ones (Biggs and Andrews): a third of the iterations "
        "or less");
    command
        .add_option("--total-variation", o.how.total_variation,
                    "Keep noise from growing into grain, with weight W from 0 to 0.1, such as 0.002 (default: 0)")
        ->type_name("W")
        ->transform(decimal_number());
    command
        .add_option("--tolerance", o.how.tolerance,
                    "Stop when an iteration changes the result by no more than this share, such as 0.002 (default: 0)")
        ->type_name("SHARE")
        ->transform(decimal_number());
    command
        .add_option("--noise", o.noise,
                    "Standard deviation of the noise in levels of the picture: Richardson-Lucy stops when the blurred "
                    "result differs from the picture by that, Wiener chooses its balance for it")
        ->type_name("LEVELS")
        ->transform(decimal_number());
    command
        .add_option("--balance", o.balance,
                    "Weight of smoothness of the Wiener filter, above 0, such as 0.01 (default: estimated)")
        ->type_name("B")
        ->transform(decimal_number());
}

void add_edge_options(CLI::App& command, deconvolve_options& o) {
    const std::vector<std::pair<std::string, edges>> modes = {
        {"estimate", edges::estimate}, {"reflect", edges::reflect},   {"nearest", edges::nearest},
        {"mirror", edges::mirror},     {"constant", edges::constant}, {"zero", edges::constant},
        {"wrap", edges::wrap}};
    command
        .add_option("--boundary", o.beyond,
                    "Pixels beyond the edges: estimate (the default of Richardson-Lucy), reflect (of Wiener), mirror, "
                    "nearest, wrap, or constant or zero, as in scipy.ndimage")
        ->type_name("MODE")
        ->transform(one_of(modes));
    command.add_flag(
        "--volume", o.volume,
        "The pages are the slices of a volume, and those of PSF, too; of a PSF that is deeper its middle counts");
    command.add_flag("--no-scale", o.no_scale, "Do not scale PSF to sum 1");
    command
        .add_option("--overlap", o.overlap,
                    "Pixels by which tiles overlap on each side (default: the size of PSF); --memory causes tiles")
        ->type_name("N")
        ->transform(whole_number(1, 1000000));
}

}  // namespace

void add_deconvolve(CLI::App& app) {
    CLI::App* command = app.add_subcommand("deconvolve", "Remove a known blur from a picture or a volume");
    command->footer(
        "PSF, the point-spread function, is the blur of a single point. Its origin is its middle pixel, for an even "
        "size\n"
        "the lower or right one of the two. It is scaled to sum 1. Each colour channel of each page is deconvolved; "
        "alpha\n"
        "is kept. Results reach beyond black and white: choose --clip, --normalise or --type f4.\n"
        "A picture that needs more memory than the device has is computed in tiles, and a remark says so.");
    auto o = std::make_shared<deconvolve_options>();
    add_picture_files(*command, o->files, input_picture_text() + "; without --psf the last argument is PSF");
    command
        ->add_option("--psf", o->psf,
                     fmt::format("Point-spread function, no larger than PICTURE: a picture or array, a text such as "
                                 "\"1 2 1; 2 4 2; 1 2 1\", or one of {} (default: the last argument)",
                                 fmt::join(kernel_names(), ", ")))
        ->type_name("TEXT");
    add_picture_output(*command, o->files.output, "Picture or folder to write")->required();
    add_method_options(*command, *o);
    add_edge_options(*command, *o);
    add_device_memory_option(*command, o->how.memory);
    add_view_option(*command, o->view, "input and output");
    add_writing_options(*command, o->writing);
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o, command] { run_deconvolve(*o, *command); });
}

}  // namespace stockham::tools
