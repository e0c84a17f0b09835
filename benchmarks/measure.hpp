// Measures one case with all libraries, round by round.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "adapter.hpp"
#include "cases.hpp"
#include "data.hpp"
#include "row.hpp"

namespace bench {

class turn_lock;

struct measure_options {
    unsigned rounds = 0;        ///< number of rounds; 0: 7 to 40, until the spread is known
    double case_seconds = 1.5;  ///< measuring time per case, all libraries together; at least three rounds run
    double sample_us = 3000;    ///< intended length of a sample: many executions, one wait
    double spread_aim = 0.004;  ///< relative uncertainty of the medians at which rounds end
    double oracle_seconds = 4;  ///< time limit of the reference transform
    bool transfers = false;
    bool check = true;
    std::uint64_t seed = 0;
    /// If given, other processes have turns, too: everything that uses the device or the clock waits for a turn.
    const turn_lock* turns = nullptr;
    std::function<bool()> stopped = [] { return false; };
    std::function<void(const std::string&)> say = [](const std::string&) {};
};

/// The input and the reference results of the current case, kept for its other placement.
class case_data {
  public:
    /// The input for this case. Makes new random numbers unless it already holds them.
    const void* input(const suite_case&, std::uint64_t seed);
    /// The same numbers times 2^-100, with which in-place runs begin.
    const void* small_input(const suite_case&, std::uint64_t seed);
    const reference& oracle(const suite_case&, const measure_options&);
    void* scratch(std::size_t bytes) { return scratch_.reserve(bytes); }

  private:
    host_buffer input_, scratch_;
    std::string held_;
    bool small_ = false;
    std::unique_ptr<reference> reference_;
};

/// Measures one case in its problem's placement. Returns one row per adapter, in their order; none if `stopped` becomes
/// true before three rounds are complete.
std::vector<row> measure_case(const suite_case&, const std::vector<adapter*>&, case_data&, const measure_options&);

/// Why an output is wrong, by its errors and the number of unwritten elements; empty if it is correct.
std::string fault_of(const problem&, const transform_error&, std::size_t unwritten, bool half_storage = false);

/// How often a transform may run in place on its own output, starting at amplitude 2^-100, before f32 or f64 could
/// overflow.
unsigned in_place_limit(const problem&);

}  // namespace bench
