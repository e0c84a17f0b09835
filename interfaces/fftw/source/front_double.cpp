// FFTW's functions in double precision.
#include "real_fftw.hpp"

namespace {
using api = fftw_device::f64_api;
}
#define X(name) fftw_##name
#include "front.inc"
