// Packs half spectra of real lines on load, for inverse transforms (cl/work_group/unpack_real_lines.cl has the formulas):
//     Z[k] = X[k] + conj X[n - k] + i conj(w^k) (X[k] - conj X[n - k])
//
// packing  a table: packing[k] = w^k, k = 0 .. n / 2

#define pack OF_PASS(pack)

// Packs into local memory, where the first stage reads its inputs. All reads are issued before the first result is used.
INLINE void pack(struct exchange_buffer to, struct in_side in, global const element* packing, struct tile_index where,
                 uint dim, uint contiguous) {
    const struct coordinate tile = tile_of_lines();
    const ulong strides[TILE_RANK] = IN_STRIDES;
    const uint n = tile.at[dim];
    element first[PAIR_ROUNDS], second[PAIR_ROUNDS];
#pragma unroll
    for (uint b = 0; b < PAIR_ROUNDS; ++b) {
        const uint q = get_local_id(0) + b * WORK_ITEMS;
        if (q < pair_count(dim)) {
            const struct coordinate c = first_of_pair(q, dim, contiguous);
            first[b] = second[b] = (element)(0);
            if (is_inside(c, where)) {
                const struct coordinate d = second_of_pair(c, dim);
                if (is_held(c.at[dim], n + 1)) first[b] = fetch(in, offset_of_point(c, strides));
                if (is_held(d.at[dim], n + 1)) second[b] = conjugate(fetch(in, offset_of_point(d, strides)));
                if (c.at[dim] == 0) first[b].y = second[b].y = 0;  // only the real parts of the ends count
            }
        }
    }
#pragma unroll
    for (uint b = 0; b < PAIR_ROUNDS; ++b) {
        const uint q = get_local_id(0) + b * WORK_ITEMS;
        if (q < pair_count(dim)) {
            const struct coordinate c = first_of_pair(q, dim, contiguous), other = modulo_line(second_of_pair(c, dim), dim);
            const element w = packing[c.at[dim]];
            const element even = first[b] + second[b], odd = product(first[b] - second[b], conjugate(w));
            const element turned_odd = (element)(-odd.y, odd.x);
            const element low = even + turned_odd, high = conjugate(even - turned_odd);
            put_point(to, c, low.yx);
            put_point(to, other, other.at[dim] == c.at[dim] ? low.yx : high.yx);
        }
    }
}
