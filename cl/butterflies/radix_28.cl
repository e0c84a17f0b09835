// The forward butterfly of radix 28: 4 times 7.
#pragma once

#include "cl/butterflies/composite.cl"
#include "cl/butterflies/radix_7.cl"

COPRIME_BUTTERFLY(28, 4, 7, 21, 8)
