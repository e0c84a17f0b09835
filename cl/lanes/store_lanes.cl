// Stores one point of each lane to global memory, except lanes beyond the last line.
//
// STORES_VECTORS  1: the lanes are contiguous, and the same point of a mapped axis
#define scatter_lanes OF_PASS(scatter_lanes)
#define deliver_vector OF_PASS(deliver_vector)
#define lanes_as_stored OF_PASS(lanes_as_stored)
#define put_vector_at OF_PASS(put_vector_at)
#define put_lanes_at OF_PASS(put_lanes_at)
#define lanes_output OF_PASS(lanes_output)
#define store_lanes OF_PASS(store_lanes)

INLINE void scatter_lanes(struct out_side out, struct coordinate c, struct tile_index where, complex z) {
    REAL parts_x[LANES], parts_y[LANES];
    STORE_VECTOR(z.x, 0, parts_x);
    STORE_VECTOR(z.y, 0, parts_y);
    for (uint l = 0; l < where.lanes; ++l)
        store_point(out, lane_of(c, l), where, (element)(parts_x[l], parts_y[l]), true);
}

// Converts outputs of the last stage to numbers in memory. All are the same point of a mapped axis, at place `c` of the tile.
INLINE complex lanes_as_stored(struct out_side out, complex z, struct coordinate c, along_axis index,
                               struct tile_index where) {
#if OUT_MAPPED
    const struct axis_map map = OUT_MAP;
#if OUT_CHIRPED
    if (INVERSE_STORE) z = swapped_lanes(z);
    z = times(z, table_entry(out.chirp, min(index, map.extent - 1)));
    if (SWAP_STORE) z = swapped_lanes(z);
#else
    if (SWAP_STORE != INVERSE_STORE) z = swapped_lanes(z);
#endif
    if (OUT_HERMITIAN && is_conjugate(&map, index)) z.y = -z.y;
    if (OUT_REAL_ENDS && is_own_conjugate(&map, index) && is_own_conjugate_beside(c, real_periods)) z.y = 0;
    return z;
#else
    return SWAP_STORE != INVERSE_STORE ? swapped_lanes(z) : z;
#endif
}

#if STORES_VECTORS
INLINE void deliver_vector(global OUT_TYPE* to, complex z) {
#if OUT_FORM == FORM_REAL
    STORE_VECTOR(z.x, 0, to);
#else
    store_vector(to, z);
#endif
}

INLINE void put_vector_at(struct out_side out, struct coordinate c, struct tile_index where, complex z) {
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    const struct coordinate first = first_lane_of(c);
#if OUT_MAPPED
    const struct axis_map map = OUT_MAP;
    const along_axis index = axis_index(out_growth, first, where.loops);
    if (out_is_held(&map, index))
        deliver_vector(out.numbers + ((signed_offset)tile_offset(first, strides) + out_shift(&map, index)),
                       lanes_as_stored(out, z, first, index, where));
#else
    deliver_vector(out.numbers + tile_offset(first, strides), lanes_as_stored(out, z, first, 0, where));
#endif
}
#endif

INLINE void put_lanes_at(struct out_side out, struct coordinate c, struct tile_index where, complex z) {
#if STORES_VECTORS
    if (where.lanes == LANES)
        put_vector_at(out, c, where, z);
    else
#endif
        scatter_lanes(out, c, where, z);
}

// The outputs of a stage.
struct lanes_output {
    struct out_side out;
    enum point_order order;
};
INLINE void store_lanes(complex z, const struct butterfly* j, struct lanes_output to, uint k) {
    put_lanes_at(to.out, written_place(j, k, to.order), j->where, z);
}
