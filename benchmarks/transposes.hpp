// The command `transpose`: the library's transposes, with and without local memory.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace bench {

struct transposes_options {
    std::vector<unsigned> sizes{64, 128, 256, 512, 1024, 2048, 4096};
    std::string device, output;
    unsigned rounds = 15;
};

void add_transpose_command(CLI::App&, transposes_options&, int& exit_code);

}  // namespace bench
