// Loads the spectra of paired real lines. Memory holds half of each; the other points are conjugates.
INLINE void load_RADIX(complex* x, IN_PARAMETERS, const struct pass_numbers* numbers, struct loop_index loops, uint dim, uint contiguous) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = IN_STRIDES;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        const struct coordinate c = place(q, butterflies(tile, dim, RADIX), contiguous);
        if (is_butterfly(q, RADIX)) {
            const bool inside = is_inside(c, numbers, loops);
#pragma unroll
            for (uint k = 0; k < held_points(RADIX); ++k) {
                const uint m = input_point(c.at[dim], first_held(RADIX) + k * held_step(RADIX), tile.at[dim], RADIX);
                const uint behind = tile.at[dim] - m;
                const bool conjugated = m > tile.at[dim] / 2;
                struct coordinate point = c;
                point.at[dim] = conjugated ? behind : m;
                element one = (element)(0), other = (element)(0);
                if (inside) {
                    one = fetch(IN_ARGUMENTS, tile_offset(point, strides));
                    other = fetch(IN_ARGUMENTS, tile_offset(point, strides) + pair_offset(strides));
                }
                if (m == 0 || m == behind) one.y = other.y = 0;  // only the real parts of the ends count
                const element both = conjugated ? (element)(one.x + other.y, other.x - one.y)
                                                : (element)(one.x - other.y, other.x + one.y);
                x[b * held_points(RADIX) + k] = complex_of(as_loaded(both));
            }
        }
    }
}
