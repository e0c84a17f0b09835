// Stores a tile from a buffer to global memory where points are contiguous along dimension `dim`: see load_transposed.cl.
#define store_block OF_PASS(store_block)
#define store_transposed OF_PASS(store_transposed)

INLINE void store_block(global element* to, offset lane_step, uint inside, local const complex* from, uint step) {
    real x[LANES], y[LANES];
#pragma unroll
    for (uint l = 0; l < LANES; ++l) {
        x[l] = from[l * step].x;
        y[l] = from[l * step].y;
    }
    transpose_block(x);
    transpose_block(y);
#pragma unroll
    for (uint l = 0; l < LANES; ++l)
        if (l < inside) store_vector(to + l * lane_step, make_complex(x[l], y[l]));
}

INLINE void store_transposed(local const complex* buffer, struct out_side out, struct tile_index where, uint dim) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    for (uint q = 0; q < TILE_POINTS / LANES; ++q) {
        struct coordinate c = place(q, butterflies(tile, dim, LANES), dim);
        c.at[dim] *= LANES;
        const struct coordinate to = first_lane_of(result_place(c));
        store_block(out.numbers + tile_offset(to, strides), (offset)strides[LANE_DIM], where.lanes,
                    buffer + tile_address(c, tile), tile_step(dim, tile));
    }
}
