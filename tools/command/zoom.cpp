// `stockham zoom`: the spectrum of an array or a sound in a narrow band.
#include <cmath>
#include <limits>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/imaging.hpp>

#include "array/npy.hpp"
#include "audio/signal.hpp"
#include "command.hpp"
#include "command/imaging_work.hpp"
#include "command/picture_options.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "output.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct zoom_options {
    std::string input;
    std::string output;
    std::string plot;
    std::string device;
    double from = 0;
    double to = 0;
    double rate = 0;
    std::size_t points = 1024;

    double frequency_of(std::size_t k) const {
        return from + (to - from) * static_cast<double>(k) / static_cast<double>(points - 1);
    }
};

constexpr std::size_t most_plotted = 8;

// The magnitudes of the first channels.
template <class T>
figure figure_of(const zoom_options& o, const std::vector<std::complex<T>>& values, std::size_t channels,
                 bool has_rate) {
    figure f;
    f.across = {"frequency", has_rate ? "Hz" : "cycles/sample"};
    f.up = {channels > 1 ? "magnitude of each channel" : "magnitude", "", 0, 0, true};
    for (std::size_t c = 0; c < std::min(channels, most_plotted); ++c) {
        f.curves.push_back({fmt::format("{}", c + 1), {}});
        for (std::size_t k = 0; k < o.points; ++k)
            f.curves[c].points.push_back({o.frequency_of(k), std::abs(std::complex<double>(values[c * o.points + k]))});
    }
    return f;
}

template <class T>
void write_zoom(const zoom_options& o, const engine& e, const signal& input, const std::vector<T>& samples,
                double rate) {
    std::optional<figure_file> plot = open_plot(o.plot, o.output);
    output_file file(o.output);
    std::vector<std::complex<T>> values(input.channels * o.points);
    with_files({{"x", o.input}}, [&] {
        imaging::zoom(e.imaging(), imaging::view_of(samples, {input.channels, input.samples}), o.from / rate,
                      o.to / rate, true, imaging::view_of(values, {input.channels, o.points}));
    });
    if (plot) plot->write(figure_of(o, values, input.channels, o.rate > 0 || input.rate > 0));
    if (o.output.size() > 4 && o.output.compare(o.output.size() - 4, 4, ".npy") == 0) {
        std::vector<std::size_t> shape = {input.channels, o.points};
        if (input.channels == 1) shape.erase(shape.begin());
        const std::string head = make_npy_header(shape, type_text<T>(true));
        file.write(head.data(), head.size());
        file.write(values.data(), values.size() * sizeof values[0]);
    } else {
        constexpr int digits = std::numeric_limits<T>::digits10 + 1;
        std::string text = "channel,frequency,real,imaginary\n";
        for (std::size_t c = 0; c < input.channels; ++c)
            for (std::size_t k = 0; k < o.points; ++k) {
                const auto v = values[c * o.points + k];
                text += fmt::format("{},{:.9g},{:.{}g},{:.{}g}\n", c + 1, o.frequency_of(k), v.real(), digits, v.imag(),
                                    digits);
            }
        file.write(text.data(), text.size());
    }
    file.commit();
}

// Samples do not tell a frequency above half of their rate from one below.
void check_frequency(const char* option, double frequency, double rate) {
    if (std::abs(frequency) > rate / 2)
        throw usage_error(fmt::format("{}: must be from {} to {}, half of the {} samples per second (got {})", option,
                                      -rate / 2, rate / 2, rate, frequency));
}

void run_zoom(const zoom_options& o) {
    signal input = read_signal(o.input);
    const double rate = o.rate > 0 ? o.rate : input.rate > 0 ? input.rate : 1;
    check_frequency("--from", o.from, rate);
    check_frequency("--to", o.to, rate);
    const engine e(o.device);
    round_if_needed(e, input.values);
    std::visit([&](const auto& samples) { write_zoom(o, e, input, samples, rate); }, input.values);
}

}  // namespace

void add_zoom(CLI::App& app) {
    CLI::App* command = app.add_subcommand("zoom", "Compute the spectrum of a signal in a narrow band");
    command->footer(
        "Frequencies are spaced evenly from --from to --to, both included, by the chirp z-transform; their number does "
        "not\n"
        "depend on that of the samples. They are at most half of --rate. Writes a .npy array of complex numbers, or a "
        "CSV\n"
        "table, in the precision that `stockham stft` describes.");
    auto o = std::make_shared<zoom_options>();
    command->add_option("SIGNAL", o->input, "Sound file or .npy array, as for `stockham stft`")->required();
    add_output_option(*command, o->output, output_kind::samples, "File to write: .npy or .csv; - writes CSV")
        ->type_name("OUT")
        ->required();
    add_plot_option(*command, o->plot, fmt::format("the magnitudes of the first {} channels", most_plotted));
    command->add_option("--from", o->from, "Lowest frequency")->type_name("F")->transform(decimal_number())->required();
    command->add_option("--to", o->to, "Highest frequency")->type_name("F")->transform(decimal_number())->required();
    command->add_option("--points", o->points, "Number of frequencies (default: 1024)")
        ->type_name("N")
        ->transform(whole_number(2, 1 << 26));
    command->add_option("--rate", o->rate, "Samples per second (default: that of the sound; 1 for an array)")
        ->type_name("HZ")
        ->transform(decimal_number());
    add_device_option(*command, o->device);
    command->callback([o, command] {
        if (command->count("--rate") > 0 && !(o->rate > 0))
            throw usage_error(fmt::format("--rate: must be above 0 samples per second (got {})", o->rate));
        if (!(o->from < o->to))
            throw usage_error(fmt::format("--from: must be below --to (got {} and {})", o->from, o->to));
        run_zoom(*o);
    });
}

}  // namespace stockham::tools
