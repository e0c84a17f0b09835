// The way of a problem to the device: prepared once, measured, and shared by all plans of the problem. It goes as a
// whole; in pieces if it is a batch that the device does not hold, or that takes long to move; in trips if the device
// does not hold one transform.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <stockham/job.hpp>
#include <stockham/out_of_core.hpp>
#include <stockham/plan.hpp>
#include <stockham/session.hpp>

#include "host_side.hpp"
#include "library.hpp"
#include "policy.hpp"

namespace fftw_device {

/// How an execution ended.
enum class outcome {
    done,             ///< the results are there
    untouched,        ///< the device failed or refused, and the input is as it was: FFTW may compute
    finished_by_fftw  ///< the device failed in the middle of a batch in place, and FFTW has computed the rest
};

/// Several threads may call all functions.
class transport : public std::enable_shared_from_this<transport> {
  public:
    /// The transport of a problem, the same for all its plans. Throws refusal if the library cannot compute it.
    static std::shared_ptr<transport> of(const problem&, int threads);
    /// Forgets those that no plan uses.
    static void forget_unused();

    transport(problem, int threads);  ///< for of()

    /// Sets the measurements, `refused` and `ready`.
    void tell(facts&) const;
    /// Why it is refused.
    std::string why() const;

    /// Opens the device, plans and compiles in the calling thread. Later calls, and calls by other threads, wait for
    /// the first one. `f`: the facts of the plan. Failures are kept.
    void prepare(facts f) noexcept;
    /// The same in a thread of the library, once.
    void prepare_in_background(const facts&) noexcept;
    /// Executes on memory of its own, so that the device's time is known. Only when ready.
    void try_out() noexcept;
    bool is_ready() const { return stage_.load(std::memory_order_acquire) == stage::ready; }
    bool is_refused() const { return stage_.load(std::memory_order_acquire) == stage::refused; }

    /// Executes on the device, waits and measures. A failure is reported once. Only when ready.
    outcome run(const arrays&, bool in_place) noexcept;

    /// An execution by FFTW took so long.
    void fftw_took(double seconds);
    measured_seconds measured() const { return {device_seconds_.load(), fftw_seconds_.load()}; }

  private:
    enum class stage { waiting, ready, refused };
    void refuse(const std::string& why);
    void note();
    double predicted_seconds(const stockham::session&, const facts&) const;

    // These choose the way. They throw refusal or device_failure.
    void plan_way(const stockham::session&);
    void plan_whole(const stockham::session&);
    void plan_trips(const stockham::session&);
    void plan_pieces(const stockham::session&);
    bool may_go_in_pieces(const stockham::session&) const;
    bool overlaps_transfers(const stockham::session&) const;

    // The executions throw refusal, device_failure or std::bad_alloc; `left` then describes the arrays.
    void go(const arrays&, bool in_place, outcome& left);
    void go_whole(const arrays&, bool in_place, outcome& left);
    void go_in_pieces(const arrays&, bool in_place, outcome& left);
    void go_in_trips(const arrays&, bool in_place);

    const problem what_;
    const int threads_;
    shape shape_;
    host_side input_, output_;  ///< of the shape

    std::atomic<stage> stage_{stage::waiting};
    std::atomic<bool> claimed_{false};
    std::atomic<double> device_seconds_{0}, fftw_seconds_{0};
    std::atomic<int> device_runs_{0};
    std::atomic<bool> noted_{false};
    mutable std::mutex mutex_;  ///< guards what follows until the stage is known
    std::string why_;
    std::optional<stockham::plan> whole_;
    std::unique_ptr<stockham::job> pieces_;  ///< both sides packed, one unit after the other
    std::atomic<bool> in_pieces_{false};     ///< a whole transform may become one in pieces
    std::optional<stockham::out_of_core> trips_;
    std::uint64_t scratch_bytes_ = 0;  ///< host memory for an array between trips
};

/// The session of the process: STOCKHAM_DEVICE, else the library's choice. Throws refusal or device_failure, then and
/// ever after.
const stockham::session& device_session();

}  // namespace fftw_device
