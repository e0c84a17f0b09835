// Who computes a transform: one pure function of the facts, with every constant that it weighs.
#pragma once

#include <cstdint>
#include <string>

#include "problem.hpp"

namespace fftw_device {

/// STOCKHAM_FFTW: who computes.
enum class mode {
    automatic,  ///< "auto": the faster one
    device,     ///< "device": the device everything that it supports
    fftw        ///< "fftw": FFTW everything
};

/// Seconds of one execution; 0: not measured.
struct measured_seconds {
    double device = 0;
    double fftw = 0;
    bool both() const { return device > 0 && fftw > 0; }
};

/// A problem, the process and the machine, as known at the time of the decision.
struct facts {
    // The process.
    mode chosen = mode::automatic;
    bool has_fftw = true;        ///< FFTW has a plan of the problem
    bool raised_rights = false;  ///< such as those of a set-user-ID program
    bool forked = false;         ///< a child, which has neither the device's threads nor its connection
    bool lost = false;           ///< the device failed in this process
    bool may_use_cpu = false;    ///< STOCKHAM_FFTW_CPU
    double spent = 0;            ///< seconds of FFTW on problems for which the device may be faster

    // The call.
    bool executing = false;  ///< the program executes the plan; false: it makes one
    bool measuring = false;  ///< the plan is made with FFTW_MEASURE or above, for given arrays

    // The problem.
    double expected_fftw = 0;           ///< seconds, by expected_fftw_seconds()
    double least_device = 0;            ///< seconds, by least_device_seconds()
    double tables = 0;                  ///< seconds, by table_seconds()
    std::uint64_t measuring_bytes = 0;  ///< of the arrays to measure with
    std::uint64_t free_bytes = 0;       ///< of host memory; asked for only if `measuring`

    // Records and limits, valid if `looked_up`.
    bool looked_up = false;
    bool no_device = false;     ///< an earlier process found no device other than a CPU
    measured_seconds measured;  ///< of this and earlier processes
    bool judged = false;        ///< the device's time is that of more than a first execution
    bool refused = false;       ///< the library or the device cannot compute it
    std::string refusal;        ///< the reason, for explain()

    // The device, valid if `opened`.
    bool opened = false;
    bool is_cpu = false;
    double predicted_device = 0;  ///< seconds, with the transfers
    bool ready = false;           ///< planned and compiled
};

/// The next step.
enum class choice {
    fftw,     ///< FFTW computes: the device would be slower, or cannot
    wait,     ///< FFTW computes. The device may be faster: ask again at the next execution
    prepare,  ///< the same, and a thread in the background prepares the device
    device    ///< the device computes, and is prepared first if it is not; while planning, both are measured
};

/// The rule that decided.
enum class rule {
    chosen_fftw,
    raised_rights,
    forked,
    lost,
    refused,
    chosen_device,
    no_fftw,
    no_device,
    measured_slower,
    expected_slower,
    cpu,
    predicted_slower,
    faster,
    judging,
    fftw_first,
    saves,
    spent,
    not_spent,
    expected_faster,
    undecided,
    no_room,
    measuring
};

struct decision {
    choice what = choice::fftw;
    rule why = rule::chosen_fftw;
};

/// Decides. Calls nothing, so that a table of facts tests it.
decision decide(const facts&);

/// The reason in words, for the log.
std::string explain(rule, const facts&);

/// True if the records and the library should be asked before the decision: that takes as long as planning and
/// executing a small problem.
bool worth_looking_up(const facts&, bool logs);

/// True if the device is prepared at once, whatever FFTW would take.
inline bool is_demanded(const facts& f) {
    return f.chosen == mode::device || !f.has_fftw;
}

/// Executions on the device before its time counts: the first one allocates memory.
constexpr int runs_to_judge = 2;

/// Bytes of the largest problem that the background thread tries out; the program executes larger ones itself.
constexpr double most_tried_out = 512e6;

/// Bytes of both sides, without gaps.
double bytes_of(const problem&);

/// Seconds of one execution by FFTW with `threads` threads on a fast machine. The device must beat it.
double expected_fftw_seconds(const problem&, int threads);

/// The least seconds of one execution on any device beyond a link, as far as the link and the launches go.
double least_device_seconds(const problem&);

/// Seconds that a processor needs for the tables of the plan, if they are long: those of Bluestein's algorithm for
/// lines with a prime factor that no radix has.
double table_seconds(const problem&);

}  // namespace fftw_device
