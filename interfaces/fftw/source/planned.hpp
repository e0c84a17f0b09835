// A plan that the device may compute. FFTW's plan is there for the time until the kernels are compiled, for problems
// that it computes faster, and for devices that fail.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "candidate.hpp"

namespace fftw_device {

/// Several threads may execute a plan, that is call all functions but the constructor and release().
class planned {
  public:
    /// `fftw`: FFTW's plan, which this object destroys; null without FFTW.
    planned(problem, const arrays&, void* fftw, int threads);
    ~planned();

    const problem& what() const { return what_; }
    const arrays& at() const { return at_; }
    int threads() const { return threads_; }
    void* fftw() const { return fftw_; }
    /// Gives FFTW's plan back to the caller.
    void* release();

    /// The candidate, found at the first call; null: FFTW computes the problem, by the library's limits or by
    /// measurements. The first call of a process takes as long as planning and executing a small problem, so it is
    /// made when it may pay.
    candidate* on_device() const;
    /// As on_device(), but null before its first call.
    candidate* on_device_if_known() const { return known_.load(std::memory_order_acquire); }
    /// True if on_device() has found that FFTW computes.
    bool is_left_to_fftw() const { return left_to_fftw_.load(std::memory_order_acquire); }

    /// Executes with FFTW's plan and measures. Returns seconds.
    double execute_by_fftw(const arrays&) const;

  private:
    std::shared_ptr<candidate> find() const;

    const problem what_;
    const arrays at_;
    void* fftw_;
    const int threads_;
    mutable std::once_flag once_;
    mutable std::shared_ptr<candidate> candidate_;
    mutable std::atomic<candidate*> known_{nullptr};
    mutable std::atomic<bool> left_to_fftw_{false};
    mutable std::atomic<double> fftw_seconds_{0};  ///< the least, until there is a candidate
};

}  // namespace fftw_device
