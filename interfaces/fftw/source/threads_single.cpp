// FFTW's functions for threads in single precision.
#include "real_fftw.hpp"

namespace {
using threads = fftw_device::f32_threads;
constexpr bool f64 = false;
}  // namespace
#define X(name) fftwf_##name
#include "threads.inc"
#define FORTRAN_OF_C(name) sfftw_##name##_
#define FORTRAN_OF_G77(name) sfftw_##name##__
#include "threads_fortran.inc"
