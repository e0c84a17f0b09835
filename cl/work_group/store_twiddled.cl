// Multiplies the outputs of the last stage by inter-pass twiddle factors and stores them one by one, so that few factors are
// in registers at a time. The outputs of a butterfly have a constant stride in global memory.
//
// Factor `number` is along dimension `along`; dim, span and contiguous are the last stage's.
INLINE void store_twiddled_RADIX(const complex* x, OUT_PARAMETERS, const struct pass_numbers* numbers,
                                 struct loop_index loops, uint number, uint along, uint way, FACTOR_PARAMETERS,
                                 global const element* powers, uint dim, uint span, uint contiguous) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = OUT_STRIDES;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        struct coordinate c = place(q, butterflies(tile, dim, RADIX), contiguous);
        if (is_butterfly(q, RADIX)) {
            const bool inside = is_inside(c, numbers, loops);
            c.at[dim] = output_point(c.at[dim], first_held(RADIX), RADIX, span);
            const uint phase = twiddle_phase(numbers, number, c, loops), m = c.at[along];
            const element w = factor(m * phase, FACTOR_ARGUMENTS);
            const offset first = tile_offset(c, strides), step = (offset)strides[dim] * span;
#pragma unroll
            for (uint k = 0; k < held_points(RADIX); ++k) {
                const uint i = k * held_step(RADIX);
                const complex z =
                    times(x[b * held_points(RADIX) + k],
                          twiddle_of_point(w, i, m, phase, along == dim, span, way, FACTOR_ARGUMENTS, powers));
                if (inside) deliver(OUT_ARGUMENTS, first + i * step, as_stored(element_of(z)));
            }
        }
    }
}
