// Plan times: cold, with the disk caches, and warm, measured in fresh processes with caches of their own.
#pragma once

#include <optional>
#include <string>

#include "adapter.hpp"
#include "row.hpp"

namespace bench {

/// The milliseconds a plan costs the first time and again in the same process: creation plus (first execution - steady
/// execution), since runtimes compile as late as the first execution.
struct probe_result {
    double first = 0, again = 0;
};

probe_result probe(adapter&, const problem&);

/// Runs this program's `probe` command twice over an empty cache folder: the first process plans cold, the second finds
/// what the first left on disk. `device` is the device's word. Nothing if a process failed.
std::optional<plan_times> measure_plan_times(const std::string& library, const problem&, const std::string& device);

}  // namespace bench
