// Executes one descriptor by one library on one device.
#pragma once

#include <string>

#include "descriptor.hpp"
#include "library_under_test.hpp"
#include "opencl_device.hpp"

struct outcome {
    std::string call;  // the first call that failed; empty: all succeeded
    int status = 0;
    long double error = 0;  // relative L2, against FFTW
    long double gate = 0;
    bool spoilt = false;  // bytes changed that belong neither to the output nor, in place, to the input
};

/// `seed` determines the data.
outcome try_descriptor(const library_under_test&, const opencl_device&, const descriptor&, unsigned seed);
