// The forward butterfly of radix 14: 2 times 7.
#pragma once

#include "cl/butterflies/composite.cl"
#include "cl/butterflies/radix_7.cl"

COPRIME_BUTTERFLY(14, 2, 7, 7, 8)
