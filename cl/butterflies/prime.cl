// Forward butterflies of odd prime radices.
//
// A butterfly of prime radix p combines its p / 2 pairs of inputs: sums s_j = x_j + x_{p-j} are multiplied by cosines,
// differences d_j = x_j - x_{p-j} by sines. The cosines of a row add up to -1/2, so the last one can be eliminated:
//     X_k = (x_0 - s_h / 2) + sum_{j < h} cos(2 pi j k / p) (s_j - s_h)  -+  i sum_j sin(2 pi j k / p) d_j,  h = p / 2
// This form gives exact zeros for a constant input and saves a multiplication.
#pragma once

INLINE complex plus_times(complex a, complex b, REAL c) { return make_complex(a.x + b.x * c, a.y + b.y * c); }

// Needs tables COSINES_p and SINES_p of 2 pi k / p, 0 <= k < p. (A macro, because clang would keep the arrays of a function
// of p in memory.)
#define PRIME_BUTTERFLY(p)                                                                                             \
    INLINE void butterfly##p(complex* x) {                                                                             \
        complex s[(p) / 2 + 1], d[(p) / 2 + 1];                                                                        \
        complex total = x[0];                                                                                          \
        _Pragma("unroll") for (uint j = 1; j <= (p) / 2; ++j) {                                                        \
            s[j] = add(x[j], x[(p) - j]);                                                                              \
            d[j] = sub(x[j], x[(p) - j]);                                                                              \
            total = add(total, s[j]);                                                                                  \
        }                                                                                                              \
        const complex last = s[(p) / 2];                                                                               \
        const complex base = make_complex(x[0].x - last.x * (REAL)0.5, x[0].y - last.y * (REAL)0.5);                   \
        _Pragma("unroll") for (uint j = 1; j < (p) / 2; ++j) s[j] = sub(s[j], last);                                   \
        x[0] = total;                                                                                                  \
        _Pragma("unroll") for (uint k = 1; k <= (p) / 2; ++k) {                                                        \
            complex even = base, odd = make_complex(0, 0);                                                             \
            _Pragma("unroll") for (uint j = 1; j < (p) / 2; ++j) even = plus_times(even, s[j], COSINES_##p[j * k % (p)]); \
            _Pragma("unroll") for (uint j = 1; j <= (p) / 2; ++j) odd = plus_times(odd, d[j], SINES_##p[j * k % (p)]); \
            odd = turned(odd);                                                                                         \
            x[k] = add(even, odd);                                                                                     \
            x[(p) - k] = sub(even, odd);                                                                               \
        }                                                                                                              \
    }
