// Work-items of a CPU: each owns a whole tile and carries LANES lines of it side by side in vectors, with no barrier.
//
// Stages go from memory to memory: one or two buffers of the tile's size, small enough for the core's cache, take turns.
// A butterfly's inputs come from global memory (load.cl) or from a buffer (get.cl), its outputs go to a buffer (put.cl)
// or to global memory (store.cl). Where the lanes lie side by side in global memory, they are read and written as
// vectors (load_lanes.cl); where the points of a line do, square blocks of LANES x LANES are transposed in
// registers on their way into and out of a buffer (load_transposed.cl); in all other layouts lanes are gathered and
// scattered one by one.
//
// LANE_DIM    the dimension of the tile whose lines are the lanes
// LOCAL_SIZE  elements (of LANES lines each) of one buffer
// ONE_LANE    1: the lanes have no stride, for there is one line only
#pragma once_per_pass

#include "cl/common/offsets.cl"

// How many of this tile's lanes carry a line. One line is a constant, which spares a loop over a stride of zero with a
// count known at run time: Intel's vectoriser breaks those (tests/implementations/zero_stride_lanes.cl).
INLINE uint lanes_inside(const struct pass_numbers* numbers, struct loop_index loops) {
#if GUARDS && ONE_LANE
    return 1;
#elif GUARDS
    return (uint)min((ulong)LANES, numbers->guard_extent[0] - (ulong)loops.at[GUARD_LOOP_0] * LANES);
#else
    return LANES;
#endif
}

// A place whose lane dimension counts lines, where that of `c` counts blocks of them.
INLINE struct coordinate lane_of(struct coordinate c, uint lane) {
    c.at[LANE_DIM] = c.at[LANE_DIM] * LANES + lane;
    return c;
}
INLINE struct coordinate first_lane_of(struct coordinate c) { return lane_of(c, 0); }
