// The command `convolution`: compares the library's fused convolutions with the same in three steps.
#pragma once

#include <string>
#include <vector>

#include "experiments/experiment.hpp"

namespace bench {

struct convolutions_options : experiment_options {
    std::vector<std::string> what{"c2c f32 1024x1024", "c2c f32 4096x4096", "r2c f32 2048x2048", "r2c f32 4096x4096",
                                  "c2c f64 2048x2048"};
};

void add_convolution_command(CLI::App&, convolutions_options&, int& exit_code);

}  // namespace bench
