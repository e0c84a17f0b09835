// The plans that this library gives to programs: made, recognised, executed and destroyed.
#pragma once

#include <optional>
#include <string>

#include "problem.hpp"
#include "shared.hpp"

namespace fftw_device {

/// Makes a plan: FFTW's own if FFTW computes, else one of this library. Null if neither can. Never throws.
FFTW_DEVICE_SHARED void* make_plan(const problem&, const arrays&, unsigned flags) noexcept;

/// Executes a plan of this library with its own arrays or others. False if the plan is FFTW's: the caller passes it on.
FFTW_DEVICE_SHARED bool execute_plan(const void* plan, const arrays* others) noexcept;

/// Destroys a plan of this library; false if it is FFTW's.
FFTW_DEVICE_SHARED bool destroy_plan(void* plan) noexcept;

/// Counts a copy of any plan, which FFTW has since 3.3.11. False if there is no memory.
FFTW_DEVICE_SHARED bool add_copy(const void* plan) noexcept;
/// Takes a copy of a plan away; false if it has none, so that the plan itself is to be destroyed.
FFTW_DEVICE_SHARED bool drop_copy(const void* plan) noexcept;

/// FFTW's plan of the same problem within a plan of this library: null without FFTW; `plan` itself if it is FFTW's.
FFTW_DEVICE_SHARED void* fftw_plan_in(const void* plan) noexcept;

/// A plan of this library; null if it is FFTW's. For functions that describe plans.
FFTW_DEVICE_SHARED const problem* problem_of(const void* plan) noexcept;
/// One line that says who computes it. Empty if the plan is FFTW's.
FFTW_DEVICE_SHARED std::string describe_plan(const void* plan);

/// plan_with_nthreads, for the key of measurements.
FFTW_DEVICE_SHARED void plan_with(int threads, bool f64) noexcept;
FFTW_DEVICE_SHARED int threads_to_plan_with(bool f64) noexcept;

/// What cleanup() frees here: transforms for devices that no plan uses.
FFTW_DEVICE_SHARED void clean_up() noexcept;
/// What forget_wisdom() forgets here.
FFTW_DEVICE_SHARED void forget() noexcept;

}  // namespace fftw_device
