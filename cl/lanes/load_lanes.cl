// Loads one point of each lane from global memory; lanes beyond the last line are zero.
//
// LOADS_VECTORS  1: the lanes are contiguous, and the same point of a mapped axis
#define gather_lanes OF_PASS(gather_lanes)
#define fetch_vector OF_PASS(fetch_vector)
#define lanes_as_loaded OF_PASS(lanes_as_loaded)
#define vector_at OF_PASS(vector_at)
#define lanes_at OF_PASS(lanes_at)
#define lanes_input OF_PASS(lanes_input)
#define load_lanes OF_PASS(load_lanes)

INLINE complex gather_lanes(struct in_side in, struct coordinate c, struct tile_index where) {
    REAL parts_x[LANES], parts_y[LANES];
    for (uint l = 0; l < LANES; ++l) {
        parts_x[l] = parts_y[l] = 0;
        if (l < where.lanes) {
            const element e = load_point(in, lane_of(c, l), where, true, true);
            parts_x[l] = e.x;
            parts_y[l] = e.y;
        }
    }
    return make_complex(LOAD_VECTOR(0, parts_x), LOAD_VECTOR(0, parts_y));
}

// Converts numbers from memory to inputs of the first stage. All are the same point of a mapped axis.
INLINE complex lanes_as_loaded(struct in_side in, complex z, along_axis index, struct tile_index where) {
#if IN_MAPPED
    const struct axis_map map = IN_MAP;
    if (IN_HERMITIAN && is_conjugate(&map, index)) z.y = -z.y;
    if (IN_REAL_ENDS && is_own_conjugate(&map, index)) z.y = 0;
#if IN_CHIRPED
    if (SWAP_LOAD) z = swapped_lanes(z);
    z = times(z, table_entry(in.chirp, min(index, map.extent - 1)));
    return INVERSE_LOAD ? swapped_lanes(z) : z;
#endif
#endif
    return SWAP_LOAD != INVERSE_LOAD ? swapped_lanes(z) : z;
}

#if LOADS_VECTORS
INLINE complex fetch_vector(global const IN_TYPE* from) {
#if IN_FORM == FORM_REAL
    return make_complex(LOAD_VECTOR(0, from), 0);
#else
    return load_vector(from);
#endif
}

INLINE complex vector_at(struct in_side in, struct coordinate c, struct tile_index where) {
    const ulong strides[TILE_RANK] = IN_STRIDES;
    const struct coordinate first = first_lane_of(c);
#if IN_MAPPED
    const struct axis_map map = IN_MAP;
    const along_axis index = axis_index(in_growth, first, where.loops);
    complex z = make_complex(0, 0);
    if (in_is_held(&map, index))
        z = fetch_vector(in.numbers + ((signed_offset)tile_offset(first, strides) + in_shift(&map, index)));
    return lanes_as_loaded(in, z, index, where);
#else
    return lanes_as_loaded(in, fetch_vector(in.numbers + tile_offset(first, strides)), 0, where);
#endif
}
#endif

INLINE complex lanes_at(struct in_side in, struct coordinate c, struct tile_index where) {
#if LOADS_VECTORS
    if (where.lanes == LANES) return vector_at(in, c, where);
#endif
    return gather_lanes(in, c, where);
}

// The inputs of a stage.
struct lanes_input {
    struct in_side in;
    enum point_order order;
};
INLINE complex load_lanes(complex z, const struct butterfly* j, struct lanes_input from, uint k) {
    return lanes_at(from.in, read_place(j, k, from.order), j->where);
}
