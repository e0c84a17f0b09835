// The installed FFTW: its functions in both precisions, found beside or behind this library.
#pragma once

#include <cstdio>
#include <fftw3.h>

#include <mutex>
#include <string>

#include "shared.hpp"

namespace fftw_device {

/// FFTW's functions in double precision. All are null if FFTW is not installed.
struct f64_api {
    using number = double;
    using complex = fftw_complex;
    using plan = fftw_plan;
    static constexpr bool f64 = true;
#define FUNCTION(name) decltype(&fftw_##name) name = nullptr;
#include "functions.inc"
#undef FUNCTION
};

/// The same in single precision.
struct f32_api {
    using number = float;
    using complex = fftwf_complex;
    using plan = fftwf_plan;
    static constexpr bool f64 = false;
#define FUNCTION(name) decltype(&fftwf_##name) name = nullptr;
#include "functions.inc"
#undef FUNCTION
};

/// The functions of libfftw3_threads; null if it is not installed.
struct f64_threads {
#define FUNCTION(name) decltype(&fftw_##name) name = nullptr;
#include "thread_functions.inc"
#undef FUNCTION
};
struct f32_threads {
#define FUNCTION(name) decltype(&fftwf_##name) name = nullptr;
#include "thread_functions.inc"
#undef FUNCTION
};

/// FFTW's functions, or null without it. Found at the first call: behind this library in the order of symbol search
/// (LD_PRELOAD), else by its name, else by its path in a namespace of its own, if this library has taken its name.
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

/// Frees a string that FFTW allocated: with FFTW's own C library, if it has one.
FFTW_DEVICE_SHARED void free_of_real(void*) noexcept;

/// Where FFTW was found, for the log: "behind this library", a path, or "not installed".
std::string real_origin();

/// Serialises FFTW's planner, which is not thread-safe. Recursive, because a function of FFTW may call a public one.
FFTW_DEVICE_SHARED std::recursive_mutex& planner_mutex();

}  // namespace fftw_device
