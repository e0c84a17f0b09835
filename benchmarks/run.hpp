// The command `run`: suites and problems through the harness.
#pragma once

#include <string>
#include <vector>

#include <stockham/opencl.hpp>

#include "cases.hpp"
#include "measure.hpp"

namespace bench {

struct run_options {
    std::vector<std::string> what;    ///< suites and problem strings
    std::vector<std::string> rivals;  ///< empty: all the usual ones
    std::string device, output, csv, placement;
    bool resume = false, plan_times = false;
    double time_limit = 0;  ///< seconds; 0: none
    unsigned shard = 1, shards = 1;
    measure_options measure;
};

/// The exit code: 0, 1 if a row is wrong, failed or too large for the device, 130 after Ctrl-C.
int run_command(const run_options&);

/// The cases that the words name, in the placements they are to run in. Throws stockham::argument_error.
/// `also` receives the rivals that the suites want beyond the usual ones.
std::vector<suite_case> expand_cases(const run_options&, std::vector<std::string>& also);

/// Reads "i/n" with 1 <= i <= n. Throws stockham::argument_error.
void parse_shard(const std::string&, run_options&);

/// The device that a word names, with the library's own rules.
cl_device_id bench_device(const std::string& word);

}  // namespace bench
