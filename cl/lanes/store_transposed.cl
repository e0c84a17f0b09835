// Stores a tile from a buffer to global memory where points are contiguous along dimension STORE_DIM: see load_transposed.cl.
// The last stage converts the points to numbers in memory and puts them in memory's order.
//
// STORE_DIM   the dimension. If the output is mapped, it is the whole axis
// OUT_POINTS  its points in memory
// BLOCKS_AS_STORED  1: the buffer holds the outputs of the last stage, which become numbers in memory here
#define store_half OF_PASS(store_half)
#define store_block OF_PASS(store_block)
#define store_rest OF_PASS(store_rest)
#define store_transposed OF_PASS(store_transposed)
#define stored_buffer OF_PASS(stored_buffer)
#define put_stored OF_PASS(put_stored)

#define STORED_AT_ONCE (OUT_FORM == FORM_REAL ? LANES : LANES / 2)

#define block_as_stored OF_PASS(block_as_stored)

INLINE complex block_as_stored(complex z, REAL scale) {
#if BLOCKS_AS_STORED
    z = make_complex(z.x * scale, z.y * scale);
    if (SWAP_STORE != INVERSE_STORE) z = swapped_lanes(z);
#endif
    return z;
}

// Lanes without a line store to the last line, which comes last and overwrites them: see load_transposed.cl.
#if OUT_FORM == FORM_REAL
INLINE void store_block(global REAL* to, offset lane_step, uint inside, local const complex* from, uint step, REAL scale) {
    real parts[LANES];
#pragma unroll
    for (uint l = 0; l < LANES; ++l)
        parts[l] = block_as_stored(from[l * step], scale).x;
    transpose_block(parts);
#pragma unroll
    for (uint l = LANES; l-- > 0;)
        STORE_VECTOR(parts[l], 0, to + min(l, inside - 1) * lane_step);
}
#else
// One half of the lines.
INLINE void store_half(real* rows, uint first, global element* to, offset lane_step, uint inside) {
    transpose_pairs(rows);
#pragma unroll
    for (uint l = LANES / 2; l-- > 0;)
        STORE_VECTOR(rows[l], 0, (global REAL*)(to + min(first + l, inside - 1) * lane_step));
}

INLINE void store_block(global element* to, offset lane_step, uint inside, local const complex* from, uint step,
                        REAL scale) {
    real low[LANES / 2], high[LANES / 2];
#pragma unroll
    for (uint k = 0; k < LANES / 2; ++k) {
        const complex z = block_as_stored(from[k * step], scale);
        low[k] = interleaved_low(z.x, z.y);
        high[k] = interleaved_high(z.x, z.y);
    }
    store_half(high, LANES / 2, to, lane_step, inside);
    store_half(low, 0, to, lane_step, inside);
}
#endif

// One converted point of each lane.
INLINE void store_rest(struct out_side out, struct coordinate c, struct tile_index where, complex z) {
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    REAL parts_x[LANES], parts_y[LANES];
    STORE_VECTOR(z.x, 0, parts_x);
    STORE_VECTOR(z.y, 0, parts_y);
    for (uint l = 0; l < where.lanes; ++l)
        deliver(out, tile_offset(lane_of(c, l), strides), (element)(parts_x[l], parts_y[l]));
}

INLINE void store_transposed(local const complex* buffer, struct out_side out, struct tile_index where) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    const uint rows = TILE_POINTS / tile.at[STORE_DIM], points = OUT_POINTS, rest = points % STORED_AT_ONCE;
    struct coordinate part = tile;
    part.at[STORE_DIM] = points / STORED_AT_ONCE;
    for (uint q = 0; q < rows * (points / STORED_AT_ONCE); ++q) {
        struct coordinate c = place(q, part, STORE_DIM);
        c.at[STORE_DIM] *= STORED_AT_ONCE;
        const struct coordinate to = first_lane_of(result_place(c));
        store_block(out.numbers + tile_offset(to, strides), (offset)strides[LANE_DIM], where.lanes,
                    buffer + tile_address(c, tile), tile_step(STORE_DIM, tile), out.scale);
    }
    part.at[STORE_DIM] = rest;
    for (uint q = 0; q < rows * rest; ++q) {
        struct coordinate c = place(q, part, STORE_DIM);
        c.at[STORE_DIM] += points - rest;
        store_rest(out, result_place(c), where, block_as_stored(buffer[tile_address(c, tile)], out.scale));
    }
}

// The outputs of the last stage, to the buffer.
struct stored_buffer {
    local complex* points;
    struct out_side out;
    enum point_order order;
};
INLINE void put_stored(complex z, const struct butterfly* j, struct stored_buffer to, uint k) {
    const struct tile_index where = j->where;
    const struct coordinate tile = TILE;
    struct coordinate c = written_place(j, k, to.order);
    along_axis index = 0;
#if OUT_MAPPED
    const struct axis_map map = OUT_MAP;
    index = c.at[STORE_DIM];
    z = lanes_as_stored(to.out, z, c, index, where);
    c.at[STORE_DIM] += (uint)out_shift(&map, index);
    if (out_is_held(&map, index))
#else
    z = lanes_as_stored(to.out, z, c, index, where);
#endif
        to.points[tile_address(c, tile)] = z;
}
