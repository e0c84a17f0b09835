// Comparison of a library with its rivals over many cases: with those of the same API, and with all others.
#pragma once

#include <string>
#include <vector>

#include "comparison.hpp"
#include "library.hpp"

namespace bench::report {

enum class api_side { same, other };

// The library against one rival, or against the best one of each case, over all cases that both computed correctly.
struct rival_summary {
    std::string library;  // empty: the best one of each case
    std::size_t cases = 0;
    double mean_speed_up = 1;  // geometric
    double least = 0;
    std::string least_case;
};

// The rivals with the same API, or those with others.
struct side_summary {
    api_side side = api_side::same;
    std::vector<std::string> apis;  // in reading order of their libraries
    std::vector<rival_summary> rivals;
    rival_summary best;
};

// Omits sides without a rival.
std::vector<side_summary> summarise(const case_list& cases);

// The fastest rival of a case on one side; null if there is none. Only rivals that move as many bytes as the library
// count: half-precision storage is shown but not compared.
const result_row* best_rival(const case_entry& entry, const std::string& library, api_side side);

// Adds a value to the geometric mean of `count` values.
void add_to_mean(double& mean, std::size_t count, double value);

// "same API (OpenCL)", "other API (CUDA, host threads)"
std::string side_title(api_side side, const std::vector<std::string>& apis);

// One line for each side, in plain text: the best rival's time over ours.
std::vector<std::string> summary_lines(const std::vector<side_summary>& sides);

}  // namespace bench::report
