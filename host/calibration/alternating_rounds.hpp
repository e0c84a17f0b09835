// Two things measured in turn, so that a clock or a load that changes meanwhile concerns both alike.
#pragma once

#include <functional>

namespace stockham::internal {

/// Runs something `executions` times in a row and returns the seconds of one execution.
using timed_run = std::function<double(unsigned executions)>;

/// Medians of all rounds, in seconds of one execution.
struct paired_times {
    double before = 0, after = 0;
    unsigned rounds = 0;
};

/// Each round measures both, and every other round the second one first. Executions that take long get fewer rounds.
paired_times measure_in_turn(const timed_run& before, const timed_run& after);

/// The same rounds for one alone; `before` and `after` are equal.
paired_times measure_alone(const timed_run&);

}  // namespace stockham::internal
