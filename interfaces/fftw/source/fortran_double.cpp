// FFTW's Fortran functions in double precision.
#include <cstdio>
#include <utility>

#include "real_fftw.hpp"

namespace {
using api = fftw_device::f64_api;
}
#define X(name) fftw_##name
#define FORTRAN_OF_C(name) dfftw_##name##_
#define FORTRAN_OF_G77(name) dfftw_##name##__
#include "fortran.inc"
