// Detects regressions between two result files of one device.
//
// Times differ between machines, so only ratios within a run are compared: ours to the copy, and ours to each rival.
// The quartiles of both times give a ratio's spread. A ratio has changed if the spreads of old and new do not overlap
// and the medians differ by more than a threshold.
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
        against;         // the copy and the rivals whose ratios changed; none if the result itself changed
    std::string before;  // the first of these ratios, or the result
    std::string after;
    double percent = 0;  // change of the first ratio: positive is slower
};

// The best rival's time over the library's, among rivals with the same or with other APIs: geometric means of the cases
// in both files.
struct best_rival_change {
    api_side side = api_side::same;
    std::vector<std::string> apis;  // of the best rivals
    std::size_t cases = 0;
    double before = 1;
    double after = 1;
};

struct comparison_result {
    std::string device;
    std::string library;  // the library that is compared
    std::vector<change> changes;
    std::vector<best_rival_change> best_rivals;
    std::vector<std::string> notes;
    std::size_t compared = 0;    // cases with at least one ratio in both files
    std::size_t unmeasured = 0;  // cases in both files without a ratio in both
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

// The table and its summary as readable text.
std::string comparison_text(const comparison_result& result);

}  // namespace bench::report
