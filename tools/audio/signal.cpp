// Signals: the channels of a sound file, or the lines of an array.
#include "audio/signal.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "array/convert.hpp"
#include "array/npy.hpp"
#include "fault.hpp"
#include "input.hpp"

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
#else
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

signal read_signal(const std::string& path) {
    return is_npy(path) ? read_array(path) : read_sound(path);
}

}  // namespace stockham::tools
