// The command `steps`: device time of each launch of a plan, compared with a copy of the same bytes.
#pragma once

#include <string>
#include <vector>

#include "experiments/experiment.hpp"

namespace bench {

struct steps_options : experiment_options {
    std::vector<std::string> what;
};

/// Adds `steps`, which measures every launch of the library's plans for suites and problems (paper 003, table 8: time
/// per step).
void add_steps_command(CLI::App&, steps_options&, int& exit_code);

}  // namespace bench
