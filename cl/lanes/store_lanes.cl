// Stores one point of each lane to global memory, except lanes beyond the last line.
#pragma once_per_pass

#include "cl/lanes/lanes.cl"
#include "cl/lanes/vectors.cl"

INLINE void scatter_lanes(OUT_PARAMETERS, struct coordinate c, struct loop_index loops, uint inside, complex z) {
    REAL parts_x[LANES], parts_y[LANES];
    STORE_VECTOR(z.x, 0, parts_x);
    STORE_VECTOR(z.y, 0, parts_y);
    for (uint l = 0; l < inside; ++l)
        store_point(OUT_ARGUMENTS, lane_of(c, l), loops, (element)(parts_x[l], parts_y[l]));
}

// STORES_VECTORS  1: the lanes are contiguous
INLINE void store_lanes(OUT_PARAMETERS, struct coordinate c, struct loop_index loops, uint inside, complex z) {
#if STORES_VECTORS
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    if (inside == LANES)
        store_vector(out + tile_offset(first_lane_of(c), strides), z);
    else
#endif
        scatter_lanes(OUT_ARGUMENTS, c, loops, inside, z);
}
