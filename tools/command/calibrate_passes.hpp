// `stockham calibrate --passes`: measures the passes of problems.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace stockham::tools {

struct pass_calibration_request {
    bool wanted = false;  ///< --passes
    std::vector<std::string> words;
    std::string file, part, compact, shard;
    std::optional<double> seconds;
    int jobs = -1;  ///< -1: a process for each thread of the CPU but one, none if the device is a CPU
};

/// Adds --passes and the options that need it.
void add_pass_options(CLI::App& command, pass_calibration_request&);

/// Measures and prints a summary. Throws usage_error for wrong words, interrupted_error after Ctrl-C.
void calibrate_passes_of(const pass_calibration_request&, const std::string& device, bool quiet);

}  // namespace stockham::tools
