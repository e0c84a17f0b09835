// The forward butterfly of radix 26: 2 times 13.
#pragma once

#include "cl/butterflies/composite.cl"
#include "cl/butterflies/radix_13.cl"

COPRIME_BUTTERFLY(26, 2, 13, 13, 14)
