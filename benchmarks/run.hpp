// The command `run`: measures suites and problems.
#pragma once

#include <string>
#include <vector>

#include <stockham/opencl.hpp>

#include "cases.hpp"
#include <stockham/device.hpp>

#include "measure.hpp"

namespace bench {

/// A part of the cases: every `count`-th one, starting with number `number`.
struct shard {
    unsigned number = 1, count = 1;
    /// True for the case with this index, from 0 on.
    bool has(std::size_t index) const { return index % count == number - 1; }
};

struct run_options {
    std::vector<std::string> what;    ///< suites and problem strings
    std::vector<std::string> rivals;  ///< empty: the default ones
    std::string device, output, csv, placement;
    std::string turns;  ///< the file of the turn_lock; empty: none
    bool resume = false, plan_times = false;
    double time_limit = 0;  ///< seconds; 0: none
    shard part;
    std::uint64_t sweep_mib = 256;  ///< input of each case of the sweep `every`
    measure_options measure;
};

/// Returns the exit code: 0; 1 if a row is wrong, failed or too large for the device; 130 after Ctrl-C.
int run_command(const run_options&);

/// The cases to run, in the placements asked for. Throws stockham::argument_error. `also` receives rivals that the
/// suites request in addition to the default ones.
std::vector<suite_case> expand_cases(const run_options&, std::vector<std::string>& also);

/// False for a case that takes so little time on a GPU that processes which compile meanwhile would delay its launches:
/// by the estimate of the library, less than 25 us. Such a case needs the device alone.
bool suits_turns(const problem&, const stockham::device_description&);

/// Reads "i/n" with 1 <= i <= n. Throws stockham::argument_error.
shard parse_shard(const std::string&);

/// The device for the value of --device, by stockham::choose_device().
cl_device_id bench_device(const std::string& word);

}  // namespace bench
