// FFTW's functions in single precision.
#include "real_fftw.hpp"

namespace {
using api = fftw_device::f32_api;
}
#define X(name) fftwf_##name
#include "front.inc"
