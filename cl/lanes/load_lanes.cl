// Loads one point of each lane from global memory; lanes beyond the last line are zero.
#pragma once_per_pass

#include "cl/lanes/lanes.cl"
#include "cl/lanes/vectors.cl"

INLINE complex gather_lanes(IN_PARAMETERS, struct coordinate c, struct loop_index loops, uint inside) {
    REAL parts_x[LANES], parts_y[LANES];
    for (uint l = 0; l < LANES; ++l) {
        parts_x[l] = parts_y[l] = 0;
        if (l < inside) {
            const element e = load_point(IN_ARGUMENTS, lane_of(c, l), loops);
            parts_x[l] = e.x;
            parts_y[l] = e.y;
        }
    }
    return make_complex(LOAD_VECTOR(0, parts_x), LOAD_VECTOR(0, parts_y));
}

// LOADS_VECTORS  1: the lanes are contiguous
INLINE complex load_lanes(IN_PARAMETERS, struct coordinate c, struct loop_index loops, uint inside) {
#if LOADS_VECTORS
    const ulong strides[TILE_RANK] = IN_STRIDES;
    if (inside == LANES) return load_vector(in + tile_offset(first_lane_of(c), strides));
#endif
    return gather_lanes(IN_ARGUMENTS, c, loops, inside);
}
