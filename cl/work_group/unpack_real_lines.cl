// Unpacks half spectra of real lines on store. A real line of 2 n numbers is transformed as n complex numbers, pairs of
// neighbours. Points 0 .. n of its spectrum X follow from the transform Z of the complex line:
//     E = (Z[k] + conj Z[n - k]) / 2,  O = -i (Z[k] - conj Z[n - k]) / 2
//     X[k] = E + w^k O,  X[n - k] = conj(E - w^k O),  w = exp(-2 pi i / (2 n))
//
// packing  a table: packing[k] = w^k, k = 0 .. n / 2

// Unpacks from local memory, which holds the last stage's outputs.
INLINE void unpack(EXCHANGE_SPACE const EXCHANGED* exchanged, OUT_PARAMETERS, global const element* packing,
                   const struct pass_numbers* numbers, struct loop_index loops, REAL scale, uint dim, uint contiguous) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    const uint n = tile.at[dim];
#pragma unroll
    for (uint b = 0; b < PAIR_ROUNDS; ++b) {
        const uint q = get_local_id(0) + b * WORK_ITEMS;
        if (q < pair_count(n)) {
            const struct coordinate c = first_of_pair(q, dim, contiguous), d = second_of_pair(c, dim);
            if (is_inside(c, numbers, loops)) {
                const element first = get_point(exchanged, c);
                const element second = conjugate(get_point(exchanged, modulo_line(d, dim)));
                const element even = (first + second) * (REAL)0.5;
                const element odd = (element)(first.y - second.y, second.x - first.x) * (REAL)0.5;
                const element turned_odd = product(odd, packing[c.at[dim]]);
                deliver(OUT_ARGUMENTS, tile_offset(c, strides), (even + turned_odd) * scale);
                if (2 * c.at[dim] != n)
                    deliver(OUT_ARGUMENTS, tile_offset(d, strides), conjugate(even - turned_odd) * scale);
            }
        }
    }
}
