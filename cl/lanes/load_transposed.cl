// Loads a tile whose points are contiguous along dimension LOAD_DIM into a buffer, by blocks of LANES lines. A vector
// of a line is a row of a block: it has LANES real or LANES / 2 complex points.
// Rows in global memory are lines, rows in the buffer are points. The buffer holds the points as memory does; the first
// stage puts a mapped axis in order when it reads them.
//
// LOAD_DIM   the dimension. If the input is mapped, it is the whole axis
// IN_POINTS  its points in memory. The last ones, which do not fill a block, are gathered
// BLOCKS_AS_LOADED  1: they become the inputs of the first stage at once
#define load_half OF_PASS(load_half)
#define load_block OF_PASS(load_block)
#define load_rest OF_PASS(load_rest)
#define load_transposed OF_PASS(load_transposed)
#define loaded_buffer OF_PASS(loaded_buffer)
#define get_loaded OF_PASS(get_loaded)

#define LOADED_AT_ONCE (IN_FORM == FORM_REAL ? LANES : LANES / 2)
#define block_as_loaded OF_PASS(block_as_loaded)

INLINE complex block_as_loaded(complex z) {
#if BLOCKS_AS_LOADED && SWAP_LOAD != INVERSE_LOAD
    return swapped_lanes(z);
#else
    return z;
#endif
}

// Lanes without a line load the last line again: a branch for each lane would take compilers longer.
#if IN_FORM == FORM_REAL
INLINE void load_block(local complex* to, uint step, global const REAL* from, offset lane_step, uint inside) {
    real parts[LANES];
#pragma unroll
    for (uint l = 0; l < LANES; ++l)
        parts[l] = LOAD_VECTOR(0, from + min(l, inside - 1) * lane_step);
    transpose_block(parts);
#pragma unroll
    for (uint l = 0; l < LANES; ++l)
        to[l * step] = block_as_loaded(make_complex(parts[l], 0));
}
#else
// One half of the lines.
INLINE void load_half(real* rows, uint first, global const element* from, offset lane_step, uint inside) {
#pragma unroll
    for (uint l = 0; l < LANES / 2; ++l)
        rows[l] = LOAD_VECTOR(0, (global const REAL*)(from + min(first + l, inside - 1) * lane_step));
    transpose_pairs(rows);
}

INLINE void load_block(local complex* to, uint step, global const element* from, offset lane_step, uint inside) {
    real low[LANES / 2], high[LANES / 2];
    load_half(low, 0, from, lane_step, inside);
    load_half(high, LANES / 2, from, lane_step, inside);
#pragma unroll
    for (uint k = 0; k < LANES / 2; ++k)
        to[k * step] =
            block_as_loaded(make_complex((real)(low[k].even, high[k].even), (real)(low[k].odd, high[k].odd)));
}
#endif

// One unconverted point of each lane.
INLINE complex load_rest(struct in_side in, struct coordinate c, struct tile_index where) {
    const ulong strides[TILE_RANK] = IN_STRIDES;
    REAL parts_x[LANES], parts_y[LANES];
    for (uint l = 0; l < LANES; ++l) {
        const element e = l < where.lanes ? fetch(in, tile_offset(lane_of(c, l), strides)) : (element)(0);
        parts_x[l] = e.x;
        parts_y[l] = e.y;
    }
    return make_complex(LOAD_VECTOR(0, parts_x), LOAD_VECTOR(0, parts_y));
}

INLINE void load_transposed(local complex* buffer, struct in_side in, struct tile_index where) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = IN_STRIDES;
    const uint rows = TILE_POINTS / tile.at[LOAD_DIM], points = IN_POINTS, rest = points % LOADED_AT_ONCE;
    struct coordinate part = tile;
    part.at[LOAD_DIM] = points / LOADED_AT_ONCE;
    for (uint q = 0; q < rows * (points / LOADED_AT_ONCE); ++q) {
        struct coordinate c = place(q, part, LOAD_DIM);
        c.at[LOAD_DIM] *= LOADED_AT_ONCE;
        const struct coordinate from = first_lane_of(memory_place(c, tile));
        load_block(buffer + tile_address(c, tile), tile_step(LOAD_DIM, tile), in.numbers + tile_offset(from, strides),
                   (offset)strides[LANE_DIM], where.lanes);
    }
    part.at[LOAD_DIM] = rest;
    for (uint q = 0; q < rows * rest; ++q) {
        struct coordinate c = place(q, part, LOAD_DIM);
        c.at[LOAD_DIM] += points - rest;
        buffer[tile_address(c, tile)] = block_as_loaded(load_rest(in, memory_place(c, tile), where));
    }
}

// The inputs of the first stage, from the buffer.
struct loaded_buffer {
    local complex* points;
    struct in_side in;
    enum point_order order;
};
INLINE complex get_loaded(complex z, const struct butterfly* j, struct loaded_buffer from, uint k) {
    const struct tile_index where = j->where;
    const struct coordinate tile = TILE;
    struct coordinate c = read_place(j, k, from.order);
    along_axis index = 0;
#if IN_MAPPED
    const struct axis_map map = IN_MAP;
    index = c.at[LOAD_DIM];
    c.at[LOAD_DIM] += (uint)in_shift(&map, index);
    z = make_complex(0, 0);
    if (in_is_held(&map, index))
#endif
        z = from.points[tile_address(c, tile)];
    return lanes_as_loaded(from.in, z, index, where);
}
