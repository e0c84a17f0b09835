// Separates and stores the spectra of paired real lines from the last stage's outputs in local memory. The transform of
// x + i y is Z = X + i Y. X and Y are Hermitian (along all transformed dimensions of the tile), so
//     X[k] = (Z[k] + conj Z[-k]) / 2,  Y[k] = (Z[k] - conj Z[-k]) / 2 i
// Along dimension `half_dim`, only points 0 .. n / 2 are stored.
INLINE struct coordinate negative_of(struct coordinate c) {
    const struct coordinate tile = TILE;
    const uint transformed[TILE_RANK] = TRANSFORMED_DIMS;
#pragma unroll
    for (uint d = 0; d < TILE_RANK; ++d)
        if (transformed[d]) c.at[d] = c.at[d] == 0 ? 0 : tile.at[d] - c.at[d];
    return c;
}

INLINE void store_line(OUT_PARAMETERS, struct coordinate c, const struct pass_numbers* numbers,
                       struct loop_index loops, element e, REAL scale TWIDDLE_PARAMETERS) {
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    const complex z = twiddle_point(complex_of(e), c, numbers, loops TWIDDLE_ARGUMENTS);
    deliver(OUT_ARGUMENTS, tile_offset(c, strides), (element)(z.x * scale, z.y * scale));
}

INLINE void store_spectra(EXCHANGE_SPACE const EXCHANGED* exchanged, OUT_PARAMETERS, const struct pass_numbers* numbers,
                          struct loop_index loops, REAL scale, uint half_dim, uint contiguous TWIDDLE_PARAMETERS) {
    const struct coordinate tile = TILE;
    const uint n = tile.at[half_dim];
#pragma unroll
    for (uint b = 0; b < PAIR_ROUNDS; ++b) {
        const uint q = get_local_id(0) + b * WORK_ITEMS;
        if (q < pair_count(n)) {
            const struct coordinate c = first_of_pair(q, half_dim, contiguous);
            if (is_inside(c, numbers, loops)) {
                struct coordinate other_line = c;
                other_line.at[PAIRED_DIM] += tile.at[PAIRED_DIM];
                const element both = get_point(exchanged, c) * (REAL)0.5;
                const element back = get_point(exchanged, negative_of(c)) * (REAL)0.5;
                store_line(OUT_ARGUMENTS, c, numbers, loops, (element)(both.x + back.x, both.y - back.y),
                           scale TWIDDLE_ARGUMENTS);
                store_line(OUT_ARGUMENTS, other_line, numbers, loops, (element)(both.y + back.y, back.x - both.x),
                           scale TWIDDLE_ARGUMENTS);
            }
        }
    }
}
