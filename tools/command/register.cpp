// `stockham register`: the shift between two pictures.
#include <algorithm>
#include <cmath>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "command/picture_options.hpp"
#include "compiled_ahead.hpp"
#include "fault.hpp"
#include "image/registration.hpp"
#include "image/spectra.hpp"
#include "image/view.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct register_options {
    std::string first;
    std::string second;
    std::string output;
    std::string view;
    std::string device;
    read_options reading;
    write_options writing;
    double min_peak = 0.05;
    bool no_window = false;
};

real_plane luminance_to_register(const picture& image, const std::string& name) {
    real_plane p = scaled_luminance(image);
    if (!variation_of(p).any())
        throw job_error(fmt::format("{}: cannot register, all pixels have the same luminance", name));
    return p;
}

void add_aligned(const engine& e, const picture& image, const shift& s, picture_sink& sink) {
    in_precision_of(e, image.type, [&](auto zero) {
        sink.add(shifted(e, take_channels<decltype(zero)>(image), -s.down, -s.right), 0, image);
    });
}

// A, B, and B shifted back, with levels beyond black and white clipped.
void write_register_view(const std::string& path, const engine& e, const picture& a, const picture& b, const shift& s) {
    const auto back = shifted(e, take_channels<float>(b), -s.down, -s.right);
    picture aligned = b;
    for (std::size_t c = 0; c < back.count; ++c)
        for (std::size_t i = 0; i < b.pixels(); ++i) {
            const double value = static_cast<double>(back.values[c * b.pixels() + i]);
            aligned.set(i * b.channels + c, is_float(b.type) ? value : std::clamp(std::round(value), 0.0, b.white()));
        }
    write_view(path, {shown(a), shown(b), shown(aligned)});
}

// Measured with photographs: docs/command.md has the table.
void check_peak(const shift& s, double least) {
    if (s.peak >= least) return;
    throw job_error(fmt::format("no shift explains the difference: the best one, dy {:.3f} dx {:.3f}, has peak {:.3f}, "
                                "which is below {} (see --min-peak)",
                                s.down, s.right, s.peak, least));
}

// Remarks and the result of one pair of pages.
std::string shift_text(const shift& s, const picture& page) {
    if (!s.down_known && page.height > 1) print_remark("a picture does not vary vertically: dy is not known");
    if (!s.right_known && page.width > 1) print_remark("a picture does not vary horizontally: dx is not known");
    return fmt::format("dy {:.3f} dx {:.3f} peak {:.3f}\n", s.down, s.right, s.peak);
}

// Each page of B against the same page of A, or against the only one.
void register_pages(const register_options& o, picture_source& first, picture_source& second) {
    picture a = first.page(0), b = second.page(0);
    if (a.width != b.width || a.height != b.height)
        throw job_error(fmt::format("the sizes differ: {} has {} x {} pixels, {} has {} x {}", o.first, a.width,
                                    a.height, o.second, b.width, b.height));
    real_plane fixed = luminance_to_register(a, o.first), moving = luminance_to_register(b, o.second);
    std::unique_ptr<picture_sink> sink;
    if (!o.output.empty()) sink = std::make_unique<picture_sink>(o.output, o.writing, facts_of(second, b));
    const engine e(o.device);
    const compiled_ahead inverse(e, o.device, inverse_transform(fixed.width, fixed.height, 1));
    std::string text;
    for (std::size_t k = 0; k < second.pages(); ++k) {
        if (k > 0) moving = luminance_to_register(b = second.page(k), o.second);
        if (k > 0 && first.pages() > 1) fixed = luminance_to_register(first.page(k), o.first);
        const shift s = find_shift(e, fixed, moving, !o.no_window);
        check_peak(s, o.min_peak);
        text += shift_text(s, b);
        if (sink) add_aligned(e, b, s, *sink);
        if (k == 0 && !o.view.empty()) write_register_view(o.view, e, a, b, s);
    }
    if (sink) finish_picture(*sink);
    print_result(text);
}

void run_register(const register_options& o) {
    if (!(o.min_peak >= 0 && o.min_peak <= 1))
        throw usage_error(fmt::format("--min-peak: must be from 0 to 1 (got {})", o.min_peak));
    if (o.output == "-") throw usage_error("--output: must be a file (got '-'); the shift goes to standard output");
    if (o.first == "-" && o.second == "-") throw usage_error("A and B: only one can be standard input");
    picture_source first(o.first, o.reading), second(o.second, o.reading);
    if (first.pages() != 1 && first.pages() != second.pages())
        throw job_error(fmt::format("{} has {} pages and {} has {}: A must have one page, or as many as B", o.first,
                                    first.pages(), o.second, second.pages()));
    register_pages(o, first, second);
}

}  // namespace

void add_register(CLI::App& app) {
    CLI::App* command = app.add_subcommand("register", "Find the shift between two pictures");
    command->footer(
        "Prints dy, dx and peak, found by phase correlation of the luminances; for several pages of B a line each,\n"
        "against the same page of A or its only one.\n"
        "dy, dx: how far B lies below and right of A, in pixels, to about 0.01 pixels.\n"
        "peak: the confidence, from 0 to 1. It is the share of the frequencies in both pictures that agree with the\n"
        "shift, minus what the best shift of unrelated pictures reaches by chance. At 1 a circular shift explains\n"
        "the whole difference; at 0 it explains no more than chance. New content at the edges, noise and\n"
        "quantisation lower the peak.\n"
        "The command fails if the peak is below --min-peak or if a picture is uniform. It does not detect rotation\n"
        "or scaling: a small one lowers the peak, a larger one leaves none.");
    auto o = std::make_shared<register_options>();
    command->add_option("A", o->first, input_picture_text())->required();
    command->add_option("B", o->second, "Second picture, of the same size as A, in any of its formats")->required();
    add_picture_output(*command, o->output, "Also write B shifted back onto A; edges wrap around");
    add_view_option(*command, o->view, "A, B and B shifted back");
    command->add_flag("--no-window", o->no_window, "Do not apply a Hann window; for pictures whose edges wrap around");
    command
        ->add_option("--min-peak", o->min_peak,
                     "Fail if the peak is below P, 0 to 1 (default: 0.05; 0 accepts any shift)")
        ->type_name("P")
        ->transform(decimal_number());
    add_writing_options(*command, o->writing);
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o] { run_register(*o); });
}

}  // namespace stockham::tools
