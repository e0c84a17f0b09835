// The forward butterfly of radix 3.
#pragma once

#include "cl/butterflies/prime.cl"

constant REAL COSINES_3[3] = {
    (REAL)1, (REAL)-0.5, (REAL)-0.5};
constant REAL SINES_3[3] = {
    (REAL)0, (REAL)0.866025403784438646763723170752936183, (REAL)-0.866025403784438646763723170752936183};

PRIME_BUTTERFLY(3)
