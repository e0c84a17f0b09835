// Loads a tile whose points are contiguous along dimension `dim` into a buffer, by blocks of LANES points of LANES lines.
// Rows in global memory are lines, rows in the buffer are points.
#define load_block OF_PASS(load_block)
#define load_transposed OF_PASS(load_transposed)

INLINE void load_block(local complex* to, uint step, global const element* from, offset lane_step, uint inside) {
    real x[LANES], y[LANES];
#pragma unroll
    for (uint l = 0; l < LANES; ++l) {
        const complex z = l < inside ? load_vector(from + l * lane_step) : make_complex(0, 0);
        x[l] = z.x;
        y[l] = z.y;
    }
    transpose_block(x);
    transpose_block(y);
#pragma unroll
    for (uint l = 0; l < LANES; ++l)
        to[l * step] = make_complex(x[l], y[l]);
}

INLINE void load_transposed(local complex* buffer, struct in_side in, struct tile_index where, uint dim) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = IN_STRIDES;
    for (uint q = 0; q < TILE_POINTS / LANES; ++q) {
        struct coordinate c = place(q, butterflies(tile, dim, LANES), dim);
        c.at[dim] *= LANES;
        const struct coordinate from = first_lane_of(memory_place(c, tile));
        load_block(buffer + tile_address(c, tile), tile_step(dim, tile), in.numbers + tile_offset(from, strides),
                   (offset)strides[LANE_DIM], where.lanes);
    }
}
