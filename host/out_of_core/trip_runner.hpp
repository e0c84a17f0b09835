// Runs the units of a trip on devices, as a job.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <stockham/out_of_core.hpp>
#include <stockham/session.hpp>

#include "job/engine.hpp"
#include "out_of_core/trip.hpp"

namespace stockham::internal {

/// The devices of an object, with sessions for all trips. A device that fails is not used
/// again in the same run; one that OpenCL did not describe when the trips were planned is never used.
class trip_devices {
  public:
    struct used_device {
        cl_device_id device = nullptr;
        std::exception_ptr lost;    ///< why OpenCL did not describe it; null if it did
        std::optional<session> on;  ///< keeps programs and pinned memory
        std::string failure;        ///< in this run; empty: none
    };

    /// Makes what is missing for a run. Reports each device that fails, and throws its opencl_error if all do.
    void begin(const out_of_core_options&);

    std::vector<used_device> all;
};

/// The work on one trip, whose engine is kept between blocks.
class trip_runner {
  public:
    /// `shares` has one entry per device, and sums up what the devices did.
    trip_runner(const transform&, const trip&, const out_of_core_options&, trip_devices&,
                std::vector<job_share>& shares);

    /// Transforms all units of the trip between arrays. `phase` is added to the phases of twiddle factors. `pinned`:
    /// devices may use the arrays. False: cancelled.
    bool run(const std::byte* input, std::byte* output, std::uint64_t phase, bool pinned,
             const std::function<bool(std::size_t units)>& progress);

  private:
    void make_engine();
    job_data data_of(const std::byte* input, std::byte* output, bool pinned) const;
    void take_shares(const job_report&);

    const transform& whole_;
    const trip trip_;
    const out_of_core_options& options_;
    trip_devices& devices_;
    std::vector<job_share>& shares_;
    std::shared_ptr<std::uint64_t> phase_ = std::make_shared<std::uint64_t>(0);
    std::function<bool(std::size_t)> progress_;
    std::vector<std::size_t> engaged_;  // devices that work for the engine
    std::unique_ptr<job_engine> engine_;
};

}  // namespace stockham::internal
