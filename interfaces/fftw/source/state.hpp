// The state of the process: one object.
#pragma once

#include <dlfcn.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include <stockham/session.hpp>

#include "background.hpp"
#include "measurements.hpp"
#include "policy.hpp"
#include "problem.hpp"

namespace fftw_device {

class transport;

/// The plans of this library that programs hold.
struct plan_registry {
    std::shared_mutex mutex;  ///< held across fork(), so that a child finds the list whole
    std::unordered_set<const void*> plans;
    std::atomic<std::size_t> count{0};  ///< most programs have no plan of this library, and ask at each execution
    /// Copies of plans of this library and of any FFTW: a copy is the plan itself, as in FFTW, so they are only
    /// counted.
    std::unordered_map<const void*, std::size_t> copies;
    std::atomic<std::size_t> copied{0};  ///< plans that have copies
};

/// The way of each problem to the device, shared by its plans.
struct transport_list {
    std::mutex mutex;
    std::map<std::string, std::shared_ptr<transport>> all;
};

/// The device, opened at the first use.
struct device_record {
    std::once_flag once;
    std::optional<stockham::session> session;
    std::exception_ptr failure;
    std::atomic<bool> lost{false};  ///< it failed in a way that ends its use in this process
    /// One execution at a time: threads wait for each other, as the device would make them do, so that the memory is at
    /// most that of two problems like the largest one, and not that of all plans.
    std::mutex running;
    std::size_t largest = 0;          ///< bytes on the device of the largest problem
    std::unique_ptr<char[]> staging;  ///< results of transforms in place, until all have arrived
    std::size_t staging_bytes = 0;
};

/// STOCKHAM_FFTW_LOG.
struct log_record {
    std::mutex mutex;
    std::set<std::string> complaints;  ///< each text is said once
};

struct state {
    /// Never destroyed: a program may execute plans until it ends, after the destructors of this library.
    static state& of_process() noexcept;

    const mode chosen;       ///< STOCKHAM_FFTW
    const bool may_use_cpu;  ///< STOCKHAM_FFTW_CPU
    const bool raised_rights;
    plan_registry registry;
    std::recursive_mutex planner;  ///< of FFTW, which is not thread-safe
    std::mutex finding_fftw;
    long fftw_namespace = LM_ID_NEWLM;                ///< of an FFTW that is opened apart; guarded by finding_fftw
    std::atomic<int> threads_f64{1}, threads_f32{1};  ///< plan_with_nthreads()
    /// Seconds that FFTW has computed problems for which the device may be faster.
    std::atomic<double> spent{0};
    std::atomic<bool> forked{false};
    measurements measured;
    transport_list transports;
    device_record device;
    background worker;
    log_record log;

  private:
    state();
};

inline state& process() noexcept {
    return state::of_process();
}

/// True if there is a log: a file to append to; "1" and "stderr" mean standard error.
bool logs() noexcept;
/// Writes a line to the log.
void log(const std::string& line) noexcept;
/// Writes a line to standard error and to the log; each text once in a process.
void complain(const std::string& line) noexcept;

/// Adds to a number that several threads change.
void add(std::atomic<double>& sum, double seconds) noexcept;
/// Keeps the lesser of two times; 0: none yet.
void keep_least(std::atomic<double>& least, double seconds) noexcept;

}  // namespace fftw_device
