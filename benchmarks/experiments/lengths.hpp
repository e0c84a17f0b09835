// The command `lengths`: the lengths that good_size() chooses for a device, beside others that it could have chosen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "run.hpp"

namespace CLI {
class App;
}

namespace bench {

struct lengths_options {
    std::string device, output, turns;  ///< as for run
    shard part;
    std::string precision = "f32";
    std::uint64_t seed = 0;
    unsigned count = 200, candidates = 8, rounds = 15;
    std::size_t from = 100, to = 100000;
    std::size_t mib = 0;  ///< input of each measurement; 0: by the kind of the device
};

/// Adds `lengths`, which measures the choices of good_size() for random lengths.
void add_lengths_command(CLI::App&, lengths_options&, int& exit_code);

}  // namespace bench
