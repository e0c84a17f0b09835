// What every pass is written in, once a kernel, whether it holds one pass or two. All passes of a kernel have these in
// common:
//
// REAL, LANES     see cl/common/complex.cl
// WIDE            1: places within a tile need 64 bits

#include "cl/common/complex.cl"
#include "cl/common/convolved.h"
#include "cl/common/tile.h"
#include "cl/common/twiddle.cl"
#include "cl/systems/split_half/sharing.h"

#ifndef NEAR
#define NEAR 1
#endif

// Local memory in front of what a work-group exchanges through: where matrix units are emulated.
#if EMULATED
#define SCRATCH_BYTES (64 * WORK_ITEMS)
#else
#define SCRATCH_BYTES 0
#endif

#if WIDE
typedef ulong offset;
typedef long signed_offset;
#else
typedef uint offset;
typedef int signed_offset;
#endif

#define SCALE_0(z) (z)
#define SCALE_1(z) make_complex((z).x * scale, (z).y * scale)
#define SCALE PASTE(SCALE_, SCALED)

// Where a tile begins.
INLINE ulong tile_start(struct loop_index loops, uint count, ulong start, const ulong* step) {
#pragma unroll
    for (uint k = 0; k < LOOP_RANK; ++k)
        if (k < count) start += loops.at[k] * step[k];
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

#define INSIDE_0(c) true
#define INSIDE_1(c) GUARDED_BY(0, c)
#define INSIDE_2(c) (GUARDED_BY(0, c) && GUARDED_BY(1, c))
#define INSIDE PASTE(INSIDE_, GUARDS)
#define GUARDED_BY(g, c)                                                                                               \
    ((ulong)loops.at[GUARD_LOOP_##g] * GUARD_SIZE_##g + (c).at[GUARD_DIM_##g] < numbers->guard_extent[g])
