// `stockham correlate`: the correlation of two pictures at all shifts.
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/imaging.hpp>

#include "command.hpp"
#include "command/imaging_work.hpp"
#include "command/picture_options.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct correlate_options {
    std::string first;
    std::string second;
    std::string output;
    std::string device;
    read_options reading;
    write_options writing;
    imaging::normalisation norm = imaging::normalisation::phase;
};

void run_correlate(const correlate_options& o) {
    if (o.first == "-" && o.second == "-") throw usage_error("A and B: only one can be standard input");
    const picture a = read_picture(o.first, o.reading), b = read_picture(o.second, o.reading);
    if (a.width != b.width || a.height != b.height)
        throw job_error(fmt::format("the sizes differ: {} has {} x {} pixels, {} has {} x {}", o.first, a.width,
                                    a.height, o.second, b.width, b.height));
    picture_sink sink(o.output, o.writing, page_facts{sample_type::f32, 1, 1});
    const engine e(o.device);
    const real_plane first = luminance<float>(a), second = luminance<float>(b);
    real_plane surface(a.width, a.height);
    const std::vector<std::size_t> shape = {a.height, a.width};
    with_files({{"reference", o.first}, {"moving", o.second}}, [&] {
        imaging::correlation_surface(e.imaging(), imaging::view_of(first.values, shape),
                                     imaging::view_of(second.values, shape), o.norm,
                                     imaging::view_of(surface.values, shape));
    });
    sink.add(surface, 0, make_picture(o.output, a.width, a.height, 1, sample_type::f32));
    finish_picture(sink);
}

}  // namespace

void add_correlate(CLI::App& app) {
    CLI::App* command = app.add_subcommand("correlate", "Correlate two pictures at all shifts");
    command->footer(
        "Writes a picture of numbers whose pixel (y, x) is the circular correlation of the luminances for B shifted\n"
        "against A by y - height / 2 down and x - width / 2 right (halves rounded down). By phase (phase-only\n"
        "correlation), 1 means that the shift explains the whole difference. `stockham register` finds the peak.");
    auto o = std::make_shared<correlate_options>();
    command->add_option("A", o->first, input_picture_text())->required();
    command->add_option("B", o->second, "Second picture, of the same size as A")->required();
    add_picture_output(*command, o->output, "Picture of numbers to write")->required();
    const std::vector<std::pair<std::string, imaging::normalisation>> norms = {{"phase", imaging::normalisation::phase},
                                                                               {"none", imaging::normalisation::none}};
    command
        ->add_option("--normalisation", o->norm,
                     "phase (the default): of the spectra's product only the phases; none: all of it")
        ->type_name("HOW")
        ->transform(one_of(norms));
    add_writing_options(*command, o->writing);
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o] { run_correlate(*o); });
}

}  // namespace stockham::tools
