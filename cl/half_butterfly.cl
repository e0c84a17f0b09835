// One kind of butterfly of halves, by cl/butterfly_halves.cl: of RADIX, HALVES = MATRICES. `there` of the numbers that it
// takes are there, the others count as zeros.

#define NAMED(name) PASTE(PASTE(name, RADIX), PASTE(_, MATRICES))

#if UNITS == 0

INLINE void NAMED(half_butterfly_)(complex* x, uint there, uint lane, local float* scratch) {
    const uint legs = AT_ONCE(RADIX);
    complex rest[AT_ONCE(RADIX)], hi[AT_ONCE(RADIX)], lo[AT_ONCE(RADIX)];
#pragma unroll
    for (uint i = 0; i < AT_ONCE(RADIX); ++i) rest[i] = i < there ? x[i] : make_complex(0, 0);
    const float scale_hi = take_halves((float*)rest, (float*)hi, 2 * legs);
    const float scale_lo = take_halves((float*)rest, (float*)lo, 2 * legs);
#pragma unroll
    for (uint k = 0; k < AT_ONCE(RADIX); ++k) {
        complex of_hi = make_complex(0, 0), of_lo = of_hi, of_rest = of_hi;
#pragma unroll
        for (uint j = 0; j < AT_ONCE(RADIX); ++j)
            if (is_in_matrix(RADIX, k, j)) {
                const uint angle = matrix_angle(RADIX, k, 0, j);
                of_hi = plus_turned(of_hi, hi[j], matrix_cosine(angle, 0), matrix_sine(angle, 0));
                of_lo = plus_turned(of_lo, lo[j], matrix_cosine(angle, 0), matrix_sine(angle, 0));
                if (MATRICES == 2)
                    of_rest = plus_turned(of_rest, hi[j], matrix_cosine(angle, 1), matrix_sine(angle, 1));
            }
        if (MATRICES == 2) of_hi = plus_turned(of_hi, of_rest, REST_WEIGHT, 0);
        if (k < there) x[k] = scaled_sum((float2)(of_hi.x, of_hi.y), scale_hi, (float2)(of_lo.x, of_lo.y), scale_lo);
    }
}

#else

#define HELD (AT_ONCE(RADIX) / 2)  // legs of a vector that a work-item has

// Block v of the product of two rounds' halves with the matrix, or with its rest: two legs of the result, of which legs
// FIRST_OF(v) and SECOND_OF(v) say which.
#if UNITS == 1
#define FIRST_OF(v) (v)
#define SECOND_OF(v) (HELD + (v))
INLINE float4 NAMED(half_products_)(const packed* h, uint v, uint rest, uint lane, local float* scratch) {
    const uint own = lane % 4, k = lane / 8, part = lane / 4 % 2;
    const packed base = matrix_base(RADIX, k, own, rest);
    float4 d = (float4)(0);
    UNROLLED for (uint u = 0; u < HELD; u += 2) {
        const uint next = HELD > 1 ? u + 1 : u;
        const packed a[4] = {h[u], h[HELD + u], h[next], h[HELD + next]};
        const packed b[2] = {matrix_entries(base, RADIX, k + 4 * v, part, own + 4 * u),
                             matrix_entries(base, RADIX, k + 4 * v, part, own + 4 * next)};
        d = unit_product(a, b, HELD > 1 ? 2 : 1, d, scratch);
    }
    return d;
}
#else
#define FIRST_OF(v) (2 * (v))
#define SECOND_OF(v) (2 * (v) + 1)
INLINE float4 NAMED(half_products_)(const packed* h, uint v, uint rest, uint lane, local float* scratch) {
    const uint own = lane / 16, k = lane % 16 / 4, second = lane / 2 % 2,
               part = lane % 2;
    const packed base = matrix_base(RADIX, k, own, rest);
#if RADIX < 8
    const packed entries = matrix_entries(base, RADIX, k, part, own), none = pack(0, 0);
    const packed a[2] = {second ? none : entries, second ? entries : none};
    return unit_product(a, h, 2, (float4)(0), scratch);
#else
    const uint to = k + 4 * (2 * v % HELD + second);
    float4 d = (float4)(0);
    UNROLLED for (uint u = 0; u < HELD; u += 2) {
        const packed a[2] = {matrix_entries(base, RADIX, to, part, own + 4 * u),
                             matrix_entries(base, RADIX, to, part, own + 4 * u + 4)};
        d = unit_product(a, h + 2 * v / HELD * HELD + u, 2, d, scratch);
    }
    return d;
#endif
}
#endif

// take_halves() of the vector that four work-items share.
INLINE float NAMED(take_packed_)(complex* x, packed* halves, local float* scratch) {
    float largest = 0;
    UNROLLED for (uint u = 0; u < HELD; ++u) largest = fmax(largest, fmax(fabs(x[u].x), fabs(x[u].y)));
    const float scale = half_scale(largest_of_four(largest, scratch)), reciprocal = 1 / scale;
    UNROLLED for (uint u = 0; u < HELD; ++u) {
        halves[u] = pack(x[u].x * reciprocal, x[u].y * reciprocal);
        const complex taken = unpacked(halves[u]);
        x[u] = make_complex(fma(-scale, taken.x, x[u].x), fma(-scale, taken.y, x[u].y));
    }
    return scale;
}

// On one straight path: all work-items take part in every product, whether they have a butterfly or not.
INLINE void NAMED(half_butterfly_)(complex* x, uint there, uint lane, local float* scratch) {
    complex rest[2 * HELD];
    packed hi[2 * HELD], lo[2 * HELD];
    float scale_hi[2], scale_lo[2];
    UNROLLED for (uint u = 0; u < 2 * HELD; ++u) rest[u] = u < there ? x[u] : make_complex(0, 0);
    UNROLLED for (uint p = 0; p < 2; ++p) {
        scale_hi[p] = NAMED(take_packed_)(rest + p * HELD, hi + p * HELD, scratch);
        scale_lo[p] = NAMED(take_packed_)(rest + p * HELD, lo + p * HELD, scratch);
    }
    UNROLLED for (uint v = 0; v < HELD; ++v) {
        float4 of_hi = NAMED(half_products_)(hi, v, 0, lane, scratch);
        const float4 of_lo = NAMED(half_products_)(lo, v, 0, lane, scratch);
#if MATRICES == 2
        of_hi = fma((float4)(REST_WEIGHT), NAMED(half_products_)(hi, v, 1, lane, scratch), of_hi);
#endif
        const uint first = FIRST_OF(v), second = SECOND_OF(v);
        if (first < there)
            x[first] = scaled_sum(of_hi.xy, scale_hi[first / HELD], of_lo.xy, scale_lo[first / HELD]);
        if (second < there)
            x[second] = scaled_sum(of_hi.zw, scale_hi[second / HELD], of_lo.zw, scale_lo[second / HELD]);
    }
}

#undef FIRST_OF
#undef SECOND_OF
#undef HELD
#endif

#undef NAMED
