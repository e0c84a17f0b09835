// The forward butterfly of radix 18: 2 times 9.
#pragma once

#include "cl/butterflies/composite.cl"
#include "cl/butterflies/radix_9.cl"

COPRIME_BUTTERFLY(18, 2, 9, 9, 10)
