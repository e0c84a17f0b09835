// `stockham stft`: the spectrogram of a sound or of an array, as an array, a table or a picture.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/imaging.hpp>

#include "array/npy.hpp"
#include "audio/signal.hpp"
#include "command.hpp"
#include "command/described_options.hpp"
#include "command/imaging_work.hpp"
#include "command/stft_options.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "image/figure.hpp"
#include "output.hpp"
#include "words.hpp"

namespace stockham::tools {

imaging::stft_description describe_stft(const stft_options& o, double rate) {
    imaging::stft_description d;
    d.window = imaging::window_values(o.how.window, o.length, o.how.symmetric_window);
    d.hop = o.hop == 0 ? std::max<std::size_t>(1, o.length / 4) : o.hop;
    d.length = o.points;
    double sum = 0, squares = 0;
    for (const double w : d.window) {
        sum += w;
        squares += w * w;
    }
    if (o.scale == stft_scale::magnitude) d.scale = 1 / sum;
    if (o.scale == stft_scale::psd) d.scale = 1 / std::sqrt(rate * squares);
    return d;
}

namespace {

// The range of times and frequencies of the slices.
struct stft_axes {
    double first_time, time_step, frequency_step;
};

void write_bytes_to(const std::string& path, const std::string& head, const void* rest, std::size_t bytes) {
    output_file file(path);
    file.write(head.data(), head.size());
    if (bytes > 0) file.write(rest, bytes);
    file.commit();
}

// A row for each frequency, a column for each slice, magnitudes.
template <class T>
void write_csv(const std::string& path, const std::vector<std::complex<T>>& values, std::size_t bins,
               std::size_t slices, const stft_axes& axes) {
    std::string text = "frequency\\time";
    for (std::size_t p = 0; p < slices; ++p)
        text += fmt::format(",{:.6g}", axes.first_time + axes.time_step * static_cast<double>(p));
    text += '\n';
    for (std::size_t q = 0; q < bins; ++q) {
        text += fmt::format("{:.6g}", axes.frequency_step * static_cast<double>(q));
        for (std::size_t p = 0; p < slices; ++p)
            text += fmt::format(",{:.6g}", std::abs(std::complex<double>(values[q * slices + p])));
        text += '\n';
    }
    write_bytes_to(path, text, nullptr, 0);
}

// Decibels below the largest magnitude; high frequencies are on top.
template <class T>
figure figure_of(const stft_options& o, const std::vector<std::complex<T>>& values, std::size_t bins,
                 std::size_t slices, const stft_axes& axes, bool has_rate) {
    double largest = 0;
    for (const auto& v : values) largest = std::max(largest, std::norm(std::complex<double>(v)));
    const value_rows shares = [&values, bins, slices, largest, floor = o.floor](std::size_t y, float* row) {
        for (std::size_t p = 0; p < slices; ++p) {
            const double power = std::norm(std::complex<double>(values[(bins - 1 - y) * slices + p]));
            const double share = power > 0 ? 1 + 10 * std::log10(power / largest) / floor : 0;
            row[p] = static_cast<float>(std::clamp(share, 0.0, 1.0));
        }
    };
    // Slices and frequencies are in the middle of their points.
    const double start = axes.first_time - axes.time_step / 2, bottom = -axes.frequency_step / 2;
    const double end = start + axes.time_step * static_cast<double>(slices);
    figure f;
    f.across = {"time", has_rate ? "s" : "samples", start, end};
    f.up = {"frequency", has_rate ? "Hz" : "cycles/sample", bottom,
            bottom + axes.frequency_step * static_cast<double>(bins)};
    const figure_axis bar = {"relative magnitude", "dB", -o.floor, 0};
    f.image = {shares, slices, bins, colour_map::sequential, bar, true, false};
    return f;
}

bool ends_with(const std::string& path, const std::string& end) {
    return path.size() >= end.size() && path.compare(path.size() - end.size(), end.size(), end) == 0;
}

// Transforms all channels for an array, else the chosen one.
template <class T>
void write_stft(const stft_options& o, const engine& e, const signal& input, const std::vector<T>& samples,
                double rate) {
    const imaging::stft_description d = describe_stft(o, rate);
    const bool array = ends_with(o.output, ".npy");
    std::vector<std::complex<T>> values;
    imaging::slice_range range;
    const std::size_t channels = array ? input.channels : 1;
    with_files({{"signal", o.input}}, [&] {
        range = imaging::slices_of(d, input.samples);
        values.resize(channels * d.bins() * range.count());
        const T* from = samples.data() + (array ? 0 : (o.channel - 1) * input.samples);
        imaging::stft(e.imaging(), imaging::view_of(from, {channels, input.samples}), d,
                      imaging::view_of(values, {channels, d.bins(), range.count()}));
    });
    const double step = static_cast<double>(d.hop) / rate;
    const stft_axes axes = {static_cast<double>(range.first) * step, step, rate / static_cast<double>(d.points())};
    if (array) {
        std::vector<std::size_t> shape = {d.bins(), range.count()};
        if (channels > 1) shape.insert(shape.begin(), channels);
        write_bytes_to(o.output, make_npy_header(shape, type_text<T>(true)), values.data(),
                       values.size() * sizeof values[0]);
    } else if (o.output == "-" || ends_with(o.output, ".csv")) {
        write_csv(o.output, values, d.bins(), range.count(), axes);
    } else {
        figure_file(o.output).write(figure_of(o, values, d.bins(), range.count(), axes, o.rate > 0 || input.rate > 0));
    }
}

void run_stft(const stft_options& o) {
    signal input = read_signal(o.input);
    if (o.channel > input.channels)
        throw usage_error(fmt::format("--channel: {} has {} (got {})", o.input, input.channels, o.channel));
    if (o.length > input.samples)
        throw usage_error(
            fmt::format("--length: the window has {} samples and {} only {}", o.length, o.input, input.samples));
    const double rate = o.rate > 0 ? o.rate : input.rate > 0 ? input.rate : 1;
    const engine e(o.device);
    round_if_needed(e, input.values);
    std::visit([&](const auto& samples) { write_stft(o, e, input, samples, rate); }, input.values);
}

void check_stft_options(const stft_options& o, const CLI::App& command) {
    with_files({}, [&] { imaging::check(o.how); });
    if (command.count("--rate") > 0 && !(o.rate > 0))
        throw usage_error(fmt::format("--rate: must be above 0 samples per second (got {})", o.rate));
    if (!(o.floor > 0)) throw usage_error(fmt::format("--floor: must be above 0 decibels (got {})", o.floor));
    if (o.points != 0 && o.points < o.length)
        throw usage_error(fmt::format("--points: must be at least --length, {} (got {})", o.length, o.points));
    if (ends_with(o.output, ".npy") && command.count("--channel") > 0)
        throw usage_error("--channel: has no effect on an array, which gets all channels");
    if (!o.inverse) {
        if (ends_with(o.output, ".wav")) throw usage_error("--output: only --inverse writes a sound");
        if (command.count("--samples") > 0) throw usage_error("--samples: has no effect without --inverse");
        return;
    }
    for (const char* name : {"--channel", "--floor"})
        if (command.count(name) > 0) throw usage_error(fmt::format("{}: has no effect with --inverse", name));
    const bool sound = ends_with(o.output, ".wav");
    if (!sound && !ends_with(o.output, ".npy"))
        throw usage_error(fmt::format("--output: the inverse writes a .wav or .npy file (got {})", o.output));
    if (sound && !reads_sound())
        throw usage_error("--output: this build writes .npy arrays only; it was made without libsndfile");
    if (sound && !(o.rate >= 1 && o.rate <= most_rate && o.rate == std::floor(o.rate)))
        throw usage_error(fmt::format("--rate: a sound needs a whole number of samples per second, 1 to {}{}",
                                      most_rate, o.rate > 0 ? fmt::format(" (got {})", o.rate) : ""));
}

}  // namespace

void add_stft(CLI::App& app) {
    CLI::App* command = app.add_subcommand("stft", "Compute the spectrogram of a sound or an array");
    command->footer(
        "Writes the short-time Fourier transform: a .npy array of complex numbers (channels if several, frequencies,\n"
        "slices), a CSV table of magnitudes (a row for each frequency), or a figure with axes, SVG or a picture, in "
        "decibels\n"
        "below the largest magnitude. Slices and frequencies are those of scipy.signal.ShortTimeFFT: slice p is "
        "centred on "
        "sample\n"
        "p * hop, from the first slice that touches the signal to the last; samples outside it are 0.\n"
        "With --inverse, SIGNAL is such an array of complex numbers and OUT its signal, a .wav file of floating-point\n"
        "numbers or a .npy array; --length, --hop, --points, --window, --scale and --rate must be those of the\n"
        "spectrogram. f8, integers of 32 bits or more and sounds of such samples are computed in double precision, and "
        "all\n"
        "others in single precision.");
    auto o = std::make_shared<stft_options>();
    command
        ->add_option("SIGNAL", o->input,
                     reads_sound() ? "Sound file (WAV, FLAC, AIFF ..), or .npy array of real numbers: (samples) or "
                                     "(channels, samples)"
                                   : ".npy array of real numbers: (samples) or (channels, samples)")
        ->required();
    command
        ->add_option("-o,--output", o->output,
                     "File to write: .npy, .csv, .svg or a picture, - writes CSV; with --inverse .npy or .wav")
        ->type_name("OUT")
        ->transform(output_name(output_kind::spectrogram))
        ->required();
    command->add_option("--length", o->length, "Samples of the window (default: 1024)")
        ->type_name("N")
        ->transform(whole_number(1, 1 << 24));
    command->add_option("--hop", o->hop, "Samples from one slice to the next (default: a quarter of --length)")
        ->type_name("N")
        ->transform(whole_number(1, 1 << 30));
    command->add_option("--points", o->points, "Points of each transform, at least --length (the default)")
        ->type_name("N")
        ->transform(whole_number(1, 1 << 26));
    add_options(*command, o->how, {"window", "symmetric_window"});
    const std::vector<std::pair<std::string, stft_scale>> scales = {
        {"magnitude", stft_scale::magnitude}, {"psd", stft_scale::psd}, {"none", stft_scale::none}};
    command
        ->add_option("--scale", o->scale,
                     "magnitude (the default): a sine of amplitude 1 has 0.5; psd: squares are a power spectral "
                     "density; none")
        ->type_name("HOW")
        ->transform(one_of(scales));
    command->add_option("--rate", o->rate, "Samples per second (default: that of the sound; 1 for an array)")
        ->type_name("HZ")
        ->transform(decimal_number());
    command->add_flag("--inverse", o->inverse, "Compute the signal of a spectrogram");
    command
        ->add_option("--samples", o->samples,
                     "Samples of the signal of a spectrogram (default: the most that its slices have; those beyond the "
                     "original ones are 0)")
        ->type_name("N")
        ->transform(whole_number(1, std::uint64_t{1} << 30));
    command->add_option("--channel", o->channel, "Channel of a table or picture (default: 1)")
        ->type_name("N")
        ->transform(whole_number(1, 4096));
    command->add_option("--floor", o->floor, "Decibels below the largest magnitude that a picture shows (default: 80)")
        ->type_name("DB")
        ->transform(decimal_number());
    add_device_option(*command, o->device);
    command->callback([o, command] {
        check_stft_options(*o, *command);
        if (o->inverse)
            run_inverse_stft(*o);
        else
            run_stft(*o);
    });
}

}  // namespace stockham::tools
