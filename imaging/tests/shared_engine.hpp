// The engine that the tests of a process share, so that kernels and plans are made once.
#pragma once

#include <stockham/device.hpp>
#include <stockham/imaging/engine.hpp>

namespace imaging_tests {

inline const stockham::imaging::engine& shared_engine() {
    // Never freed: some OpenCL implementations must not be called after main().
    static const auto* shared = new stockham::imaging::engine(stockham::choose_device());
    return *shared;
}

}  // namespace imaging_tests
