// Loads a tile whose points are contiguous along dimension `dim` into a buffer, by blocks of LANES points of LANES lines.
// Rows in global memory are lines, rows in the buffer are points.
#define load_parts OF_PASS(load_parts)
#define load_block OF_PASS(load_block)
#define load_transposed OF_PASS(load_transposed)

// The real or the imaginary parts of a block, transposed.
INLINE void load_parts(real* parts, bool imaginary, global const element* from, offset lane_step, uint inside) {
#pragma unroll
    for (uint l = 0; l < LANES; ++l) {
        const complex z = l < inside ? load_vector(from + l * lane_step) : make_complex(0, 0);
        parts[l] = imaginary ? z.y : z.x;
    }
    transpose_block(parts);
}

// One part after the other, because registers do not hold both. The second reads from the cache.
INLINE void load_block(local complex* to, uint step, global const element* from, offset lane_step, uint inside) {
    real parts[LANES];
    load_parts(parts, false, from, lane_step, inside);
#pragma unroll
    for (uint l = 0; l < LANES; ++l)
        to[l * step].x = parts[l];
    load_parts(parts, true, from, lane_step, inside);
#pragma unroll
    for (uint l = 0; l < LANES; ++l)
        to[l * step].y = parts[l];
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
