// The forward butterfly of radix 15: 3 times 5.
#pragma once

#include "cl/butterflies/composite.cl"
#include "cl/butterflies/radix_3.cl"
#include "cl/butterflies/radix_5.cl"

COPRIME_BUTTERFLY(15, 3, 5, 10, 6)
