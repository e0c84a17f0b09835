// The environment variables of this library, and its log.
#pragma once

#include <string>

namespace fftw_device {

/// STOCKHAM_FFTW: who computes.
enum class mode {
    automatic,  ///< "auto": the faster one
    device,     ///< "device": the device everything that it supports
    fftw        ///< "fftw": FFTW everything
};
mode chosen_mode() noexcept;

/// STOCKHAM_FFTW_LOG: a file to append to; "1" and "stderr" mean standard error. False if it is not set.
bool logs() noexcept;
/// Writes a line to the log.
void log(const std::string& line) noexcept;

/// Writes a line to standard error and to the log; each text once in a process.
void complain(const std::string& line) noexcept;

/// The value of an environment variable; empty if it is not set.
std::string environment(const char* name);

}  // namespace fftw_device
