// Signals: the channels of a sound file, or the lines of an array.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "array/npy.hpp"
#include "engine.hpp"

namespace stockham::tools {

/// Numbers in the precision in which they are computed.
using signal_values = std::variant<std::vector<float>, std::vector<double>>;

/// Samples of some channels, one channel after the other. Sound is from -1 to 1.
struct signal {
    std::size_t channels = 0;
    std::size_t samples = 0;  ///< of each channel
    double rate = 0;          ///< samples per second; 0: unknown
    signal_values values;     ///< float if that holds every number that the file's type has, else double
};

/// True if this build reads and writes sound files.
bool reads_sound() noexcept;

/// The highest rate of a sound that write_signal() accepts.
constexpr double most_rate = 1e6;

/// Reads a .npy array of real numbers with one axis, or two (channels, samples), or a sound file (WAV, FLAC, AIFF and
/// others that libsndfile knows) if reads_sound(). Throws job_error.
signal read_signal(const std::string& path);

/// Writes a .npy array, (samples) or (channels, samples), or if the name ends in .wav a sound file, of floating-point
/// samples in the precision of the values. Its rate must be a whole number from 1 to most_rate. Throws job_error.
void write_signal(const signal&, const std::string& path);

/// True if single precision would round numbers of this type: f8, c16, and integers of 32 and 64 bits.
bool needs_double(const npy_type&) noexcept;

/// The file type of real or complex numbers in the precision of T: f4, f8, c8 or c16.
template <class T>
const char* type_text(bool is_complex) {
    constexpr bool single = std::is_same_v<T, float>;
    return is_complex ? (single ? "<c8" : "<c16") : (single ? "<f4" : "<f8");
}

/// Rounds the numbers to single precision, with a remark, if the engine's device has no double precision.
void round_if_needed(const engine&, signal_values&);

}  // namespace stockham::tools
