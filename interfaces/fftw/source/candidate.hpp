// A problem that the device may compute: its way from "not compiled" to "ready" or "refused", shared by all plans of
// the problem.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

#include "expectation.hpp"
#include "pieces.hpp"

namespace fftw_device {

class candidate : public std::enable_shared_from_this<candidate> {
  public:
    candidate(problem, shape, int threads);

    const problem& what() const { return what_; }
    int threads() const { return threads_; }

    /// Opens the device, plans and compiles in the calling thread. Later calls, and calls by other threads, wait for
    /// the first one. Does not throw: failures are kept.
    void prepare(bool demanded) noexcept;
    /// True if prepare() has ended and the device can compute.
    bool is_ready() const { return state_.load(std::memory_order_acquire) == state::ready; }
    bool is_refused() const { return state_.load(std::memory_order_acquire) == state::refused; }
    /// True for the first caller only, who then has it prepared.
    bool claim() { return !claimed_.exchange(true); }
    std::string why() const;

    /// Executes on the device and measures. False if the device failed; the arrays are then as device::run() leaves
    /// them, and the reason was reported once. Only when ready.
    bool execute(const arrays&, bool in_place) noexcept;

    /// An execution by FFTW took so long.
    void fftw_took(double seconds);
    /// True if the device is the faster one by the present measurements.
    bool device_is_faster() const;
    /// Seconds that the device saves in each execution, by measurements; 0: not known.
    double known_saving() const;
    measured_seconds measured() const { return {device_seconds_.load(), fftw_seconds_.load()}; }
    /// Executes on memory of its own, so that the device's time is known. Only when ready.
    void try_out() noexcept;

  private:
    enum class state { waiting, ready, refused };
    void refuse(const std::string& why);
    void note();

    const problem what_;
    const shape shape_;
    const int threads_;
    std::atomic<bool> claimed_{false};
    std::atomic<state> state_{state::waiting};
    std::atomic<double> device_seconds_{0}, fftw_seconds_{0};
    std::atomic<int> device_runs_{0};
    std::atomic<bool> noted_{false};
    mutable std::mutex mutex_;
    std::string why_;
    std::unique_ptr<ready_transform> transform_;
};

/// Keeps the lesser of two times; 0: none yet.
void keep_least(std::atomic<double>& least, double seconds);

/// The candidate of a problem, the same for all its plans. Throws refusal if the library cannot compute it.
std::shared_ptr<candidate> candidate_of(const problem&, int threads);

/// Forgets the candidates that no plan uses.
void forget_candidates();

/// True after the device failed in a way that ends its use in this process.
bool device_is_lost() noexcept;

/// Prepares a candidate in a thread of the library, which runs when others are idle unless the device is demanded.
void prepare_in_background(const std::shared_ptr<candidate>&, bool demanded) noexcept;

}  // namespace fftw_device
