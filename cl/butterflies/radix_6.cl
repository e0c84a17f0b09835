// The forward butterfly of radix 6: 2 times 3.
#pragma once

#include "cl/butterflies/composite.cl"
#include "cl/butterflies/radix_3.cl"

COPRIME_BUTTERFLY(6, 2, 3, 3, 4)
