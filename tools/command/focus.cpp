// `stockham focus`: how sharp the pages of pictures are.
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/imaging.hpp>

#include "command.hpp"
#include "command/imaging_work.hpp"
#include "command/picture_options.hpp"
#include "engine.hpp"

namespace stockham::tools {

namespace {

struct focus_options {
    std::string input;
    std::string device;
    read_options reading;
    bool stack = false;
};

void run_focus(const focus_options& o) {
    picture_source source(o.input, reading_of(o.reading, o.stack, o.input));
    const picture first = source.page(0);
    const engine e(o.device);
    std::string text = "page,variance,gradient,laplacian\n";
    for (std::size_t k = 0; k < source.pages(); ++k) {
        const real_plane page = luminance<float>(k == 0 ? first : source.page(k));
        with_files({{"pictures", o.input}}, [&] {
            const auto found =
                imaging::measure_focus(e.imaging(), imaging::view_of(page.values, {page.height, page.width}));
            text += fmt::format("{},{:.6g},{:.6g},{:.6g}\n", k + 1, found[0].variance, found[0].gradient,
                                found[0].laplacian);
        });
    }
    print_result(text);
}

}  // namespace

void add_focus(CLI::App& app) {
    CLI::App* command = app.add_subcommand("focus", "Measure how sharp the pages of a picture are");
    command->footer(
        "Prints a CSV table. The measures are largest in focus and comparable between pictures of one scene. "
        "variance:\n"
        "that of the luminance, divided by its squared mean. gradient: the mean squared difference of pixels two "
        "apart\n"
        "(Brenner). laplacian: the mean squared Laplacian, the most sensitive to fine detail and to noise.");
    auto o = std::make_shared<focus_options>();
    command->add_option("PICTURE", o->input, input_picture_text())->required();
    add_stack_option(*command, o->stack);
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o] { run_focus(*o); });
}

}  // namespace stockham::tools
