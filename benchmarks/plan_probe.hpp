// Plan times: cold, with disk caches, and warm, measured in new processes with separate caches.
#pragma once

#include <optional>
#include <string>

#include "adapter.hpp"
#include "row.hpp"

namespace bench {

/// Milliseconds to make a plan for the first time and again in the same process. Includes the extra time of the first
/// execution over later ones, since some runtimes compile only then.
struct probe_result {
    double first = 0, again = 0;
};

probe_result probe(adapter&, const problem&);

/// Runs this program's `probe` command twice with an initially empty cache folder: the first process plans cold, the
/// second uses the first one's disk cache. `device` is the value of --device. Nothing if a process fails.
std::optional<plan_times> measure_plan_times(const std::string& library, const problem&, const std::string& device);

}  // namespace bench
