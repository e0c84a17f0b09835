// Loads one point of each lane from global memory; lanes beyond the last line are zero.
//
// LOADS_VECTORS  1: the lanes are contiguous
#define gather_lanes OF_PASS(gather_lanes)
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

INLINE complex lanes_at(struct in_side in, struct coordinate c, struct tile_index where) {
#if LOADS_VECTORS
    const ulong strides[TILE_RANK] = IN_STRIDES;
    if (where.lanes == LANES) return load_vector(in.numbers + tile_offset(first_lane_of(c), strides));
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
