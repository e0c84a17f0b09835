// A table of the parts of a convolution.
#pragma once

#include "decompose/sequences.hpp"

namespace stockham::internal {

/// The properties of a pass that computes a part.
struct part_facts {
    bool loads_spectrum;  ///< its input belongs to the inverse transform
    bool multiplies;      ///< by a spectrum
    bool stores_signal;   ///< its output belongs to the inverse transform, which takes the digits in reverse order
};

constexpr part_facts facts_of(convolution_part part) {
    constexpr part_facts table[] = {
        {false, false, false},  // forward
        {false, true, true},    // multiply
        {true, false, true},    // inverse
    };
    return table[static_cast<int>(part)];
}

}  // namespace stockham::internal
