// The forward butterfly of radix 21: 3 times 7.
#pragma once

#include "cl/butterflies/composite.cl"
#include "cl/butterflies/radix_3.cl"
#include "cl/butterflies/radix_7.cl"

COPRIME_BUTTERFLY(21, 3, 7, 7, 15)
