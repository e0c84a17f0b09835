// `stockham register`: the shift, rotation and scale between pictures, and the drift of a stack.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/imaging.hpp>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "command/imaging_work.hpp"
#include "command/picture_options.hpp"
#include "command/register_aligned.hpp"
#include "command/register_table.hpp"
#include "fault.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

using imaging::registration;

struct register_options {
    std::string first;
    std::string second;
    std::string output;
    std::string table;
    std::string view;
    std::string device;
    std::string fixed_mask;
    std::string moving_mask;
    read_options reading;
    write_options writing;
    imaging::registration_options how;
    std::optional<imaging::drift_reference> reference;
    aligned_options aligned;
    double min_peak = 0.05;
    std::vector<double> band;
    bool no_window = false;
    bool stack = false;
};

struct luminances {
    std::vector<std::size_t> shape;
    std::vector<float> values;

    imaging::array_view view() const { return imaging::view_of(values, shape); }
};

// The luminances of all pages. A page is decoded when its group is compared.
imaging::frame_source luminances_of(picture_source& source, const picture& first) {
    return {{source.pages(), first.height, first.width},
            precision::f32,
            [&source](std::size_t from, std::size_t count, void* to) {
                auto* at = static_cast<float*>(to);
                for (std::size_t k = from; k < from + count; ++k) {
                    const real_plane page = scaled_luminance(source.page(k));
                    at = std::copy(page.values.begin(), page.values.end(), at);
                }
            }};
}

luminances read_mask(const std::string& path, const register_options& o) {
    read_options reading;
    reading.max_pixels = o.reading.max_pixels;
    const picture mask = read_picture(path, reading);
    const real_plane plane = luminance<float>(mask);
    return {{plane.height, plane.width}, plane.values};
}

// Measured with photographs: docs/command.md has the table.
void check_peaks(const std::vector<registration>& all, double least) {
    for (std::size_t k = 0; k < all.size(); ++k) {
        const registration& r = all[k];
        if (r.peak >= least) continue;
        const std::string page = all.size() > 1 ? fmt::format("page {}: ", k + 1) : "";
        throw job_error(
            fmt::format("{}no shift explains the difference: the best one, dy {:.3f} dx {:.3f}, has peak {:.3f}, "
                        "which is below {} (see --min-peak)",
                        page, r.down, r.right, r.peak, least));
    }
}

void report_unknown(const registration& r, const picture& of) {
    if (!r.down_known && of.height > 1) print_remark("a picture does not vary vertically: dy is not known");
    if (!r.right_known && of.width > 1) print_remark("a picture does not vary horizontally: dx is not known");
}

std::vector<registration> find(const engine& e, const register_options& o, const imaging::frame_source& fixed,
                               const imaging::frame_source& moving) {
    imaging::registration_options how = o.how;
    luminances fixed_mask, moving_mask;
    if (!o.fixed_mask.empty()) how.fixed_mask = (fixed_mask = read_mask(o.fixed_mask, o)).view();
    if (!o.moving_mask.empty()) how.moving_mask = (moving_mask = read_mask(o.moving_mask, o)).view();
    std::vector<registration> found;
    const std::string moving_name = o.reference ? o.first : o.second;
    const array_files names = {{"fixed", o.first},
                               {"moving", moving_name},
                               {"stack", o.first},
                               {"fixed_mask", o.fixed_mask},
                               {"moving_mask", o.moving_mask},
                               {"low", "--band"},
                               {"high", "--band"},
                               {"rotation_and_scale", "--rotation-scale"}};
    with_files(names, [&] {
        with_progress("pages", moving.shape[0] > 1, [&](const imaging::progress_function& progress) {
            how.progress = progress;
            found = o.reference ? imaging::find_drift(e.imaging(), moving, *o.reference, how)
                                : imaging::find_registration(e.imaging(), fixed, moving, how);
        });
    });
    return found;
}

// With one file, its pages against one of them or their mean. With two, each page of B against the same page of A, or
// against the only one.
void register_pages(const register_options& o, picture_source& first, picture_source* second) {
    picture_source& source = second != nullptr ? *second : first;
    const picture a = first.page(0), b = source.page(0);
    if (a.width != b.width || a.height != b.height)
        throw job_error(fmt::format("the sizes differ: {} has {} x {} pixels, {} has {} x {}", o.first, a.width,
                                    a.height, o.second, b.width, b.height));
    std::unique_ptr<picture_sink> sink;
    if (!o.output.empty()) sink = std::make_unique<picture_sink>(o.output, o.writing, facts_of(source, b));
    const engine e(o.device);
    const std::vector<registration> found = find(e, o, luminances_of(first, a), luminances_of(source, b));
    check_peaks(found, o.min_peak);
    for (const registration& each : found) report_unknown(each, b);
    if (sink) write_aligned(e, source, found, o.aligned, *sink);
    if (!o.view.empty()) write_register_view(e, a, b, found.front(), o.aligned, o.view);
    if (!o.table.empty()) write_register_table(o.table, found);
    print_result(register_lines(found, o.how.rotation_and_scale));
}

bool are_alike(const stack_axes& a, const stack_axes& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const stack_axis& x, const stack_axis& y) {
        return x.name == y.name && x.length == y.length;
    });
}

// Pages of several named axes are not one sequence: channels would be compared with times. Two files with the same axes
// are compared page by page.
void check_axes(const picture_source& moving, const picture_source* fixed) {
    const stack_axes& axes = moving.axes();
    const bool named = std::any_of(axes.begin(), axes.end(), [](const stack_axis& axis) { return axis.name != '?'; });
    if (axes.size() < 2 || !named || (fixed != nullptr && are_alike(axes, fixed->axes()))) return;
    throw job_error(
        fmt::format("{}: its pages are {}; register compares pages along one axis", moving.name(), axes_text(axes)));
}

void complete_register(register_options& o, const CLI::App& command) {
    if (!(o.min_peak >= 0 && o.min_peak <= 1))
        throw usage_error(fmt::format("--min-peak: must be from 0 to 1 (got {})", o.min_peak));
    if (o.output == "-") throw usage_error("--output: must be a file (got '-'); the shift goes to standard output");
    if (o.first == "-" && o.second == "-") throw usage_error("A and B: only one can be standard input");
    const bool is_stack = o.second.empty();
    if (is_stack && !o.reference) throw usage_error("B is required, or --reference for the pages of A");
    if (!is_stack && o.reference) throw usage_error("--reference: has no effect with B");
    if (is_stack && !o.fixed_mask.empty()) throw usage_error("--mask-a: has no effect without B; use --mask-b");
    if (!o.band.empty()) {
        o.how.low = o.band[0];
        o.how.high = o.band[1];
        if (!(o.how.low >= 0 && o.how.low < o.how.high && o.how.low < 0.5))
            throw usage_error(fmt::format("--band: F1 must be from 0 to below 0.5 and lower than F2 (got {} and {})",
                                          o.how.low, o.how.high));
    }
    const bool writes = !o.output.empty() || !o.view.empty();
    if (command.count("--edges") == 0 && (is_stack || o.how.rotation_and_scale)) o.aligned.edges = register_edges::fill;
    if (command.count("--edges") > 0 && !writes) throw usage_error("--edges: has no effect without --output");
    if (o.aligned.edges == register_edges::wrap && o.how.rotation_and_scale)
        throw usage_error("--edges: a turned picture cannot wrap around; use fill or crop");
    if (command.count("--fill") > 0 && (o.aligned.edges != register_edges::fill || !writes))
        throw usage_error("--fill: has no effect without --output and --edges fill");
    o.how.window = !o.no_window;
}

void run_register(register_options& o, const CLI::App& command) {
    complete_register(o, command);
    read_options of_first = reading_of(o.reading, o.stack, o.first);
    if (!o.second.empty()) of_first.choice.clear();
    picture_source first(o.first, of_first);
    if (o.second.empty()) {
        check_axes(first, nullptr);
        return register_pages(o, first, nullptr);
    }
    if (first.pages() > 1 && !o.reading.choice.empty()) first.choose(o.reading.choice);
    picture_source second(o.second, reading_of(o.reading, o.stack, o.second));
    check_axes(second, &first);
    if (first.pages() != 1 && first.pages() != second.pages())
        throw job_error(fmt::format("{} has {} pages and {} has {}: A must have one page, or as many as B", o.first,
                                    first.pages(), o.second, second.pages()));
    register_pages(o, first, &second);
}

void add_search_options(CLI::App& command, register_options& o) {
    const std::vector<std::pair<std::string, imaging::drift_reference>> references = {
        {"first", imaging::drift_reference::first},
        {"mean", imaging::drift_reference::mean},
        {"neighbour", imaging::drift_reference::neighbour}};
    command
        .add_option_function<int>(
            "--reference", [&o](int value) { o.reference = static_cast<imaging::drift_reference>(value); },
            "Without B: register the pages of A against the first one, their mean, or each against the page before "
            "(neighbour)")
        ->type_name("WHICH")
        ->transform(one_of(references));
    command.add_flag("--rotation-scale", o.how.rotation_and_scale, "Also search a rotation and a change of scale");
    command
        .add_option("--band", o.band,
                    "Compare frequencies from F1 to F2 cycles per pixel only, such as 0 0.1 against noise that does "
                    "not move with the content")
        ->type_name("F1 F2")
        ->expected(2)
        ->allow_extra_args(false)
        ->transform(decimal_number());
    const std::vector<std::pair<std::string, imaging::normalisation>> norms = {{"phase", imaging::normalisation::phase},
                                                                               {"none", imaging::normalisation::none}};
    command
        .add_option("--normalisation", o.how.normalisation,
                    "phase (the default): frequencies count by their signal against noise; none: by their power")
        ->type_name("HOW")
        ->transform(one_of(norms));
    command.add_option("--mask-a", o.fixed_mask, "Picture of the size of A that is black where A does not count");
    command.add_option("--mask-b", o.moving_mask, "Picture of the size of B that is black where B does not count");
    command.add_flag("--no-window", o.no_window, "Do not apply a Hann window; for pictures whose edges wrap around");
    command
        .add_option("--min-peak", o.min_peak,
                    "Fail if the peak is below P, 0 to 1 (default: 0.05; 0 accepts any shift)")
        ->type_name("P")
        ->transform(decimal_number());
}

}  // namespace

void add_register(CLI::App& app) {
    CLI::App* command = app.add_subcommand("register", "Find the shift between pictures, or the drift of a stack");
    command->footer(
        "Prints dy, dx and peak, found by phase correlation of the luminances; for several pages of B a line each,\n"
        "against the same page of A or its only one.\n"
        "dy, dx: how far B lies below and right of A, in pixels, to about 0.01 pixels.\n"
        "peak: the confidence, from 0 to 1. It is the share of the frequencies in both pictures that agree with the\n"
        "shift, minus what the best shift of unrelated pictures reaches by chance. At 1 a circular shift explains\n"
        "the whole difference; at 0 it explains no more than chance. Frequencies that have only noise, or beyond the\n"
        "band of a smooth picture only what its edges leak, count little. New content at the edges and noise lower\n"
        "the peak. A picture with inverted contrast is recognised and marked.\n"
        "With --rotation-scale also angle (degrees, counter-clockwise) and scale of B against A, about the centre.\n"
        "The command fails if a peak is below --min-peak or if a picture is uniform. Without --rotation-scale a small\n"
        "rotation lowers the peak, a larger one leaves little of it.");
    auto o = std::make_shared<register_options>();
    command->add_option("A", o->first, input_picture_text())->required();
    command->add_option("B", o->second, "Second picture, of the same size as A, in any of its formats");
    add_picture_output(*command, o->output, "Also write B, or the pages of A, moved back");
    const std::vector<std::pair<std::string, register_edges>> edges = {
        {"wrap", register_edges::wrap}, {"fill", register_edges::fill}, {"crop", register_edges::crop}};
    command
        ->add_option("--edges", o->aligned.edges,
                     "Edges of --output: wrap around (the default with B), fill with --fill (the default without B "
                     "and with --rotation-scale), or crop to the part that all pages have")
        ->type_name("MODE")
        ->transform(one_of(edges));
    command->add_option("--fill", o->aligned.fill, "Level of pixels without data (default: 0)")
        ->type_name("LEVEL")
        ->transform(decimal_number());
    command
        ->add_option("--table", o->table,
                     "Also write a table of page, dy, dx, angle, scale, peak and inverted: CSV, or JSON if OUT ends so")
        ->type_name("OUT")
        ->transform(output_name(output_kind::shifts));
    add_view_option(*command, o->view, "A, B and B moved back");
    add_search_options(*command, *o);
    add_writing_options(*command, o->writing);
    add_stack_option(*command, o->stack);
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o, command] { run_register(*o, *command); });
}

}  // namespace stockham::tools
