// Work-items of a CPU: each one processes a whole tile, LANES lines at a time in vectors, without barriers.
//
// Stages read and write one or two buffers of the tile's size, which fit the core's cache. A butterfly's inputs come from
// global memory (load_lanes.cl) or a buffer (buffers.cl); its outputs go to a buffer or to global memory (store_lanes.cl).
// Contiguous lanes are read and written as vectors. If the points of a line are contiguous instead, blocks
// of LANES x LANES are transposed in registers between global memory and a buffer (load_transposed.cl). In all other
// layouts and forms of numbers, and where the lanes are different points of a mapped axis, lanes are gathered and scattered
// one by one.
//
// ANY_LENGTH  1: a kernel for tiles of one digit, whose length, radices and strides are arguments (cl/common/digit_shape.h).
//             Its stages (digit_stage.cl) read and write buffers only: points are loaded and stored in blocks, and what is
//             needed next is fetched meanwhile (stage_part.cl). A kernel for each length would take a second or more to
//             compile
// LANE_DIM    the dimension of the tile whose lines are the lanes
// LOCAL_SIZE  elements (of LANES lines each) of one buffer
// ONE_LANE    1: the lanes have no stride, because there is only one line
#include "cl/common/stage.h"

#define lanes_inside OF_PASS(lanes_inside)
#define lane_of OF_PASS(lane_of)
#define first_lane_of OF_PASS(first_lane_of)

// The number of this tile's lanes that carry a line. It is a constant for a single line, to avoid a loop of unknown length
// with stride zero: Intel's vectoriser breaks those (tests/implementations/zero_stride_lanes.cl).
INLINE uint lanes_inside(struct tile_index where) {
#if ONE_LANE && (GUARDS || ANY_LENGTH)
    return 1;
#elif ANY_LENGTH
    uint tile = 0;
#pragma unroll
    for (uint k = 0; k < LOOP_RANK; ++k)
        if (k == where.shape->line_loop) tile = where.loops.at[k];
    return (uint)min((ulong)LANES, where.shape->lines - (ulong)tile * LANES);
#elif GUARDS
    return (uint)min((ulong)LANES, where.guard_extent[0] - (ulong)where.loops.at[GUARD_LOOP_0] * LANES);
#else
    return LANES;
#endif
}

// The coordinate of one lane: its lane dimension counts lines, that of `c` counts blocks of lines.
INLINE struct coordinate lane_of(struct coordinate c, uint lane) {
    c.at[LANE_DIM] = c.at[LANE_DIM] * LANES + lane;
    return c;
}
INLINE struct coordinate first_lane_of(struct coordinate c) { return lane_of(c, 0); }
