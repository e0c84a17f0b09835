// The forward butterfly of radix 22: 2 times 11.
#pragma once

#include "cl/butterflies/composite.cl"
#include "cl/butterflies/radix_11.cl"

COPRIME_BUTTERFLY(22, 2, 11, 11, 12)
