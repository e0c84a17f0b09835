// What `stockham stft` and its inverse share: the options, and the transform that they describe.
#pragma once

#include <cstddef>
#include <string>

#include <stockham/imaging/spectrogram.hpp>
#include <stockham/imaging/spectrum.hpp>

namespace stockham::tools {

enum class stft_scale { none, magnitude, psd };

struct stft_options {
    std::string input;
    std::string output;
    std::string device;
    imaging::power_options how;  // its windows
    stft_scale scale = stft_scale::magnitude;
    std::size_t length = 1024;
    std::size_t hop = 0;
    std::size_t points = 0;
    std::size_t channel = 1;
    std::size_t samples = 0;
    double rate = 0;
    double floor = 80;
    bool inverse = false;
};

/// `rate`: samples per second.
imaging::stft_description describe_stft(const stft_options&, double rate);

/// Reads a spectrogram, a .npy array of complex numbers, and writes its signal. Throws job_error and usage_error.
void run_inverse_stft(const stft_options&);

}  // namespace stockham::tools
