// The forward butterfly of radix 20: 4 times 5.
#pragma once

#include "cl/butterflies/composite.cl"
#include "cl/butterflies/radix_5.cl"

COPRIME_BUTTERFLY(20, 4, 5, 5, 16)
