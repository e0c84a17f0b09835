// The forward butterfly of radix 10: 2 times 5.
#pragma once

#include "cl/butterflies/composite.cl"
#include "cl/butterflies/radix_5.cl"

COPRIME_BUTTERFLY(10, 2, 5, 5, 6)
