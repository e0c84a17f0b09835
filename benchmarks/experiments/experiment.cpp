// Options, runs and rows of experiments.
#include "experiments/experiment.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/version.hpp>

#include "run.hpp"
#include "tools/harness/provenance.hpp"

namespace bench {

void add_experiment_options(CLI::App& command, experiment_options& o) {
    command.add_option("--device", o.device, "The device, as for run");
    command.add_option("--output,-o", o.output, "Write rows as JSON lines to this file");
    command.add_option("--rounds", o.rounds, "Samples per measurement")
        ->capture_default_str()
        ->check(CLI::Range(1, 10000));
}

experiment::experiment(const experiment_options& o)
    : target(bench_device(o.device)), file(o.output, false, target.where()) {
    fmt::print("{}", harness::run_comment());
}

bool experiment::can_run(const problem& p) const {
    if (!p.is_double() || target.description().fp64 != stockham::double_support::none) return true;
    fmt::print("{:<24} skipped: the device has no double precision\n", p.name());
    return false;
}

nlohmann::ordered_json row_head(const std::string& suite, const std::string& name, const std::string& library,
                                status result, const location& where) {
    return {{"suite", suite},
            {"case", name},
            {"library", library},
            {"version", stockham::version()},
            {"status", to_string(result)},
            {"device", where.device},
            {"platform", where.platform},
            {"driver", where.driver},
            {"api", where.api}};
}

}  // namespace bench
