// Signals: the channels of a sound file, or the lines of an array.
#include "audio/signal.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>

#include <fmt/format.h>

#include "array/convert.hpp"
#include "array/npy.hpp"
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
    made.values.resize(header.elements);
    find_converter(header.type, precision::f32, true)(bytes.data() + header.data_offset, header.elements,
                                                      made.values.data());
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
        std::vector<float> interleaved(frames * channels);
        const sf_count_t got = sf_readf_float(file, interleaved.data(), info.frames);
        if (got != info.frames) {
            fault = fmt::format("is damaged: it promises {} samples and has {}", frames, got);
        } else {
            made = {channels, frames, static_cast<double>(info.samplerate), std::vector<float>(frames * channels)};
            for (std::size_t k = 0; k < frames; ++k)
                for (std::size_t c = 0; c < channels; ++c) made.values[c * frames + k] = interleaved[k * channels + c];
        }
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
    info.format = SF_FORMAT_WAV | SF_FORMAT_FLOAT;
    if (s.channels > 1024 || sf_format_check(&info) == 0)
        throw job_error(fmt::format("{}: a sound file cannot have {} channels", path, s.channels));
    std::vector<float> interleaved(s.values.size());
    for (std::size_t k = 0; k < s.samples; ++k)
        for (std::size_t c = 0; c < s.channels; ++c) interleaved[k * s.channels + c] = s.values[c * s.samples + k];
    sound_bytes made;
    SF_VIRTUAL_IO io = io_of_bytes();
    SNDFILE* file = sf_open_virtual(&io, SFM_WRITE, &info, &made);
    if (file == nullptr) throw job_error(fmt::format("{}: {}", path, sf_strerror(nullptr)));
    sf_command(file, SFC_SET_ADD_PEAK_CHUNK, nullptr, SF_FALSE);  // it has the time of day
    const sf_count_t written = sf_writef_float(file, interleaved.data(), static_cast<sf_count_t>(s.samples));
    const int code = sf_close(file);
    if (written != static_cast<sf_count_t>(s.samples) || code != 0)
        throw job_error(fmt::format("{}: {}", path, sf_error_number(code)));
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
    const std::string head = make_npy_header(shape, "<f4");
    output_file out(path);
    out.write(head.data(), head.size());
    out.write(s.values.data(), s.values.size() * sizeof s.values[0]);
    out.commit();
}

signal read_signal(const std::string& path) {
    return is_npy(path) ? read_array(path) : read_sound(path);
}

}  // namespace stockham::tools
