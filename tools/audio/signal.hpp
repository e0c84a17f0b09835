// Signals: the channels of a sound file, or the lines of an array.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stockham::tools {

/// Samples of some channels, one channel after the other. Sound is from -1 to 1.
struct signal {
    std::size_t channels = 0;
    std::size_t samples = 0;  ///< of each channel
    double rate = 0;          ///< samples per second; 0: unknown
    std::vector<float> values;
};

/// True if this build reads and writes sound files.
bool reads_sound() noexcept;

/// The highest rate of a sound that write_signal() accepts.
constexpr double most_rate = 1e6;

/// Reads a .npy array of real numbers with one axis, or two (channels, samples), or a sound file (WAV, FLAC, AIFF and
/// others that libsndfile knows) if reads_sound(). Throws job_error.
signal read_signal(const std::string& path);

/// Writes a .npy array, (samples) or (channels, samples), or if the name ends in .wav a sound file of 32-bit
/// floating-point samples. Its rate must be a whole number from 1 to most_rate. Throws job_error.
void write_signal(const signal&, const std::string& path);

}  // namespace stockham::tools
