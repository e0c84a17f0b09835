// The index formulas of a pass, which map work-items to elements. Kernels and host share this text.
//
// A tile is an array of up to four dimensions, fastest first. Some are transformed, the others hold independent lines.
// A Stockham stage of radix R and span S (the product of the radices before it) along a dimension of n points consists
// of n / R butterflies j: input i is point j + i n / R and output i is point (j / S) S R + j % S + i S.
#pragma once

#include "cl/common/function.h"

#ifndef __cplusplus
typedef ulong index64;
typedef uint index32;
#else
#include <cstdint>
namespace stockham {
namespace pass_index {
using index64 = std::uint64_t;
using index32 = std::uint32_t;
#endif

// A point of an axis, or an exponent of its root of unity. A kernel needs 64 bits beyond 2^32 points (LONG_AXES).
#ifdef __cplusplus
using along_axis = index64;
#elif defined(LONG_AXES)
typedef index64 along_axis;
#else
typedef index32 along_axis;
#endif

#define TILE_RANK 4
#define LOOP_RANK 6
#define TWIDDLE_COUNT 2
#define GUARD_COUNT 2

// A place in the tile, or the tile's sizes. If work-items process several lines in vector lanes, the lanes' dimension
// counts blocks of that many lines.
struct coordinate {
    index32 at[TILE_RANK];
};

// The numbers of a pass that are not constants of its code: one kernel argument with the same layout on host and device.
// It has no nested arrays, because Mesa 22.3 computes too small a size for them
// (tests/implementations/nested_array_argument.cl).
struct pass_numbers {
    index64 in_offset;
    index64 out_offset;
    index64 loop_in[LOOP_RANK];      // elements between neighbouring tiles along each loop
    index64 loop_out[LOOP_RANK];
    index64 guard_extent[GUARD_COUNT];  // lines of the guarded dimensions, in all their tiles together
    index32 loop_n[LOOP_RANK];       // tiles along each loop, fastest first
    index32 twiddle_loop[TWIDDLE_COUNT * LOOP_RANK];  // growth of each inter-pass twiddle's phase along the loops
};

// The sizes of the tile, counted in butterflies of `radix` along dimension `dim`.
INDEX_FUNCTION struct coordinate butterflies(struct coordinate tile, index32 dim, index32 radix) {
    tile.at[dim] /= radix;
    return tile;
}

// The q-th place of an array of these sizes, where dimension `contiguous` is fastest and the others follow in order.
INDEX_FUNCTION struct coordinate place(index32 q, struct coordinate sizes, index32 contiguous) {
    struct coordinate c;
    c.at[contiguous] = q % sizes.at[contiguous];
    q /= sizes.at[contiguous];
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 d = 0; d < TILE_RANK; ++d) {
        if (d == contiguous) continue;
        c.at[d] = q % sizes.at[d];
        q /= sizes.at[d];
    }
    return c;
}

// The point of input i of butterfly j.
INDEX_FUNCTION index32 input_point(index32 j, index32 i, index32 n, index32 radix) { return j + i * (n / radix); }

// The point of output i of butterfly j.
INDEX_FUNCTION index32 output_point(index32 j, index32 i, index32 radix, index32 span) {
    return (j / span) * span * radix + j % span + i * span;
}

// The index in a chain's table of the twiddle factor of input i > 0 of butterfly j (see
// host/base/tables/twiddle_table.hpp).
INDEX_FUNCTION index32 twiddle_at(index32 j, index32 i, index32 span) { return span - 1 + (i - 1) * span + j % span; }

// The place of a point in the tile's local memory, before padding; and the stride along a dimension.
INDEX_FUNCTION index32 tile_address(struct coordinate c, struct coordinate tile) {
    return c.at[0] + tile.at[0] * (c.at[1] + tile.at[1] * (c.at[2] + tile.at[2] * c.at[3]));
}
INDEX_FUNCTION index32 tile_step(index32 dim, struct coordinate tile) {
    return (dim > 0 ? tile.at[0] : 1) * (dim > 1 ? tile.at[1] : 1) * (dim > 2 ? tile.at[2] : 1);
}

// The loop indices of a work-group.
struct loop_index {
    index32 at[LOOP_RANK];
};

INDEX_FUNCTION struct loop_index loops_of(index32 group, const struct pass_numbers* numbers, index32 loops) {
    struct loop_index l;
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 k = 0; k < LOOP_RANK; ++k) {
        if (k + 1 < loops) {
            l.at[k] = group % numbers->loop_n[k];
            group /= numbers->loop_n[k];
        } else {  // the last loop needs no division, those beyond it do not exist
            l.at[k] = k + 1 == loops ? group : 0;
        }
    }
    return l;
}

#ifdef __cplusplus
}  // namespace pass_index
}  // namespace stockham
#endif
