// The regression guard: what changed between two result files of one device.
//
// Times move from machine to machine, so only ratios within a run are compared: ours to the copy, and ours to each
// rival. A ratio has a spread, from the quartiles of both its times; it moved if the spreads of old and new do not
// overlap and the medians differ by more than a threshold.
#pragma once

#include <string>
#include <vector>

#include "results.hpp"
#include "summary.hpp"

namespace bench::report {

enum class verdict { wrong, lost, slower, rival_gained, faster, fixed };

// One line of the table that `compare` prints.
struct change {
    verdict what = verdict::slower;
    std::string suite;
    std::string problem;
    std::string placement;
    std::vector<std::string>
        against;         // the copy and the rivals whose ratios tell it; none if the result itself changed
    std::string before;  // the first of these ratios, or the result
    std::string after;
    double percent = 0;  // of the first ratio: above zero is slower
};

// The best rival on one side of the API, its time over the library's: geometric means of the cases that both files
// have.
struct best_rival_change {
    api_side side = api_side::same;
    std::vector<std::string> apis;  // of the best rivals
    std::size_t cases = 0;
    double before = 1;
    double after = 1;
};

struct comparison_result {
    std::string device;
    std::string library;  // the one under watch
    std::vector<change> changes;
    std::vector<best_rival_change> best_rivals;
    std::vector<std::string> notes;
    std::size_t compared = 0;    // cases with at least one ratio in both files
    std::size_t unmeasured = 0;  // cases in both files that have no ratio in both
    std::size_t only_old = 0;
    std::size_t only_new = 0;

    bool got_worse() const;  // something is wrong, lost or slower
};

struct compare_options {
    double threshold_percent = 5;
    std::string library = "stockham";
};

// Throws results_error if the files are of different devices or share no case of the library.
comparison_result compare_results(const results_file& before, const results_file& after,
                                  const compare_options& options);

// The table and its summary, for people.
std::string comparison_text(const comparison_result& result);

}  // namespace bench::report
