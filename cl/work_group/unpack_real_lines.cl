// Unpacks half spectra of real lines on store. A real line of 2 n numbers is transformed as n complex numbers, pairs of
// neighbours. Points 0 .. n of its spectrum X follow from the transform Z of the complex line:
//     E = (Z[k] + conj Z[n - k]) / 2,  O = -i (Z[k] - conj Z[n - k]) / 2
//     X[k] = E + w^k O,  X[n - k] = conj(E - w^k O),  w = exp(-2 pi i / (2 n))
//
// packing  a table: packing[k] = w^k, k = 0 .. n / 2

#define unpack OF_PASS(unpack)

// Unpacks from local memory, which holds the last stage's outputs.
INLINE void unpack(struct exchange_buffer from, struct out_side out, global const element* packing,
                   struct tile_index where, uint dim, uint contiguous) {
    const struct coordinate tile = tile_of_lines();
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    const uint n = tile.at[dim];
#pragma unroll
    for (uint b = 0; b < PAIR_ROUNDS; ++b) {
        const uint q = get_local_id(0) + b * WORK_ITEMS;
        if (q < pair_count(dim)) {
            const struct coordinate c = first_of_pair(q, dim, contiguous), d = second_of_pair(c, dim);
            if (is_inside(c, where)) {
                const element first = get_point(from, c);
                const element second = conjugate(get_point(from, modulo_line(d, dim)));
                const element even = (first + second) * (REAL)0.5;
                const element odd = (element)(first.y - second.y, second.x - first.x) * (REAL)0.5;
                const element turned_odd = product(odd, packing[c.at[dim]]);
                if (is_held(c.at[dim], n + 1))
                    deliver(out, offset_of_point(c, strides), (even + turned_odd) * out.scale);
                // The conjugate of even - turned_odd. Not negated, so that the imaginary part of point n is 0, not -0.
                if (2 * c.at[dim] != n && is_held(d.at[dim], n + 1))
                    deliver(out, offset_of_point(d, strides),
                            (element)(even.x - turned_odd.x, turned_odd.y - even.y) * out.scale);
            }
        }
    }
}
