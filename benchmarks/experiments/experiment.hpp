// What the experiments share: their options, the device and the results file of a run, and how a row of theirs begins.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "opencl_target.hpp"
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

/// --device, --output and --rounds.
void add_experiment_options(CLI::App&, experiment_options&);

/// A run of an experiment: prints the run's record.
struct experiment {
    explicit experiment(const experiment_options&);

    /// Whether the device can take the problem. Where it cannot, for want of double precision, a line says so.
    bool can_run(const problem&) const;

    opencl_target target;
    row_file file;
};

/// A row of a case that is no transform: what it is of, of which library, how it ended, where and when.
nlohmann::ordered_json row_head(const std::string& suite, const std::string& name, const std::string& library, status,
                                const location&);

nlohmann::ordered_json to_json(const spread&);

}  // namespace bench
