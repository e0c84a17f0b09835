// Loads paired real lines: the parts of an element are numbers of two real lines.
INLINE void load_RADIX(complex* x, IN_PARAMETERS, const struct pass_numbers* numbers, struct loop_index loops, uint dim, uint contiguous) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = IN_STRIDES;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        struct coordinate c = place(q, butterflies(tile, dim, RADIX), contiguous);
        if (is_butterfly(q, RADIX)) {
            const bool inside = is_inside(c, numbers, loops);
            c.at[dim] = input_point(c.at[dim], first_held(RADIX), tile.at[dim], RADIX);
            const offset first = tile_offset(c, strides), step = (offset)strides[dim] * (tile.at[dim] / RADIX);
#pragma unroll
            for (uint k = 0; k < held_points(RADIX); ++k) {
                const offset at = first + k * held_step(RADIX) * step;
                x[b * held_points(RADIX) + k] =
                    inside ? make_complex(fetch(IN_ARGUMENTS, at).x, fetch(IN_ARGUMENTS, at + pair_offset(strides)).x)
                           : make_complex(0, 0);
            }
        }
    }
}
