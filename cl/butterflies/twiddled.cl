// Forward butterflies whose radix is the product of two radices with a common factor.
#pragma once

#include "cl/butterflies/powers_of_two.cl"

// n = a b with inner twiddle factors: butterflies of columns, factors, butterflies of rows, transposition.
#define TWIDDLED_BUTTERFLY(n, a, b)                                                                                    \
    INLINE void butterfly##n(complex* x) {                                                                             \
        complex row[a][b];                                                                                             \
        _Pragma("unroll") for (uint j = 0; j < (b); ++j) {                                                             \
            complex column[a];                                                                                         \
            _Pragma("unroll") for (uint i = 0; i < (a); ++i) column[i] = x[j + (b) * i];                               \
            butterfly##a(column);                                                                                      \
            _Pragma("unroll") for (uint k = 0; k < (a); ++k)                                                           \
                row[k][j] = times_constant(column[k], COSINES_##n[j * k % (n)], SINES_##n[j * k % (n)]);               \
        }                                                                                                              \
        _Pragma("unroll") for (uint k = 0; k < (a); ++k) {                                                             \
            butterfly##b(row[k]);                                                                                      \
            _Pragma("unroll") for (uint l = 0; l < (b); ++l) x[k + (a) * l] = row[k][l];                               \
        }                                                                                                              \
    }
