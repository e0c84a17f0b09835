// One kind of butterfly of halves, by cl/butterfly_halves.cl: of RADIX, HALVES = MATRICES. `there` of the numbers that it
// takes are there, the others count as zeros.

#define NAMED(name) PASTE(PASTE(name, RADIX), PASTE(_, MATRICES))

#if UNITS == 0

INLINE void NAMED(half_butterfly_)(complex* x, uint there, uint lane, local float* scratch) {
    const uint legs = AT_ONCE(RADIX);
    complex hi[AT_ONCE(RADIX)], lo[AT_ONCE(RADIX)];
#pragma unroll
    for (uint i = 0; i < AT_ONCE(RADIX); ++i) hi[i] = i < there ? x[i] : make_complex(0, 0);
    const float back = take_halves((float*)hi, (float*)lo, 2 * legs);
#pragma unroll
    for (uint k = 0; k < AT_ONCE(RADIX); ++k) {
        complex sum = make_complex(0, 0);
#pragma unroll
        for (uint j = 0; j < AT_ONCE(RADIX); ++j)
            if (is_in_matrix(RADIX, k, j)) {
                const uint angle = matrix_angle(RADIX, k, 0, j);
                if (MATRICES == 2) sum = plus_turned(sum, hi[j], matrix_cosine(angle, 1), matrix_sine(angle, 1));
                sum = plus_turned(sum, lo[j], matrix_cosine(angle, 0), matrix_sine(angle, 0));
            }
#pragma unroll
        for (uint j = 0; j < AT_ONCE(RADIX); ++j)
            if (is_in_matrix(RADIX, k, j)) {
                const uint angle = matrix_angle(RADIX, k, 0, j);
                sum = plus_turned(sum, hi[j], matrix_cosine(angle, 0), matrix_sine(angle, 0));
            }
        if (k < there) x[k] = make_complex(back * sum.x, back * sum.y);
    }
}

#else

#define HELD (AT_ONCE(RADIX) / 2)  // legs of a vector that a work-item has

// Block v of a sum of products: two legs of the result, of which legs FIRST_OF(v) and SECOND_OF(v) say which. Two rounds'
// halves, `count` vectors of them after each other, are multiplied with the matrix, or with its rest.
#if UNITS == 1
#define FIRST_OF(v) (v)
#define SECOND_OF(v) (HELD + (v))
#define LEG(h, t, round) h[(t) / HELD * 2 * HELD + (round) * HELD + (t) % HELD]
INLINE float4 NAMED(half_products_)(const packed* h, uint count, uint v, uint rest, float4 d, uint lane,
                                    local float* scratch) {
    const uint own = lane % 4, k = lane / 8, part = lane / 4 % 2;
    const packed base = matrix_base(RADIX, k, own, rest);
    UNROLLED for (uint t = 0; t < count * HELD; t += 2) {
        const packed a[4] = {LEG(h, t, 0), LEG(h, t, 1), LEG(h, t + 1, 0), LEG(h, t + 1, 1)};
        const packed b[2] = {matrix_entries(base, RADIX, k, v, part, own, t % HELD),
                             matrix_entries(base, RADIX, k, v, part, own, (t + 1) % HELD)};
        d = unit_product(a, b, d, scratch);
    }
    return d;
}
#undef LEG
#else
#define FIRST_OF(v) (2 * (v))
#define SECOND_OF(v) (2 * (v) + 1)
INLINE float4 NAMED(half_products_)(const packed* h, uint count, uint v, uint rest, float4 d, uint lane,
                                    local float* scratch) {
    const uint own = lane / 16, k = lane % 16 / 4, second = lane / 2 % 2, part = lane % 2;
    const packed base = matrix_base(RADIX, k, own, rest);
#if RADIX < 8
    const packed entries = matrix_entries(base, RADIX, k, 0, part, own, 0), none = pack(0, 0);
    const packed a[2] = {second ? none : entries, second ? entries : none};
    UNROLLED for (uint c = 0; c < count; ++c) d = unit_product(a, h + 2 * c, d, scratch);
#else
    const uint to = 2 * v % HELD + second;
    UNROLLED for (uint t = 0; t < count * HELD; t += 2) {
        const packed a[2] = {matrix_entries(base, RADIX, k, to, part, own, t % HELD),
                             matrix_entries(base, RADIX, k, to, part, own, t % HELD + 1)};
        d = unit_product(a, h + t / HELD * 2 * HELD + 2 * v / HELD * HELD + t % HELD, d, scratch);
    }
#endif
    return d;
}
#endif

// take_halves() of the vector that four work-items share.
INLINE float NAMED(take_packed_)(const complex* x, packed* hi, packed* lo, local float* scratch) {
    float largest = 0;
    UNROLLED for (uint u = 0; u < HELD; ++u) largest = fmax(largest, fmax(fabs(x[u].x), fabs(x[u].y)));
    const uint exponent = half_exponent(largest_of_four(largest, scratch));
    const float scale = half_scale(exponent);
    UNROLLED for (uint u = 0; u < HELD; ++u) {
        const complex scaled = make_complex(x[u].x * scale, x[u].y * scale);
        hi[u] = pack(scaled.x, scaled.y);
        const complex taken = unpacked(hi[u]);
        lo[u] = pack(scaled.x - taken.x, scaled.y - taken.y);
    }
    return back_scale(exponent);
}

// On one straight path: all work-items take part in every product, whether they have a butterfly or not.
INLINE void NAMED(half_butterfly_)(complex* x, uint there, uint lane, local float* scratch) {
    complex held[2 * HELD];
    packed halves[4 * HELD];  // lo, then hi
    packed* const hi = halves + 2 * HELD;
    float back[2];
    UNROLLED for (uint u = 0; u < 2 * HELD; ++u) held[u] = u < there ? x[u] : make_complex(0, 0);
    UNROLLED for (uint p = 0; p < 2; ++p)
        back[p] = NAMED(take_packed_)(held + p * HELD, hi + p * HELD, halves + p * HELD, scratch);
    UNROLLED for (uint v = 0; v < HELD; ++v) {
        float4 d = (float4)(0);
        if (MATRICES == 2) d = NAMED(half_products_)(hi, 1, v, 1, d, lane, scratch);
        d = NAMED(half_products_)(halves, 2, v, 0, d, lane, scratch);
        const uint first = FIRST_OF(v), second = SECOND_OF(v);
        if (first < there) x[first] = make_complex(d.x * back[first / HELD], d.y * back[first / HELD]);
        if (second < there) x[second] = make_complex(d.z * back[second / HELD], d.w * back[second / HELD]);
    }
}

#undef FIRST_OF
#undef SECOND_OF
#undef HELD
#endif

#undef NAMED
