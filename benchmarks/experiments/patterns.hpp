// The command `patterns`: memory bandwidth by access pattern and by number of streams (paper 003).
#pragma once

#include <string>

#include "experiments/experiment.hpp"

namespace bench {

struct patterns_options : experiment_options {
    patterns_options() { rounds = 7; }
};

void add_patterns_command(CLI::App&, patterns_options&, int& exit_code);

}  // namespace bench
