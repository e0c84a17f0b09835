// The command `layouts`: complex transforms of any layout, loops and parts, which other libraries do not all have.
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
