// The index formulas of a pass: which work-item touches which element, in one text for the kernels and for the host.
//
// A tile is an array of up to four dimensions, fastest first. Some are transformed, the others carry independent lines.
// A Stockham stage of radix R and span S (the product of the radices before it) along a dimension of n points consists
// of n / R butterflies j: input i is point j + i n / R and output i is point (j / S) S R + j % S + i S.
#pragma once

#ifndef __cplusplus
#define INDEX_FUNCTION static inline __attribute__((always_inline))
typedef ulong index64;
typedef uint index32;
#else
#include <cstdint>
#define INDEX_FUNCTION inline
namespace stockham {
namespace pass_index {
using index64 = std::uint64_t;
using index32 = std::uint32_t;
#endif

#define TILE_RANK 4
#define LOOP_RANK 6
#define TWIDDLE_COUNT 2
#define GUARD_COUNT 2

// A place in the tile, or the tile's sizes. Where work-items carry lanes (several lines each, in vectors), the lanes'
// dimension counts blocks of that many lines.
struct coordinate {
    index32 at[TILE_RANK];
};

// The numbers of a pass that do not shape its code: one kernel argument, laid out alike on host and device. No array in
// it is of arrays: Mesa 22.3 counts too few bytes of those (tests/implementations/nested_array_argument.cl).
struct pass_numbers {
    index64 in_offset;
    index64 out_offset;
    index64 loop_in[LOOP_RANK];      // elements between neighbouring tiles along each loop
    index64 loop_out[LOOP_RANK];
    index64 guard_extent[GUARD_COUNT];  // lines of the guarded dimensions, over all their tiles
    index32 loop_n[LOOP_RANK];       // tiles along each loop, fastest first
    index32 twiddle_loop[TWIDDLE_COUNT * LOOP_RANK];  // how an inter-pass twiddle's phase grows along the loops, one's after the other's
};

// The sizes of the tile counted in butterflies of `radix` along dimension `dim`.
INDEX_FUNCTION struct coordinate butterflies(struct coordinate tile, index32 dim, index32 radix) {
    tile.at[dim] /= radix;
    return tile;
}

// The q-th place of an array of these sizes if dimension `contiguous` runs fastest and the others follow in their order.
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

// The point that leg i of butterfly j reads, as a first point and a step between legs.
INDEX_FUNCTION index32 input_point(index32 j, index32 i, index32 n, index32 radix) { return j + i * (n / radix); }

// The point that leg i of butterfly j writes.
INDEX_FUNCTION index32 output_point(index32 j, index32 i, index32 radix, index32 span) {
    return (j / span) * span * radix + j % span + i * span;
}

// Where a chain's table has the twiddle factor of leg i > 0 of butterfly j (see twiddle_table in host/base/tables/twiddle_table.hpp).
INDEX_FUNCTION index32 twiddle_at(index32 j, index32 i, index32 span) { return span - 1 + (i - 1) * span + j % span; }

// The place of a point in the tile's local memory, before padding; and the step between neighbours along a dimension.
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
