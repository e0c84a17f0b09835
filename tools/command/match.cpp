// `stockham match`: the places of a picture that look like a template.
#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/imaging.hpp>

#include "command.hpp"
#include "command/imaging_work.hpp"
#include "command/picture_options.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "image/view.hpp"
#include "output.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct match_command {
    std::string picture;
    std::string pattern;
    std::string output = "-";
    std::string json;
    std::string response;
    std::string view;
    std::string device;
    read_options reading;
    bool stack = false;
    write_options writing;
    imaging::match_options how;
    std::size_t distance = 0;
};

// A place where the template matches: its upper left corner.
struct found_place {
    std::size_t page, x, y;
    double response;
};

std::string csv_of(const std::vector<found_place>& places) {
    std::string text = "page,x,y,response\n";
    for (const auto& each : places) text += fmt::format("{},{},{},{:.6f}\n", each.page, each.x, each.y, each.response);
    return text;
}

std::string json_of(const std::vector<found_place>& places, const real_plane& pattern) {
    std::string text = fmt::format("{{\n  \"template\": {{\"width\": {}, \"height\": {}}},\n  \"matches\": [",
                                   pattern.width, pattern.height);
    const char* before = "\n";
    for (const auto& each : places) {
        text += fmt::format("{}    {{\"page\": {}, \"x\": {}, \"y\": {}, \"response\": {:.6f}}}", before, each.page,
                            each.x, each.y, each.response);
        before = ",\n";
    }
    return text + "\n  ]\n}\n";
}

void write_file(const std::string& path, const std::string& text) {
    output_file file(path);
    file.write(text.data(), text.size());
    file.commit();
}

// A frame around each match, two pixels wide.
picture framed_matches(const picture& page, const std::vector<found_place>& places, const real_plane& pattern) {
    constexpr std::uint8_t colour[3] = {255, 32, 32};
    picture drawn = shown(page);
    const auto put = [&](std::size_t x, std::size_t y) {
        if (x < drawn.width && y < drawn.height) std::copy_n(colour, 3, &drawn.bytes[3 * (y * drawn.width + x)]);
    };
    for (const auto& each : places) {
        if (each.page != 1) continue;
        for (std::size_t thick = 0; thick < 2; ++thick) {
            for (std::size_t x = 0; x < pattern.width; ++x) {
                put(each.x + x, each.y + thick);
                put(each.x + x, each.y + pattern.height - 1 - std::min(thick, pattern.height - 1));
            }
            for (std::size_t y = 0; y < pattern.height; ++y) {
                put(each.x + thick, each.y + y);
                put(each.x + pattern.width - 1 - std::min(thick, pattern.width - 1), each.y + y);
            }
        }
    }
    return drawn;
}

// Matches one page, and adds its response to the sink, if there is one.
std::vector<found_place> match_page(const match_command& o, const engine& e, const picture& page, std::size_t number,
                                    const real_plane& pattern, picture_sink* sink) {
    const real_plane plane = luminance(page);
    const auto in = imaging::view_of(plane.values, {plane.height, plane.width});
    const auto part = imaging::view_of(pattern.values, {pattern.height, pattern.width});
    std::vector<imaging::match_peak> peaks;
    planes_of<double> response;
    with_files({{"picture", o.picture}, {"template", o.pattern}}, [&] {
        const auto shape = imaging::match_shape(in, part, o.how);
        std::vector<float> values(sink != nullptr ? shape[0] * shape[1] : 0);
        peaks = imaging::match(e.imaging(), in, part,
                               sink != nullptr ? imaging::view_of(values, shape) : imaging::array_view(), o.how);
        if (sink == nullptr) return;
        response = planes_of<double>(shape[1], shape[0]);
        response.values.assign(values.begin(), values.end());
    });
    if (sink != nullptr)
        sink->add(response, 0, make_picture(o.response, response.width, response.height, 1, sample_type::f32));
    std::vector<found_place> places;
    for (const auto& peak : peaks) places.push_back({number, peak.position[1], peak.position[0], peak.response});
    return places;
}

void check_match(const match_command& o) {
    if (!(o.how.threshold >= -1 && o.how.threshold <= 1))
        throw usage_error(fmt::format("--threshold: must be from -1 to 1 (got {})", o.how.threshold));
    if (o.picture == "-" && o.pattern == "-") throw usage_error("PICTURE and TEMPLATE: only one can be standard input");
}

void run_match(match_command& o) {
    check_match(o);
    picture_source source(o.picture, reading_of(o.reading, o.stack, o.picture));
    const real_plane pattern = luminance(read_picture(o.pattern, o.reading));
    const picture first = source.page(0);
    std::unique_ptr<picture_sink> sink;
    if (!o.response.empty())
        sink = std::make_unique<picture_sink>(o.response, o.writing, page_facts{sample_type::f32, 1, source.pages()});
    o.how.distance =
        o.distance > 0 ? o.distance : std::max<std::size_t>(1, std::min(pattern.width, pattern.height) / 2);
    const engine e(o.device);
    std::vector<found_place> places;
    for (std::size_t k = 0; k < source.pages(); ++k) {
        const picture page = k == 0 ? first : source.page(k);
        const auto found = match_page(o, e, page, k + 1, pattern, sink.get());
        places.insert(places.end(), found.begin(), found.end());
    }
    if (sink) finish_picture(*sink);
    if (!o.view.empty()) write_view(o.view, {framed_matches(first, places, pattern)});
    if (!o.json.empty()) write_file(o.json, json_of(places, pattern));
    write_file(o.output, csv_of(places));
}

void add_output_options(CLI::App& command, match_command& o) {
    add_output_option(command, o.output, output_kind::table, "CSV file to write (default: standard output)")
        ->type_name("OUT.csv");
    command.add_option("--json", o.json, "Also write the matches as JSON")
        ->type_name("OUT.json")
        ->transform(output_name(output_kind::json));
    command
        .add_option("--response", o.response,
                    "Also write the correlation at each place of the template, -1 to 1, as a picture of numbers")
        ->type_name("OUT")
        ->transform(output_name(output_kind::picture, &command));
    command.add_option("--view", o.view, "Also write the first page with a frame around each match")
        ->type_name("OUT")
        ->transform(output_name(output_kind::picture));
}

}  // namespace

void add_match(CLI::App& app) {
    CLI::App* command = app.add_subcommand("match", "Find the places of a picture that look like a template");
    command->footer(
        "Correlates the luminance of TEMPLATE with each part of PICTURE of its size, normalised by the contrast of "
        "both:\n"
        "brightness and contrast make no difference, rotation and scale do. The CSV table has the columns page (from "
        "1),\n"
        "x and y (the upper left corner of the match, from 0) and response (1 for a perfect match), the best match of\n"
        "each page first.");
    auto o = std::make_shared<match_command>();
    command->add_option("PICTURE", o->picture, input_picture_text())->required();
    command->add_option("TEMPLATE", o->pattern, "Picture to find, no larger than PICTURE")->required();
    add_output_options(*command, *o);
    command
        ->add_option("--threshold", o->how.threshold,
                     "Leave out matches with a response below R, -1 to 1 (default: 0.5)")
        ->type_name("R")
        ->transform(decimal_number());
    command
        ->add_option("--distance", o->distance,
                     "Of matches whose x and y differ by at most N, list the best (default: half the shorter side of "
                     "TEMPLATE)")
        ->type_name("N")
        ->transform(whole_number(1, 1000000));
    command->add_option("--most", o->how.most, "List at most N matches per page (default: 1000)")
        ->type_name("N")
        ->transform(whole_number(1, 1000000));
    add_writing_options(*command, o->writing);
    add_stack_option(*command, o->stack);
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o] { run_match(*o); });
}

}  // namespace stockham::tools
