// `stockham stft --inverse`: from the array of a spectrogram back to a sound or an array.
#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include <fmt/format.h>
#include <stockham/imaging.hpp>

#include "array/convert.hpp"
#include "array/npy.hpp"
#include "audio/signal.hpp"
#include "command/imaging_work.hpp"
#include "command/stft_options.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "input.hpp"

namespace stockham::tools {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 34;

struct spectrogram {
    std::size_t channels = 1, bins = 0, slices = 0;
    signal_values values;  // real and imaginary parts
};

spectrogram read_spectrogram(const std::string& path) {
    const std::vector<std::uint8_t> bytes = read_whole(path, most_bytes);
    const npy_header header = parse_npy(bytes, path);
    if (!header.type.is_complex())
        throw job_error(fmt::format("{}: a spectrogram must be complex; magnitudes alone have no inverse", path));
    const std::vector<std::size_t>& shape = header.shape;
    if (shape.size() != 2 && shape.size() != 3)
        throw job_error(
            fmt::format("{}: a spectrogram has two axes, frequencies and slices, or three with the channels "
                        "first (got {})",
                        path, shape.size()));
    spectrogram made;
    if (shape.size() == 3) made.channels = shape[0];
    made.bins = shape[shape.size() - 2];
    made.slices = shape.back();
    const bool in_double = needs_double(header.type);
    if (in_double) made.values = std::vector<double>();
    const converter convert = find_converter(header.type, in_double ? precision::f64 : precision::f32);
    std::visit(
        [&](auto& values) {
            values.resize(2 * header.elements);
            convert(bytes.data() + header.data_offset, header.elements, values.data());
        },
        made.values);
    return made;
}

// The most samples of a signal with this number of slices: one more would touch the slice after the last.
std::size_t most_samples(const imaging::stft_description& d, const spectrogram& from, const std::string& path) {
    const long first = imaging::slices_of(d, d.window.size()).first, end = first + static_cast<long>(from.slices);
    const auto is_set = [](double w) { return w != 0; };
    const long start = std::find_if(d.window.begin(), d.window.end(), is_set) - d.window.begin();
    const long samples = end * static_cast<long>(d.hop) - static_cast<long>(d.window.size() / 2) + start;
    if (samples < static_cast<long>(d.window.size()))
        throw job_error(fmt::format("{}: {} slices are too few: they have no signal as long as the window, {} samples",
                                    path, from.slices, d.window.size()));
    return static_cast<std::size_t>(samples);
}

std::size_t samples_of(const stft_options& o, const imaging::stft_description& d, const spectrogram& from) {
    const std::size_t most = most_samples(d, from, o.input);
    if (o.samples == 0) return most;
    const bool fits = o.samples >= o.length && imaging::slices_of(d, o.samples).count() == from.slices;
    if (!fits)
        throw usage_error(fmt::format("--samples: {} slices are those of a signal of {} to {} samples (got {})",
                                      from.slices, std::max(d.window.size(), most - d.hop + 1), most, o.samples));
    return o.samples;
}

template <class T>
std::vector<T> signal_of(const engine& e, const stft_options& o, const imaging::stft_description& d,
                         const spectrogram& from, const std::vector<T>& parts, std::size_t samples) {
    std::vector<T> signal(from.channels * samples);
    const auto* slices = reinterpret_cast<const std::complex<T>*>(parts.data());
    with_files({{"slices", o.input}}, [&] {
        imaging::inverse_stft(e.imaging(), imaging::view_of(slices, {from.channels, from.bins, from.slices}), d,
                              imaging::view_of(signal, {from.channels, samples}));
    });
    return signal;
}

}  // namespace

void run_inverse_stft(const stft_options& o) {
    const double rate = o.rate > 0 ? o.rate : 1;
    const imaging::stft_description d = describe_stft(o, rate);
    with_files({}, [&] { imaging::dual_window(d); });
    spectrogram from = read_spectrogram(o.input);
    if (from.bins != d.bins())
        throw job_error(fmt::format("{}: has {} frequencies, and {} points of a transform have {}; see --points",
                                    o.input, from.bins, d.points(), d.bins()));
    signal out{from.channels, samples_of(o, d, from), rate, {}};
    const engine e(o.device);
    round_if_needed(e, from.values);
    std::visit([&](const auto& parts) { out.values = signal_of(e, o, d, from, parts, out.samples); }, from.values);
    write_signal(out, o.output);
}

}  // namespace stockham::tools
