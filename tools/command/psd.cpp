// `stockham psd`: the power spectral density of a picture, averaged over directions.
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "command/picture_options.hpp"
#include "fault.hpp"
#include "image/psd.hpp"
#include "output.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct psd_options {
    std::string picture;
    std::string output = "-";
    std::string device;
    read_options reading;
    window_shape window = window_shape::hann;
    trend removed = trend::constant;
};

// The mean over the pages.
std::vector<spectral_power> mean_power(const engine& e, const psd_options& o, picture_source& source) {
    std::vector<spectral_power> sum;
    for (std::size_t k = 0; k < source.pages(); ++k) {
        const picture page = source.page(k);
        if (page.width < 2 && page.height < 2)
            throw job_error(fmt::format("{}: too small (1 x 1 pixels); one side must have at least 2", source.name()));
        const auto rows = in_precision_of(e, page.type, [&](auto zero) {
            return radial_power(e, luminance<decltype(zero)>(page), o.window, o.removed);
        });
        if (k == 0) sum.resize(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            sum[i] = {rows[i].frequency, sum[i].power + rows[i].power / static_cast<double>(source.pages())};
    }
    return sum;
}

void run_psd(const psd_options& o) {
    picture_source source(o.picture, o.reading);
    const engine e(o.device);
    const auto rows = mean_power(e, o, source);
    output_file file(o.output);
    std::string text = "cycles/pixel,power\n";
    for (const auto& row : rows) text += fmt::format("{:.6g},{:.6g}\n", row.frequency, row.power);
    file.write(text.data(), text.size());
    file.commit();
}

}  // namespace

void add_psd(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("psd", "Print the power spectral density of a picture, averaged over directions");
    command->footer(
        "The CSV table has the columns cycles/pixel (from 1 / longer side to 0.5) and power. The power is that of the\n"
        "luminance (black 0, white 1; floating-point pictures keep their scale), without its mean and under a window. "
        "Its\n"
        "unit is squared luminance per (cycle/pixel)^2: white noise of variance s^2 has power s^2 at every frequency, "
        "and\n"
        "the integral over all frequencies of both axes is the variance. Of several pages the mean is printed.");
    auto o = std::make_shared<psd_options>();
    command->add_option("PICTURE", o->picture, input_picture_text())->required();
    add_output_option(*command, o->output, output_kind::table, "CSV file to write (default: standard output)")
        ->type_name("OUT.csv");
    command
        ->add_option("--window", o->window, "Window against the edges: hann (the default), hamming, blackman or none")
        ->type_name("SHAPE")
        ->transform(one_of(window_words()));
    command
        ->add_option("--detrend", o->removed,
                     "Remove before the window: constant (the mean, the default), linear (the best plane) or none")
        ->type_name("WHAT")
        ->transform(one_of(trend_words()));
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o] { run_psd(*o); });
}

}  // namespace stockham::tools
