// Where a plan's time goes: the device's time for each of its launches, beside a copy of the same bytes.
#pragma once

#include <string>
#include <vector>

#include "experiments/experiment.hpp"

namespace bench {

struct steps_options : experiment_options {
    std::vector<std::string> what;
};

/// Adds `steps`: measures every launch of the library's own plans for suites and problems (paper 003, table 8: time per
/// step).
void add_steps_command(CLI::App&, steps_options&, int& exit_code);

}  // namespace bench
