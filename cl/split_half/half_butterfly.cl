// A butterfly of cl/split_half/butterfly_halves.cl for one RADIX. Only the first `valid` of its numbers are read and
// written; the others count as zeros.
//
// HALVES  1: the matrix is rounded to halves; 2: that of radix 8 and 16 is split, too
#define half_products OF_PASS(half_products)
#define take_packed OF_PASS(take_packed)
#define half_butterfly OF_PASS(half_butterfly)

// The matrices of radix 2 and 4 are exact.
#define SPLIT (HALVES == 2 && RADIX >= 8)

#if UNITS == 0

INLINE void OF_RADIX(half_butterfly)(complex* x, uint valid, uint lane, local float* scratch) {
    float hi[2 * AT_ONCE(RADIX)], lo[2 * AT_ONCE(RADIX)];
#pragma unroll
    for (uint i = 0; i < AT_ONCE(RADIX); ++i) {
        hi[2 * i] = i < valid ? x[i].x : 0;
        hi[2 * i + 1] = i < valid ? x[i].y : 0;
    }
    const float back = take_halves(hi, lo, 2 * AT_ONCE(RADIX));
#pragma unroll
    for (uint k = 0; k < AT_ONCE(RADIX); ++k) {
        complex of_hi = make_complex(0, 0), of_lo = of_hi;
#pragma unroll
        for (uint j = 0; j < AT_ONCE(RADIX); ++j)
            if (is_in_matrix(RADIX, k, j)) {
                const uint angle = matrix_angle(RADIX, k, 0, j);
                const complex high = make_complex(hi[2 * j], hi[2 * j + 1]), low = make_complex(lo[2 * j], lo[2 * j + 1]);
                of_hi = plus_turned(of_hi, high, matrix_cosine(angle, 0), matrix_sine(angle, 0));
                of_lo = plus_turned(of_lo, low, matrix_cosine(angle, 0), matrix_sine(angle, 0));
                if (SPLIT) of_lo = plus_turned(of_lo, high, matrix_cosine(angle, 1), matrix_sine(angle, 1));
            }
        if (k < valid) x[k] = make_complex(back * (of_hi.x + of_lo.x), back * (of_hi.y + of_lo.y));
    }
}

#else

#define HELD (AT_ONCE(RADIX) / 2)  // points of a vector that a work-item holds

// Adds the products of two rounds' halves with the matrix, or with its rest, to all blocks of a result. Block v is points
// FIRST_OF(v) and SECOND_OF(v) of the result. No product waits for the one before.
#if UNITS == 1
#define FIRST_OF(v) (v)
#define SECOND_OF(v) (HELD + (v))
INLINE void OF_RADIX(half_products)(const packed* h, uint rest, float4* d, uint lane, local float* scratch) {
    const uint own = lane % 4, k = lane / 8, part = lane / 4 % 2;
    const struct matrix_row row = {RADIX, k, part, own};
    const packed base = matrix_base(RADIX, k, own, rest);
    UNROLLED for (uint u = 0; u < HELD; u += 2) {
        const uint next = HELD > 1 ? u + 1 : u;
        const packed a[4] = {h[u], h[HELD + u], h[next], h[HELD + next]};
        UNROLLED for (uint v = 0; v < HELD; ++v) {
            const packed b[2] = {matrix_entries(base, row, v, u),
                                 matrix_entries(base, row, v, next)};
            d[v] = unit_product(a, b, HELD > 1 ? 2 : 1, d[v], scratch);
        }
    }
}
#else
#define FIRST_OF(v) (2 * (v))
#define SECOND_OF(v) (2 * (v) + 1)
INLINE void OF_RADIX(half_products)(const packed* h, uint rest, float4* d, uint lane, local float* scratch) {
    const uint own = lane / 16, k = lane % 16 / 4, second = lane / 2 % 2, part = lane % 2;
    const struct matrix_row row = {RADIX, k, part, own};
    const packed base = matrix_base(RADIX, k, own, rest);
#if RADIX < 8
    const packed entries = matrix_entries(base, row, 0, 0), none = pack(0, 0);
    const packed a[2] = {second ? none : entries, second ? entries : none};
    d[0] = unit_product(a, h, 2, d[0], scratch);
#else
    UNROLLED for (uint u = 0; u < HELD; u += 2) {
        UNROLLED for (uint v = 0; v < HELD; ++v) {
            const uint to = 2 * v % HELD + second;
            const packed a[2] = {matrix_entries(base, row, to, u),
                                 matrix_entries(base, row, to, u + 1)};
            d[v] = unit_product(a, h + 2 * v / HELD * HELD + u, 2, d[v], scratch);
        }
    }
#endif
}
#endif

// take_halves() for the vectors of two rounds, which four work-items share.
INLINE void OF_RADIX(take_packed)(const complex* x, packed* hi, packed* lo, float* back, local float* scratch) {
    float largest[2] = {0, 0};
    UNROLLED for (uint u = 0; u < 2 * HELD; ++u)
        largest[u / HELD] = fmax(largest[u / HELD], fmax(fabs(x[u].x), fabs(x[u].y)));
    const uint both = largest_of_four(as_uint(largest[0]) >> 16 | (as_uint(largest[1]) & 0xffff0000), scratch);
    const uint exponent[2] = {half_exponent(as_float(both << 16)), half_exponent(as_float(both))};
    UNROLLED for (uint u = 0; u < 2 * HELD; ++u) {
        const float scale = half_scale(exponent[u / HELD]);
        const complex scaled = make_complex(x[u].x * scale, x[u].y * scale);
        hi[u] = pack(scaled.x, scaled.y);
        const complex taken = unpacked(hi[u]);
        lo[u] = pack(scaled.x - taken.x, scaled.y - taken.y);
    }
    UNROLLED for (uint p = 0; p < 2; ++p) back[p] = back_scale(exponent[p]);
}

// Without branches: all work-items take part in every product, whether they have a butterfly or not.
INLINE void OF_RADIX(half_butterfly)(complex* x, uint valid, uint lane, local float* scratch) {
    complex held[2 * HELD];
    packed hi[2 * HELD], lo[2 * HELD];
    float back[2];
    float4 of_hi[HELD], of_lo[HELD];
    UNROLLED for (uint u = 0; u < 2 * HELD; ++u) held[u] = u < valid ? x[u] : make_complex(0, 0);
    OF_RADIX(take_packed)(held, hi, lo, back, scratch);
    UNROLLED for (uint v = 0; v < HELD; ++v) of_hi[v] = of_lo[v] = (float4)(0);
    if (SPLIT) OF_RADIX(half_products)(hi, 1, of_lo, lane, scratch);
    OF_RADIX(half_products)(lo, 0, of_lo, lane, scratch);
    OF_RADIX(half_products)(hi, 0, of_hi, lane, scratch);
    UNROLLED for (uint v = 0; v < HELD; ++v) {
        const float4 d = of_hi[v] + of_lo[v];
        const uint first = FIRST_OF(v), second = SECOND_OF(v);
        if (first < valid) x[first] = make_complex(d.x * back[first / HELD], d.y * back[first / HELD]);
        if (second < valid) x[second] = make_complex(d.z * back[second / HELD], d.w * back[second / HELD]);
    }
}

#undef FIRST_OF
#undef SECOND_OF
#undef HELD
#endif

#undef SPLIT
