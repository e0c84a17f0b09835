// Stages whose butterflies are fp16 split products (cl/systems/split_half/butterfly_halves.cl).

// A matrix unit has all work-items' numbers, those without a butterfly included.
INLINE void clear_points(complex* x) {
#pragma unroll
    for (uint k = 0; k < POINTS; ++k) x[k] = make_complex(0, 0);
}

// The inputs of a stage times their twiddle factors, which are in the chain's table.
INLINE void twiddle_stage(complex* x, global const element* chain, uint dim, uint radix, uint span, uint fast) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(radix); ++b) {
        const uint q = butterfly_number(b, radix);
        if (is_butterfly(q, radix)) {
            const uint j = place(q, butterflies(tile, dim, radix), fast).at[dim], own = first_held(radix);
            global const element* w = chain + twiddle_at(j, 1, span) + own * span;
#pragma unroll
            for (uint k = 0; k < held_points(radix); ++k) {
                const uint i = k * held_step(radix);
                if (own + i > 0)
                    x[b * held_points(radix) + k] =
                        times(x[b * held_points(radix) + k], w[((int)i - 1) * (int)span]);
            }
        }
    }
}

// All butterflies of a stage, by one of the functions half_butterfly_RADIX_MATRICES. On one straight path: all work-items take
// part in every product, whether they have a butterfly or not.
#define HALF_BUTTERFLIES(half_butterfly, radix)                                                                        \
    {                                                                                                                  \
        const uint lane = unit_lane(), count = rounds(radix) * held_points(radix);                                      \
        UNROLLED for (uint at = 0; at < count; at += AT_ONCE(radix))                                             \
            half_butterfly(x + at, count - at, lane, scratch);                                                         \
    }
