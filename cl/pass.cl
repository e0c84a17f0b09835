// A pass: one launch that loads tiles, runs a chain of Stockham stages on them, and stores them.
//
// A work-group owns one tile: up to four dimensions (N0 fastest), of which some are transformed and the others carry
// independent lines, the runs that make memory accesses wide. Loops (the batch, other axes, other digits of an axis)
// number the tiles. The chain is one line: LOAD, then STAGE and EXCHANGE in turn, then STORE, e.g. for 4096 points
//     LOAD(0,16,1,0) STAGE(0,0,16,1,0) EXCHANGE(0, 0,16,1,0, 0,16,16,0) STAGE(1,0,16,16,0) .. STORE(0,16,256,0)
// with (dim, radix, span, fast): the dimension, the radix, the product of the radices before, and the dimension along
// which neighbouring work-items lie in that stage. What these words do is the exchange file's business: registers and
// local memory on GPUs (exchange_local.cl), lanes in vectors on CPUs (exchange_lanes.cl).
//
// PASS            that line
// N0 .. N3        sizes of the tile; lanes: LANE_DIM's size is in blocks of LANES
// LOOPS           how many loops number the tiles
// INVERSE, SCALED 1: swap real and imaginary parts on load and store; 1: multiply by `scale` on store
// IN_PLACE        1: a work-group stores where it has loaded
// LAYOUT          the numbers of struct tile_layout
// WIDE            1: places within a tile need 64 bits
// GUARD_DIM       a dimension whose last tile may be partly filled, or -1; GUARD_LOOP the loop along it
// AHEAD           how many tiles ahead the device's cache is told to fetch (NVIDIA's only); 0: not at all
// TABLES          the kernel's arguments for the tables, each with a comma before it

#include "cl/index.h"
#include "cl/complex.cl"
#include "cl/butterfly.cl"
#include "cl/twiddle.cl"

#if WIDE
typedef ulong offset;
#else
typedef uint offset;
#endif

#if SCALED
#define SCALE_ARGUMENT , const REAL scale
#define SCALE(z) make_complex((z).x * scale, (z).y * scale)
#else
#define SCALE_ARGUMENT
#define SCALE(z) (z)
#endif

// Where a tile begins.
INLINE ulong tile_start(struct loop_index loops, ulong start, const ulong* step) {
#pragma unroll
    for (uint k = 0; k < LOOPS; ++k)
        start += loops.at[k] * step[k];
    return start;
}

// Offsets from the tile's first element.
INLINE offset tile_offset(struct coordinate c, const ulong* stride) {
    offset at = 0;
#pragma unroll
    for (uint d = 0; d < TILE_RANK; ++d)
        at += (offset)c.at[d] * (offset)stride[d];
    return at;
}
#define IN_OFFSET(c) tile_offset(c, layout.in_stride)
#define OUT_OFFSET(c) tile_offset(c, layout.out_stride)

#if GUARD_DIM >= 0
#define INSIDE(c) ((ulong)loops.at[GUARD_LOOP] * GUARD_SIZE + (c).at[GUARD_DIM] < numbers->guard_extent)
#else
#define INSIDE(c) true
#endif

#if LANES == 1
#include "cl/exchange_local.cl"
#else
#include "cl/exchange_lanes.cl"
#endif

kernel __attribute__((reqd_work_group_size(WORK_ITEMS, 1, 1))) void pass(
    global const element* in_base, global element* out_base,
    const struct pass_numbers numbers_by_value TABLES SCALE_ARGUMENT) {
    const struct pass_numbers* numbers = &numbers_by_value;
    const struct coordinate tile = {{N0, N1, N2, N3}};
    const struct tile_layout layout = LAYOUT;
    const struct loop_index loops = loops_of(get_group_id(0), numbers, LOOPS);
    global const element* in = in_base + tile_start(loops, numbers->in_offset, numbers->loop_in);
    global element* out = out_base + tile_start(loops, numbers->out_offset, numbers->loop_out);
    DECLARE_LOCAL
    DECLARE_STATE
    PASS
}
