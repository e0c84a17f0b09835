// The command `many`: many transforms in one launch, against one call for each.
#pragma once

#include <cstddef>
#include <string>

#include "experiments/experiment.hpp"

namespace bench {

struct many_options : experiment_options {
    std::string picture{"c2c f32 256x256"};
    std::size_t pictures = 64;  ///< each in buffers of its own
    std::size_t rows = 1000;    ///< of random lengths from `shortest` to `longest`, all in one pair of buffers
    std::size_t shortest = 100, longest = 1000;
    std::size_t plans = 20;  ///< lengths with plans of their own, which the calls for single rows take in turn
};

void add_many_command(CLI::App&, many_options&, int& exit_code);

}  // namespace bench
