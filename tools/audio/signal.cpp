// Signals: the channels of a sound file, or the lines of an array.
#include "audio/signal.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>

#include <fmt/format.h>

#include "array/convert.hpp"
#include "array/npy.hpp"
#include "command/picture_options.hpp"
#include "fault.hpp"
#include "input.hpp"
#include "output.hpp"

#ifdef STOCKHAM_HAS_SNDFILE
#include <sndfile.h>
#endif

namespace stockham::tools {

namespace {

constexpr std::size_t most_samples = std::size_t{1} << 30;

bool is_npy(const std::string& path) {
    return path.size() > 4 && path.compare(path.size() - 4, 4, ".npy") == 0;
}

signal read_array(const std::string& path) {
    const std::vector<std::uint8_t> bytes = read_whole(path, 16 * most_samples);
    const npy_header header = parse_npy(bytes, path);
    if (header.shape.size() > 2)
        throw job_error(fmt::format("{}: a signal has one axis, or two for channels and samples (got {})", path,
                                    header.shape.size()));
    if (header.type.is_complex()) throw job_error(fmt::format("{}: a signal must be real", path));
    signal made;
    made.samples = header.shape.back();
    made.channels = header.elements / made.samples;
    const bool in_double = needs_double(header.type);
    if (in_double) made.values = std::vector<double>();
    const converter convert = find_converter(header.type, in_double ? precision::f64 : precision::f32, true);
    std::visit(
        [&](auto& values) {
            values.resize(header.elements);
            convert(bytes.data() + header.data_offset, header.elements, values.data());
        },
        made.values);
    return made;
}

#ifdef STOCKHAM_HAS_SNDFILE
// libsndfile takes what is there of a file that was cut off, without an error.
void check_length(const std::string& path) {
    input_file file(path);  // reports a missing file as all commands do
    std::uint8_t head[8] = {};
    if (!file.is_regular() || file.read_some(head, sizeof head) < sizeof head) return;
    if (std::string(head, head + 4) != "RIFF") return;
    const std::size_t promised = head[4] | head[5] << 8 | head[6] << 16 | static_cast<std::size_t>(head[7]) << 24;
    if (promised != 0xffffffff && promised + 8 > file.size() + 1)  // streams have no length
        throw job_error(
            fmt::format("{}: is damaged: it promises {} bytes and has {}", path, promised + 8, file.size()));
}

sf_count_t read_numbers(SNDFILE* file, float* to, std::size_t frames) {
    return sf_readf_float(file, to, static_cast<sf_count_t>(frames));
}
sf_count_t read_numbers(SNDFILE* file, double* to, std::size_t frames) {
    return sf_readf_double(file, to, static_cast<sf_count_t>(frames));
}
sf_count_t write_numbers(SNDFILE* file, const float* from, std::size_t frames) {
    return sf_writef_float(file, from, static_cast<sf_count_t>(frames));
}
sf_count_t write_numbers(SNDFILE* file, const double* from, std::size_t frames) {
    return sf_writef_double(file, from, static_cast<sf_count_t>(frames));
}

// True for samples that a float rounds. Those of lossy formats are no more precise than a float.
bool has_wide_samples(int format) {
    const int coding = format & SF_FORMAT_SUBMASK;
    return coding == SF_FORMAT_DOUBLE || coding == SF_FORMAT_PCM_32 || coding == SF_FORMAT_ALAC_32;
}

// Reads the frames, which interleave the channels, and returns their number.
template <class T>
std::size_t read_frames(SNDFILE* file, const signal& s, std::vector<T>& values) {
    std::vector<T> interleaved(s.samples * s.channels);
    const sf_count_t got = read_numbers(file, interleaved.data(), s.samples);
    values.resize(interleaved.size());
    for (std::size_t k = 0; k < s.samples; ++k)
        for (std::size_t c = 0; c < s.channels; ++c) values[c * s.samples + k] = interleaved[k * s.channels + c];
    return static_cast<std::size_t>(std::max<sf_count_t>(got, 0));
}

template <class T>
std::size_t write_frames(SNDFILE* file, const signal& s, const std::vector<T>& values) {
    std::vector<T> interleaved(values.size());
    for (std::size_t k = 0; k < s.samples; ++k)
        for (std::size_t c = 0; c < s.channels; ++c) interleaved[k * s.channels + c] = values[c * s.samples + k];
    const sf_count_t put = write_numbers(file, interleaved.data(), s.samples);
    return static_cast<std::size_t>(std::max<sf_count_t>(put, 0));
}

signal read_sound(const std::string& path) {
    check_length(path);
    SF_INFO info{};
    SNDFILE* file = sf_open(path.c_str(), SFM_READ, &info);
    if (file == nullptr) throw job_error(fmt::format("{}: {}", path, sf_strerror(nullptr)));
    signal made;
    std::string fault;
    const auto frames = static_cast<std::size_t>(std::max<sf_count_t>(info.frames, 0));
    const auto channels = static_cast<std::size_t>(info.channels);
    if (frames == 0 || channels == 0) {
        fault = "has no samples";
    } else if (frames > most_samples / channels) {
        fault = fmt::format("has {} samples of {} channels; at most {} are read", frames, channels, most_samples);
    } else {
        made = {channels, frames, static_cast<double>(info.samplerate), {}};
        if (has_wide_samples(info.format)) made.values = std::vector<double>();
        const auto got = std::visit([&](auto& values) { return read_frames(file, made, values); }, made.values);
        if (got != frames) fault = fmt::format("is damaged: it promises {} samples and has {}", frames, got);
    }
    sf_close(file);
    if (!fault.empty()) throw job_error(fmt::format("{}: {}", path, fault));
    return made;
}

// libsndfile writes here; an output_file writes it under its name when it is complete.
struct sound_bytes {
    std::vector<char> bytes;
    std::size_t at = 0;
};

SF_VIRTUAL_IO io_of_bytes() {
    SF_VIRTUAL_IO io{};
    io.get_filelen = [](void* user) { return static_cast<sf_count_t>(static_cast<sound_bytes*>(user)->bytes.size()); };
    io.seek = [](sf_count_t offset, int whence, void* user) {
        auto& to = *static_cast<sound_bytes*>(user);
        const std::size_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? to.at : to.bytes.size();
        to.at = from + static_cast<std::size_t>(offset);
        return static_cast<sf_count_t>(to.at);
    };
    io.read = [](void* target, sf_count_t count, void* user) {
        auto& from = *static_cast<sound_bytes*>(user);
        const std::size_t left = from.bytes.size() - std::min(from.at, from.bytes.size());
        const std::size_t n = std::min(left, static_cast<std::size_t>(count));
        std::copy_n(from.bytes.data() + from.at, n, static_cast<char*>(target));
        from.at += n;
        return static_cast<sf_count_t>(n);
    };
    io.write = [](const void* source, sf_count_t count, void* user) {
        auto& to = *static_cast<sound_bytes*>(user);
        const auto n = static_cast<std::size_t>(count);
        if (to.bytes.size() < to.at + n) to.bytes.resize(to.at + n);
        std::copy_n(static_cast<const char*>(source), n, to.bytes.data() + to.at);
        to.at += n;
        return count;
    };
    io.tell = [](void* user) { return static_cast<sf_count_t>(static_cast<sound_bytes*>(user)->at); };
    return io;
}

void write_sound(const signal& s, const std::string& path) {
    SF_INFO info{};
    info.samplerate = static_cast<int>(s.rate);
    info.channels = static_cast<int>(s.channels);
    const bool in_double = std::holds_alternative<std::vector<double>>(s.values);
    info.format = SF_FORMAT_WAV | (in_double ? SF_FORMAT_DOUBLE : SF_FORMAT_FLOAT);
    if (s.channels > 1024 || sf_format_check(&info) == 0)
        throw job_error(fmt::format("{}: a sound file cannot have {} channels", path, s.channels));
    sound_bytes made;
    SF_VIRTUAL_IO io = io_of_bytes();
    SNDFILE* file = sf_open_virtual(&io, SFM_WRITE, &info, &made);
    if (file == nullptr) throw job_error(fmt::format("{}: {}", path, sf_strerror(nullptr)));
    sf_command(file, SFC_SET_ADD_PEAK_CHUNK, nullptr, SF_FALSE);  // it has the time of day
    const std::size_t written = std::visit([&](const auto& values) { return write_frames(file, s, values); }, s.values);
    const int code = sf_close(file);
    if (written != s.samples || code != 0) throw job_error(fmt::format("{}: {}", path, sf_error_number(code)));
    output_file out(path);
    out.write(made.bytes.data(), made.bytes.size());
    out.commit();
}
#else
void write_sound(const signal&, const std::string& path) {
    throw job_error(fmt::format("{}: this build writes .npy arrays only; it was made without libsndfile", path));
}

signal read_sound(const std::string& path) {
    throw job_error(fmt::format("{}: this build reads .npy arrays only; it was made without libsndfile", path));
}
#endif

}  // namespace

bool reads_sound() noexcept {
#ifdef STOCKHAM_HAS_SNDFILE
    return true;
#else
    return false;
#endif
}

void write_signal(const signal& s, const std::string& path) {
    if (!is_npy(path)) return write_sound(s, path);
    std::vector<std::size_t> shape = {s.samples};
    if (s.channels > 1) shape.insert(shape.begin(), s.channels);
    output_file out(path);
    std::visit(
        [&](const auto& values) {
            const std::string head = make_npy_header(shape, type_text<std::decay_t<decltype(values[0])>>(false));
            out.write(head.data(), head.size());
            out.write(values.data(), values.size() * sizeof values[0]);
        },
        s.values);
    out.commit();
}

bool needs_double(const npy_type& type) noexcept {
    return type.is_double() || ((type.kind == 'i' || type.kind == 'u') && type.size > 2);
}

void round_if_needed(const engine& e, signal_values& values) {
    if (e.description().fp64 != double_support::none) return;
    if (const auto* wide = std::get_if<std::vector<double>>(&values)) {
        report_single_precision(e);
        values = std::vector<float>(wide->begin(), wide->end());
    }
}

signal read_signal(const std::string& path) {
    return is_npy(path) ? read_array(path) : read_sound(path);
}

}  // namespace stockham::tools
