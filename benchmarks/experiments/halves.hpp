// The command `halves`: times of splitting, products and combining as separate kernels (paper 004).
#pragma once

#include <cstddef>
#include <string>

#include "experiments/experiment.hpp"

namespace bench {

struct halves_options : experiment_options {
    std::string units;
    std::size_t points = std::size_t{1} << 24;
};

void add_halves_command(CLI::App&, halves_options&, int& exit_code);

}  // namespace bench
