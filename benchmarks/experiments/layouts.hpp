// The command `layouts`: complex transforms with any layout, loops and pruning, which not all libraries support.
#pragma once

#include <string>
#include <vector>

#include "experiments/experiment.hpp"

namespace bench {

struct layouts_options : experiment_options {
    std::vector<std::string> what;
};

void add_layouts_command(CLI::App&, layouts_options&, int& exit_code);

}  // namespace bench
