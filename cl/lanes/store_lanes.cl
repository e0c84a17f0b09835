// Stores one point of each lane to global memory, except lanes beyond the last line.
//
// STORES_VECTORS  1: the lanes are contiguous
#define scatter_lanes OF_PASS(scatter_lanes)
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

INLINE void put_lanes_at(struct out_side out, struct coordinate c, struct tile_index where, complex z) {
#if STORES_VECTORS
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    if (where.lanes == LANES)
        store_vector(out.numbers + tile_offset(first_lane_of(c), strides), z);
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
