// The command `out-of-core`: a transform larger than a device's memory, against the rate of its link or of a disk.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace bench {

struct out_of_core_settings {
    std::string problem, output, folder;
    std::vector<std::string> devices;
    unsigned rounds = 2;
    std::size_t device_memory = 0, host_memory = 0;
};

/// Adds `out-of-core`. Without a folder it measures in turns: transfers of the same bytes for each trip, both ways at
/// once; the transform of pinned arrays; and that of pageable arrays. With a folder: the transform between files there,
/// past the page cache, and the same reads and writes without a transform. Checks results at points where they are
/// known.
void add_out_of_core_command(CLI::App&, out_of_core_settings&, int& exit_code);

}  // namespace bench
