// The forward butterfly of radix 12: 4 times 3.
#pragma once

#include "cl/butterflies/composite.cl"
#include "cl/butterflies/radix_3.cl"

COPRIME_BUTTERFLY(12, 4, 3, 9, 4)
