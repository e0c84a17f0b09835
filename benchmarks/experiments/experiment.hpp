// Shared by the experiments: options, device and results file of a run, and the first fields of rows.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "opencl_target.hpp"
#include "row.hpp"
#include "row_file.hpp"
#include "statistics.hpp"

namespace CLI {
class App;
}

namespace bench {

struct experiment_options {
    std::string device, output;
    unsigned rounds = 15;
};

/// Adds --device, --output and --rounds.
void add_experiment_options(CLI::App&, experiment_options&);

/// A run of an experiment. The constructor prints the run's record.
struct experiment {
    explicit experiment(const experiment_options&);

    /// True if the device supports the problem. If it lacks double precision, prints a line and returns false.
    bool can_run(const problem&) const;

    opencl_target target;
    row_file file;
};

/// The first fields of a row for a case that is not a transform: suite, name, library, status and location.
nlohmann::ordered_json row_head(const std::string& suite, const std::string& name, const std::string& library, status,
                                const location&);

}  // namespace bench
