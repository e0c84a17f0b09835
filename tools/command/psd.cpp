// `stockham psd`: the power spectral density of a picture, averaged over directions.
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/imaging/spectrum.hpp>

#include "command.hpp"
#include "command/described_options.hpp"
#include "command/imaging_work.hpp"
#include "command/picture_options.hpp"
#include "command/picture_work.hpp"
#include "fault.hpp"
#include "image/page_view.hpp"
#include "image/view.hpp"
#include "output.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct psd_options {
    file_options files;
    std::string plot;
    std::string map;
    std::string view;
    write_options writing;
    std::string device;
    read_options reading;
    imaging::power_options how;
};

// The powers of all pages: their rings, and the sum of their maps.
struct powers_of_pages {
    std::vector<imaging::ring_power> rows;
    planes_of<double> map;
};

powers_of_pages measure(const engine& e, const psd_options& o, picture_source& source, picture page) {
    powers_of_pages all{{}, planes_of<double>(page.width, page.height)};
    compute(e, {{"pictures", source.name()}}, [&] {
        in_precision_of(e, page.type, [&](auto zero) {
            using number = decltype(zero);
            imaging::power_density powers(e.imaging(), page.height, page.width, precision_of<number>, o.how);
            each_page(source, page, [&](picture& each) {
                const planes_of<number> plane = luminance<number>(each);
                powers.add(view_of(plane));
            });
            all.rows = powers.rings();
            all.map.values = powers.map();
        });
    });
    return all;
}

void write_text(output_file& file, const std::string& text) {
    file.write(text.data(), text.size());
    file.commit();
}

figure figure_of(const std::vector<imaging::ring_power>& rows) {
    figure f;
    f.across = {"frequency", "cycles/pixel", 0, 0, true};
    f.up = {"power spectral density", "luminance² / (cycle/pixel)²", 0, 0, true};
    f.curves.resize(1);
    for (const auto& row : rows) f.curves[0].points.push_back({row.frequency, row.power, row.error});
    return f;
}

void write_psd(const psd_options& o, const picture_task& task, late_engine& device) {
    picture_source source(task.files.input, reading_of(o.reading, task));
    const picture page = source.page(0);
    // Files that cannot be written are refused before anything is computed.
    output_file table(task.files.output);
    std::optional<figure_file> plot = open_plot(o.plot, task.files.output);
    std::unique_ptr<picture_sink> map;
    if (!o.map.empty()) map = std::make_unique<picture_sink>(o.map, o.writing, page_facts{sample_type::f64, 1, 1});
    const auto memory = task.take_memory(page);
    const powers_of_pages powers = measure(device.get(), o, source, page);
    std::string text = "cycles/pixel,power,error,count\n";
    for (const auto& row : powers.rows)
        text += fmt::format("{:.6g},{:.6g},{:.3g},{}\n", row.frequency, row.power, row.error, row.count);
    if (map) {
        map->add(powers.map, 0, make_picture(o.map, page.width, page.height, 1, sample_type::f64));
        finish_picture(*map);
    }
    if (!o.view.empty())
        write_view(o.view, {shown(page), painted_spectrum(device.get(), page), painted_power(powers.map)});
    if (plot) plot->write(figure_of(powers.rows));
    write_text(table, text);
}

void run_psd(psd_options& o, const CLI::App& command) {
    if (o.files.output.empty()) o.files.output = "-";
    const file_list list = list_files(o.files, [](const std::string&) { return std::string(".csv"); });
    check_single(command, list, {"--plot", "--map", "--view"});
    late_engine device(o.device);
    run_pictures(o.files, list, device, [&](const picture_task& task) { write_psd(o, task, device); });
}

}  // namespace

void add_psd(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("psd", "Print the power spectral density of a picture, averaged over directions");
    command->footer(
        "The CSV table has the columns cycles/pixel (from 1 / longer side to 0.5), power, error and count: the mean "
        "over a\n"
        "ring of frequencies, its standard error, and the number of points in the ring. The power is that of the\n"
        "luminance (black 0, white 1; floating-point pictures keep their scale), minus its mean, times a window. "
        "Its\n"
        "unit is squared luminance per (cycle/pixel)^2: white noise of variance s^2 has power s^2 at every frequency, "
        "and\n"
        "the integral over all frequencies of both axes is the variance. Of several pages the mean is printed.");
    auto o = std::make_shared<psd_options>();
    add_picture_files(*command, o->files, input_picture_text());
    add_output_option(*command, o->files.output, output_kind::table,
                      "CSV file or folder to write (default: standard output)")
        ->type_name("OUT.csv");
    add_options(*command, o->how);
    add_plot_option(*command, o->plot, "the table with a band of its errors");
    command
        ->add_option(
            "--map", o->map,
            "Also write the power of both axes, with the zero frequency in the middle, as a picture of numbers")
        ->type_name("OUT")
        ->transform(output_name(output_kind::picture));
    add_view_option(*command, o->view, "input, spectrum and power");
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o, command] { run_psd(*o, *command); });
}

}  // namespace stockham::tools
