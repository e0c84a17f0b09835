// Forward butterflies whose radix is the product of two others. (Macros, because OpenCL C has no function pointers.)
#pragma once

#include "cl/butterflies/powers_of_two.cl"

// Butterflies of the smaller radices by name.
#define INNER_2(x) butterfly2(x, (x) + 1);
#define INNER_4(x) butterfly4(x, (x) + 1, (x) + 2, (x) + 3);
#define INNER_3(x) butterfly3(x);
#define INNER_5(x) butterfly5(x);
#define INNER_7(x) butterfly7(x);
#define INNER_8(x) butterfly8(x);
#define INNER_9(x) butterfly9(x);
#define INNER_11(x) butterfly11(x);
#define INNER_13(x) butterfly13(x);
#define INNER_15(x) butterfly15(x);

// n = a b for coprime a and b, without twiddle factors (Good's mapping). Input (b i + a j) mod n is in row i and column j.
// Row k and column l give the output that is k modulo a and l modulo b, at (TO_A k + TO_B l) mod n.
#define COPRIME_BUTTERFLY(n, a, b, TO_A, TO_B)                                                                         \
    INLINE void butterfly##n(complex* x) {                                                                             \
        complex row[a][b], column[a];                                                                                  \
        _Pragma("unroll") for (uint i = 0; i < (a); ++i) {                                                             \
            _Pragma("unroll") for (uint j = 0; j < (b); ++j) row[i][j] = x[((b) * i + (a) * j) % (n)];                 \
            INNER_##b(row[i])                                                                                          \
        }                                                                                                              \
        _Pragma("unroll") for (uint l = 0; l < (b); ++l) {                                                             \
            _Pragma("unroll") for (uint i = 0; i < (a); ++i) column[i] = row[i][l];                                    \
            INNER_##a(column)                                                                                          \
            _Pragma("unroll") for (uint k = 0; k < (a); ++k) x[((TO_A) * k + (TO_B) * l) % (n)] = column[k];           \
        }                                                                                                              \
    }

// n = a b with inner twiddle factors: butterflies of columns, factors, butterflies of rows, transposition.
#define TWIDDLED_BUTTERFLY(n, a, b)                                                                                    \
    INLINE void butterfly##n(complex* x) {                                                                             \
        complex row[a][b];                                                                                             \
        _Pragma("unroll") for (uint j = 0; j < (b); ++j) {                                                             \
            complex column[a];                                                                                         \
            _Pragma("unroll") for (uint i = 0; i < (a); ++i) column[i] = x[j + (b) * i];                               \
            INNER_##a(column)                                                                                          \
            _Pragma("unroll") for (uint k = 0; k < (a); ++k)                                                           \
                row[k][j] = times_constant(column[k], COSINES_##n[j * k % (n)], SINES_##n[j * k % (n)]);               \
        }                                                                                                              \
        _Pragma("unroll") for (uint k = 0; k < (a); ++k) {                                                             \
            INNER_##b(row[k])                                                                                          \
            _Pragma("unroll") for (uint l = 0; l < (b); ++l) x[k + (a) * l] = row[k][l];                               \
        }                                                                                                              \
    }
