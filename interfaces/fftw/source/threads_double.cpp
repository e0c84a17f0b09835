// FFTW's functions for threads in double precision.
#include "real_fftw.hpp"

namespace {
using threads = fftw_device::f64_threads;
constexpr bool f64 = true;
}  // namespace
#define X(name) fftw_##name
#include "threads.inc"
#define FORTRAN_OF_C(name) dfftw_##name##_
#define FORTRAN_OF_G77(name) dfftw_##name##__
#include "threads_fortran.inc"
