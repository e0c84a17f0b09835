// One kind of butterfly of halves, by cl/butterfly_halves.cl: of RADIX, HALVES = MATRICES. `there` of the numbers that it
// takes are there, the others count as zeros.

#define NAMED(name) PASTE(PASTE(name, RADIX), PASTE(_, MATRICES))

#if UNITS == 0

INLINE void NAMED(half_butterfly_)(complex* x, uint there, local float* scratch) {
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
        const complex sum = plus_turned(of_hi, of_rest, REST_WEIGHT, 0);
        if (k < there) x[k] = make_complex(fma(scale_hi, sum.x, scale_lo * of_lo.x), fma(scale_hi, sum.y, scale_lo * of_lo.y));
    }
}

#else

#define HELD (AT_ONCE(RADIX) / 2)  // legs of a vector that a work-item has

// The products of two rounds' halves with the matrix, or with its rest.
#if UNITS == 1
INLINE void NAMED(half_products_)(complex* y, const packed* h, uint rest, local float* scratch) {
    const uint lane = get_local_id(0) % UNIT_LANES, own = lane % 4, k = lane / 8, part = lane / 4 % 2;
    const packed base = matrix_base(RADIX, k, own, rest);
    UNROLLED for (uint v = 0; v < HELD; ++v) {
        float4 d = (float4)(0);
        UNROLLED for (uint u = 0; u < HELD; u += 2) {
            const uint next = HELD > 1 ? u + 1 : u;
            const packed a[4] = {h[u], h[HELD + u], h[next], h[HELD + next]};
            const packed b[2] = {matrix_entries(base, RADIX, k + 4 * v, part, own + 4 * u),
                                 matrix_entries(base, RADIX, k + 4 * v, part, own + 4 * next)};
            d = unit_product(a, b, HELD > 1 ? 2 : 1, d, scratch);
        }
        y[v] = make_complex(d.x, d.y);
        y[HELD + v] = make_complex(d.z, d.w);
    }
}
#else
INLINE void NAMED(half_products_)(complex* y, const packed* h, uint rest, local float* scratch) {
    const uint lane = get_local_id(0) % UNIT_LANES, own = lane / 16, k = lane % 16 / 4, second = lane / 2 % 2,
               part = lane % 2;
    const packed base = matrix_base(RADIX, k, own, rest);
#if RADIX < 8
    const packed entries = matrix_entries(base, RADIX, k, part, own), none = pack(0, 0);
    const packed a[2] = {second ? none : entries, second ? entries : none};
    const float4 d = unit_product(a, h, 2, (float4)(0), scratch);
    y[0] = make_complex(d.x, d.y);
    y[1] = make_complex(d.z, d.w);
#else
    UNROLLED for (uint v = 0; v < 2 * HELD; v += 2) {
        float4 d = (float4)(0);
        UNROLLED for (uint u = 0; u < HELD; u += 2) {
            const uint to = k + 4 * (v % HELD + second);
            const packed a[2] = {matrix_entries(base, RADIX, to, part, own + 4 * u),
                                 matrix_entries(base, RADIX, to, part, own + 4 * u + 4)};
            d = unit_product(a, h + v / HELD * HELD + u, 2, d, scratch);
        }
        y[v] = make_complex(d.x, d.y);
        y[v + 1] = make_complex(d.z, d.w);
    }
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
INLINE void NAMED(half_butterfly_)(complex* x, uint there, local float* scratch) {
    complex rest[2 * HELD], of_hi[2 * HELD], of_lo[2 * HELD], of_rest[2 * HELD];
    packed hi[2 * HELD], lo[2 * HELD];
    float scale_hi[2], scale_lo[2];
    UNROLLED for (uint u = 0; u < 2 * HELD; ++u) rest[u] = u < there ? x[u] : make_complex(0, 0);
    UNROLLED for (uint p = 0; p < 2; ++p) {
        scale_hi[p] = NAMED(take_packed_)(rest + p * HELD, hi + p * HELD, scratch);
        scale_lo[p] = NAMED(take_packed_)(rest + p * HELD, lo + p * HELD, scratch);
    }
    NAMED(half_products_)(of_hi, hi, 0, scratch);
    NAMED(half_products_)(of_lo, lo, 0, scratch);
#if MATRICES == 2
    NAMED(half_products_)(of_rest, hi, 1, scratch);
#endif
    UNROLLED for (uint u = 0; u < 2 * HELD; ++u) {
        complex sum = of_hi[u];
#if MATRICES == 2
        sum = make_complex(fma(REST_WEIGHT, of_rest[u].x, sum.x), fma(REST_WEIGHT, of_rest[u].y, sum.y));
#endif
        if (u < there)
            x[u] = make_complex(fma(scale_hi[u / HELD], sum.x, scale_lo[u / HELD] * of_lo[u].x),
                                fma(scale_hi[u / HELD], sum.y, scale_lo[u / HELD] * of_lo[u].y));
    }
}

#undef HELD
#endif

#undef NAMED
