// Separates and stores the spectra of paired real lines from the last stage's outputs in local memory. The transform of
// x + i y is Z = X + i Y. X and Y are Hermitian (along all transformed dimensions of the tile), so
//     X[k] = (Z[k] + conj Z[-k]) / 2,  Y[k] = (Z[k] - conj Z[-k]) / 2 i
// Along dimension `half_dim`, only points 0 .. n / 2 are stored, or the first HELD of them. With a chirp, Z[k] is the product
// of output k and chirp[k], and chirp[n - k] = (-1)^n chirp[k].
#define transformed_dims OF_PASS(transformed_dims)
#define negative_of OF_PASS(negative_of)
#define negative_point OF_PASS(negative_point)
#define store_line OF_PASS(store_line)
#define store_spectra OF_PASS(store_spectra)

constant uint transformed_dims[TILE_RANK] = TRANSFORMED_DIMS;

INLINE struct coordinate negative_of(struct coordinate c, uint half_dim) {
    const struct coordinate tile = tile_of_lines();
#pragma unroll
    for (uint d = 0; d < TILE_RANK; ++d)
        if (transformed_dims[d]) c.at[d] = c.at[d] == 0 ? 0 : (d == half_dim ? LINE_POINTS : tile.at[d]) - c.at[d];
    return c;
}

// Z[-k] for the point k at `c`.
INLINE element negative_point(struct exchange_buffer from, struct out_side out, struct coordinate c, struct tile_index where,
                              uint half_dim) {
    const element e = point_as_stored(out, c, where, get_point(from, negative_of(c, half_dim)));
#if OUT_CHIRPED
    if (LINE_POINTS % 2 == 1 && c.at[half_dim] > 0) return -e;
#endif
    return e;
}

INLINE void store_line(struct out_side out, struct coordinate c, struct tile_index where, element e,
                       const struct inter_pass_twiddle* twiddles) {
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    const complex z = twiddle_point(complex_of(e), c, where, twiddles);
    deliver(out, offset_of_point(c, strides), (element)(z.x * out.scale, z.y * out.scale));
}

INLINE void store_spectra(struct exchange_buffer from, struct out_side out, struct tile_index where,
                          uint half_dim, uint contiguous, const struct inter_pass_twiddle* twiddles) {
#pragma unroll
    for (uint b = 0; b < PAIR_ROUNDS; ++b) {
        const uint q = get_local_id(0) + b * WORK_ITEMS;
        if (q < pair_count(half_dim)) {
            const struct coordinate c = first_of_pair(q, half_dim, contiguous);
            if (is_inside(c, where) && is_held(c.at[half_dim], LINE_POINTS / 2 + 1)) {
                const element both = point_as_stored(out, c, where, get_point(from, c)) * (REAL)0.5;
                const element back = negative_point(from, out, c, where, half_dim) * (REAL)0.5;
                store_line(out, c, where, (element)(both.x + back.x, both.y - back.y), twiddles);
                if (has_second(c, where))
                    store_line(out, on_second_line(c), where, (element)(both.y + back.y, back.x - both.x), twiddles);
            }
        }
    }
}
