// Measures two runs in alternation, so that changes of clock or load affect both alike.
#pragma once

#include <functional>

namespace stockham::internal {

/// Executes something `executions` times in a row and returns the seconds per execution.
using timed_run = std::function<double(unsigned executions)>;

/// Medians over all rounds, in seconds per execution.
struct paired_times {
    double before = 0, after = 0;
    unsigned rounds = 0;
};

/// Each round measures both runs; every other round starts with the second. Long executions get fewer rounds.
paired_times measure_in_turn(const timed_run& before, const timed_run& after);

/// The same for a single run; `before` and `after` are equal.
paired_times measure_alone(const timed_run&);

}  // namespace stockham::internal
