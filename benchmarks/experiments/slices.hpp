// The command `slices`: upload, transform and download, overlapped by slices of the batch.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"

namespace bench {

struct slices_options : experiment_options {
    std::vector<std::string> what{"c2c f32 256 b65536", "c2c f32 1024x1024 b32", "r2c f32 1024x1024 b32",
                                  "c2c f32 256x256x256 b4"};
    std::vector<std::size_t> slices;  ///< numbers of slices; empty: powers of two up to 64 that the batch allows
};

void add_slices_command(CLI::App&, slices_options&, int& exit_code);

}  // namespace bench
