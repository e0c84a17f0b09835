// FFTW's Fortran functions in single precision.
#include <cstdio>
#include <utility>

#include "real_fftw.hpp"

namespace {
using api = fftw_device::f32_api;
}
#define X(name) fftwf_##name
#define FORTRAN_OF_C(name) sfftw_##name##_
#define FORTRAN_OF_G77(name) sfftw_##name##__
#include "fortran.inc"
