// One descriptor carried out by one library on one device, and what came of it.
#pragma once

#include <string>

#include "descriptor.hpp"
#include "library_under_test.hpp"
#include "opencl_device.hpp"

struct outcome {
    std::string call;  // the first one that did not succeed; empty: all did
    int status = 0;
    long double error = 0;  // relative L2, against FFTW
    long double gate = 0;
    bool spoilt = false;  // something was written that is no place of the output, nor of the input in place
};

/// Data from `seed`.
outcome try_descriptor(const library_under_test&, const opencl_device&, const descriptor&, unsigned seed);
