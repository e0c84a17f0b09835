// The forward butterfly of radix 24: 8 times 3.
#pragma once

#include "cl/butterflies/composite.cl"
#include "cl/butterflies/radix_3.cl"

COPRIME_BUTTERFLY(24, 8, 3, 9, 16)
