// The command `jobs`: batches from and to host memory on one or several devices, against the rate of their links.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace bench {

struct jobs_options {
    std::vector<std::string> what, devices;
    std::string output;
    unsigned rounds = 3;
    unsigned copy_threads = 0;
    std::size_t device_memory = 0;
    bool pinned_only = false;
};

/// Adds `jobs`. For each case it measures, in turns: transfers of the same bytes both ways at once in pinned memory; a
/// job in pinned memory; a job in pageable memory; and upload, transform, download one after another on the first
/// device. It checks some transforms of each result.
void add_jobs_command(CLI::App&, jobs_options&, int& exit_code);

}  // namespace bench
