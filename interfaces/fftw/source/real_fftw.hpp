// The installed FFTW: its functions in both precisions, found beside or behind this library.
#pragma once

#include <cstdio>
#include <fftw3.h>

#include <atomic>
#include <mutex>
#include <string>

#include "shared.hpp"

// In fftw3.h since FFTW 3.3.11.
extern "C" {
fftw_plan fftw_copy_plan(fftw_plan);
fftwf_plan fftwf_copy_plan(fftwf_plan);
}

namespace fftw_device {

/// The libraries of FFTW that have functions.
enum class part { f64, f32, f64_threads, f32_threads };

/// The address of a function of FFTW; null if the library is not installed or lacks it.
FFTW_DEVICE_SHARED void* real_symbol(part, const char* name) noexcept;

/// A function of FFTW. It is looked up at its first use, because most programs use few functions.
template <class Function>
class found;
template <class Result, class... Arguments>
class found<Result (*)(Arguments...)> {
  public:
    found(part where, const char* name) : where_(where), name_(name) {}
    /// Calls the function, which must be there.
    Result operator()(Arguments... arguments) const { return at()(arguments...); }
    explicit operator bool() const { return at() != nullptr; }

  private:
    using function = Result (*)(Arguments...);
    function at() const {
        function address = address_.load(std::memory_order_acquire);
        if (!address) {
            address = reinterpret_cast<function>(real_symbol(where_, name_));
            address_.store(address, std::memory_order_release);
        }
        return address;
    }

    const part where_;
    const char* const name_;
    mutable std::atomic<function> address_{nullptr};
};

/// FFTW's functions in double precision.
struct f64_api {
    using number = double;
    using complex = fftw_complex;
    using plan = fftw_plan;
    static constexpr bool f64 = true;
#define FUNCTION(name) found<decltype(&fftw_##name)> name{part::f64, "fftw_" #name};
#include "functions.inc"
#undef FUNCTION
};

/// The same in single precision.
struct f32_api {
    using number = float;
    using complex = fftwf_complex;
    using plan = fftwf_plan;
    static constexpr bool f64 = false;
#define FUNCTION(name) found<decltype(&fftwf_##name)> name{part::f32, "fftwf_" #name};
#include "functions.inc"
#undef FUNCTION
};

/// The functions of libfftw3_threads.
struct f64_threads {
#define FUNCTION(name) found<decltype(&fftw_##name)> name{part::f64_threads, "fftw_" #name};
#include "thread_functions.inc"
#undef FUNCTION
};
struct f32_threads {
#define FUNCTION(name) found<decltype(&fftwf_##name)> name{part::f32_threads, "fftwf_" #name};
#include "thread_functions.inc"
#undef FUNCTION
};

/// FFTW's functions, or null without it. Found when this library is loaded if the program is linked with FFTW, else at
/// the first call: behind this library in the order of symbol search (LD_PRELOAD), else in any loaded library, else by
/// its name, else by its path in a namespace of its own, if this library has taken its name.
template <class Api>
const Api* real() noexcept;
template <>
FFTW_DEVICE_SHARED const f64_api* real<f64_api>() noexcept;
template <>
FFTW_DEVICE_SHARED const f32_api* real<f32_api>() noexcept;

/// The functions for threads. Loads the library if the program has not.
template <class Threads>
const Threads* real_threads() noexcept;
template <>
FFTW_DEVICE_SHARED const f64_threads* real_threads<f64_threads>() noexcept;
template <>
FFTW_DEVICE_SHARED const f32_threads* real_threads<f32_threads>() noexcept;

/// Frees a string that FFTW of this precision allocated: with FFTW's own C library, if it has one.
FFTW_DEVICE_SHARED void free_of_real(void*, bool f64) noexcept;

/// Serialises FFTW's planner, which is not thread-safe. Recursive, because a function of FFTW may call a public one.
FFTW_DEVICE_SHARED std::recursive_mutex& planner_mutex();

}  // namespace fftw_device
