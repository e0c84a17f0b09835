// Which device computes which transforms of a job. Knows no OpenCL.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "job/unit_rows.hpp"

namespace stockham::internal {

/// A device, as far as the division of a job depends on it.
struct dispatch_device {
    double speed = 1;  ///< expected units per second, above 0, until it has delivered results
    /// It computes with the host's processors, which devices of other kinds need for copies and launches. It works only
    /// if it is faster than all of these together, or if they were dropped.
    bool is_host = false;
};

/// Hands out ranges of units to devices until all are done. Thread-safe.
class dispatch {
  public:
    dispatch(std::size_t units, const std::vector<dispatch_device>&);

    /// Waits until the device may get a range. False if the job is over by then, or the device dropped.
    bool wait_for_turn(std::size_t device);

    /// The next range for a device, at most `most` units. Waits while others hold all remaining ranges, or would finish
    /// them earlier. Empty when there is nothing left to do for this device.
    std::optional<unit_range> take(std::size_t device, std::size_t most);

    /// Asks to write the results of a range. False if the device has been dropped or the job is over: the range then
    /// belongs to another device, and must not be written.
    bool begin_write(std::size_t device, unit_range);
    /// The results are written. `seconds`: the time between this result of the device and the one before.
    void end_write(std::size_t device, unit_range, double seconds);

    /// The results could not be written: the range goes to another device.
    void give_back(std::size_t device, unit_range);

    /// Drops a device: the ranges that it holds and does not write go to others. The first reason counts.
    void drop(std::size_t device, std::exception_ptr why);
    /// Why it was dropped; null: it was not.
    std::exception_ptr reason(std::size_t device) const;

    /// Ends the job: all calls of take() return nothing.
    void fail(std::exception_ptr why);
    void cancel();

    /// Waits until units are done, a device was dropped or the job is over, unless that happened since `seen` was
    /// returned, at most this time. Returns a count of such events.
    std::size_t wait_for_change(std::size_t seen, double seconds) const;

    /// True when all units are done, or the job failed, was cancelled or has no devices left.
    bool is_over() const;
    std::size_t done() const;
    /// What ended the job early; null: nothing, or it was cancelled.
    std::exception_ptr failure() const;

  private:
    struct held_range {
        unit_range range;
        bool writing = false;
    };
    struct worker {
        double speed;
        bool is_host;
        bool measured = false;
        bool dropped = false;
        std::exception_ptr reason;
        std::vector<held_range> held;
    };

    double speed_of_others(std::size_t device) const;
    bool is_on_standby(std::size_t device) const;
    std::size_t share(std::size_t device, std::size_t most) const;
    bool over() const;
    void changed();
    static std::size_t units_of(const worker&);
    held_range* find(std::size_t device, unit_range);

    const std::size_t units_;
    mutable std::mutex mutex_;
    mutable std::condition_variable change_;
    std::deque<unit_range> pending_;
    std::vector<worker> workers_;
    std::size_t done_ = 0;
    std::size_t changes_ = 0;
    bool ended_ = false;
    std::exception_ptr failure_;
};

}  // namespace stockham::internal
