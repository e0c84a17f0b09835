// Number, length and order of the rounds.
#include "calibration/alternating_rounds.hpp"

#include <algorithm>
#include <vector>

namespace stockham::internal {

namespace {

constexpr double round_seconds = 3e-3;  // per run and round
constexpr double most_seconds = 0.4;    // of all rounds of both, unless the minimum of rounds takes longer
constexpr double least_rounds = 5, most_rounds = 11;  // odd, so that the median is a measured time

/// A run with its number of executions per round and the times of all rounds.
struct timed {
    explicit timed(const timed_run& to_time) : run(to_time) {
        constexpr unsigned first = 3;
        constexpr double most = 2000;
        const double one = run(first);
        executions = static_cast<unsigned>(std::clamp(round_seconds / one, 1.0, most));
        seconds_of_round = one * (executions + 1);  // with one warm-up execution
    }
    void measure() { times.push_back(run(executions)); }
    double median() const {
        auto sorted = times;
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }

    const timed_run& run;
    unsigned executions = 1;
    double seconds_of_round = 0;
    std::vector<double> times;
};

unsigned rounds_within(double seconds_of_round) {
    return static_cast<unsigned>(std::clamp(most_seconds / seconds_of_round, least_rounds, most_rounds)) | 1U;
}

}  // namespace

paired_times measure_in_turn(const timed_run& before, const timed_run& after) {
    timed a(before), b(after);
    const auto rounds = rounds_within(a.seconds_of_round + b.seconds_of_round);
    for (unsigned k = 0; k < rounds; ++k) {
        auto &first = k % 2 ? b : a, &second = k % 2 ? a : b;
        first.measure();
        second.measure();
    }
    return {a.median(), b.median(), rounds};
}

paired_times measure_alone(const timed_run& run) {
    timed t(run);
    const auto rounds = rounds_within(2 * t.seconds_of_round);
    for (unsigned k = 0; k < rounds; ++k) t.measure();
    return {t.median(), t.median(), rounds};
}

}  // namespace stockham::internal
