// The forward butterfly of radix 30: 2 times 15.
#pragma once

#include "cl/butterflies/composite.cl"
#include "cl/butterflies/radix_15.cl"

COPRIME_BUTTERFLY(30, 2, 15, 15, 16)
