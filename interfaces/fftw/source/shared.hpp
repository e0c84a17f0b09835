// What the functions with FFTW's names call is exported: libfftw3.so.3 and its siblings contain those functions, and
// libstockham_fftw3.so the rest.
#pragma once

#define FFTW_DEVICE_SHARED __attribute__((visibility("default")))
