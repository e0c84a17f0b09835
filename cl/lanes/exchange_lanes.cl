// Work-items of a CPU: each owns a whole tile and carries LANES lines of it side by side in vectors, with no barrier.
//
// Stages go from memory to memory: two buffers of the tile's size, small enough for the core's cache, take turns.
//
//        global --LOAD--> stage buffer --STAGE--> stage buffer --STAGE--> .. --STORE--> global
//
// Where the lanes lie side by side in global memory, the first stage reads it and the last one writes it directly, so
// LOAD and STORE do nothing. Where the points of a line lie side by side instead, LOAD and STORE move square blocks of
// LANES x LANES between global memory and a stage buffer, transposed in registers. In all other layouts the first and
// last stages gather and scatter lane by lane.
//
// LANE_DIM           the dimension of the tile whose lines are the lanes
// LOAD_LANES         0: gathered, 1: side by side, 2: transposed (along TRANSPOSED_LOAD_DIM); STORE_LANES likewise
// STAGE_COUNT        stages in the chain
// MULTIPLIED         the stage whose results are multiplied by a spectrum, where there is one
// LOCAL_SIZE         elements (of LANES lines each) of one stage buffer

#include "cl/common/convolved.h"

#define IN_OFFSET(c) tile_offset(c, in_strides)
#define OUT_OFFSET(c) tile_offset(c, out_strides)
#if SCALED
#define SCALE(z) make_complex((z).x * scale, (z).y * scale)
#else
#define SCALE(z) (z)
#endif
// The number by which twiddle factors know a point of a dimension that is convolved: one that there is.
#define ROTATED(m) (CONVOLVED == 1 ? min((uint)(m), (uint)CONVOLVED_POINTS - 1) : (m))

#define CAT3_(a, b, c) a##b##c
#define CAT3(a, b, c) CAT3_(a, b, c)
#define LOAD_VECTOR PASTE(vload, LANES)
#define STORE_VECTOR PASTE(vstore, LANES)

#define SHARED_TYPE complex
#define SHARED_SIZE (BUFFERS * LOCAL_SIZE)
#define DECLARE_SHARED local complex(*stage_buffer)[LOCAL_SIZE] = (local complex(*)[LOCAL_SIZE])shared;
#define DECLARE_STATE const uint lanes_inside = LANES_INSIDE;

// How many of this tile's lanes carry a line: one if the lanes have no stride, for then there is no other line. Being a
// constant, that spares a loop over a stride of zero with a count known at run time, which Intel's vectoriser breaks
// (tests/implementations/zero_stride_lanes.cl).
#define ONE_LANE (in_strides[LANE_DIM] == 0 && out_strides[LANE_DIM] == 0)
#if GUARDS
#define LANES_INSIDE                                                                                                   \
    (ONE_LANE ? 1 : (uint)min((ulong)LANES, numbers->guard_extent[0] - (ulong)loops.at[GUARD_LOOP_0] * LANES))
#else
#define LANES_INSIDE LANES
#endif

// LANES complex numbers that lie side by side, split into real and imaginary parts.
INLINE complex load_side_by_side(global const element* from) {
    global const REAL* p = (global const REAL*)from;
    const real low = LOAD_VECTOR(0, p), high = LOAD_VECTOR(1, p);
    const real even = (real)(low.even, high.even), odd = (real)(low.odd, high.odd);
    return SWAP_LOAD != INVERSE_LOAD ? make_complex(odd, even) : make_complex(even, odd);
}

INLINE void store_side_by_side(global element* to, complex z) {
    global REAL* p = (global REAL*)to;
    const bool swapped = SWAP_STORE != INVERSE_STORE;
    const real even = swapped ? z.y : z.x, odd = swapped ? z.x : z.y;
    real low, high;
    low.even = even.lo;
    low.odd = odd.lo;
    high.even = even.hi;
    high.odd = odd.hi;
    STORE_VECTOR(low, 0, p);
    STORE_VECTOR(high, 1, p);
}

// One point of each lane at a place of the tile, by itself; lanes beyond the last line are zero and stay unwritten.
#define GATHER(place_of_lanes, into)                                                                                   \
    {                                                                                                                  \
        REAL parts_x[LANES], parts_y[LANES];                                                                           \
        for (uint l = 0; l < LANES; ++l) {                                                                             \
            parts_x[l] = parts_y[l] = 0;                                                                               \
            if (l < lanes_inside) {                                                                                    \
                const struct coordinate point = lane_of(place_of_lanes, l);                                            \
                const element e = load_point(IN_ARGUMENTS, point, loops);                      \
                parts_x[l] = e.x;                                                                                      \
                parts_y[l] = e.y;                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
        into = make_complex(LOAD_VECTOR(0, parts_x), LOAD_VECTOR(0, parts_y));                                         \
    }
#define SCATTER(place_of_lanes, z)                                                                                     \
    {                                                                                                                  \
        REAL parts_x[LANES], parts_y[LANES];                                                                           \
        STORE_VECTOR((z).x, 0, parts_x);                                                                               \
        STORE_VECTOR((z).y, 0, parts_y);                                                                               \
        for (uint l = 0; l < lanes_inside; ++l) {                                                                      \
            const struct coordinate point = lane_of(place_of_lanes, l);                                                \
            store_point(OUT_ARGUMENTS, point, loops, (element)(parts_x[l], parts_y[l]));          \
        }                                                                                                              \
    }

// Rows become columns: log2(LANES) rounds in which rows from both halves are interleaved.
INLINE void transpose_block(real* rows) {
#pragma unroll
    for (uint round = 1; round < LANES; round *= 2) {
        real next[LANES];
#pragma unroll
        for (uint i = 0; i < LANES / 2; ++i) {
            const real a = rows[i], b = rows[i + LANES / 2];
            next[2 * i].even = a.lo;
            next[2 * i].odd = b.lo;
            next[2 * i + 1].even = a.hi;
            next[2 * i + 1].odd = b.hi;
        }
#pragma unroll
        for (uint i = 0; i < LANES; ++i)
            rows[i] = next[i];
    }
}

// Calls for the offset between two lanes, and for the offset of a place in the tile whose lane dimension counts blocks.
#define IN_LANE_STEP ((offset)in_strides[LANE_DIM])
#define OUT_LANE_STEP ((offset)out_strides[LANE_DIM])
#define LANE_BLOCKS(c) lane_blocks(c)
INLINE struct coordinate lane_blocks(struct coordinate c) {
    c.at[LANE_DIM] *= LANES;
    return c;
}

// The same by the coordinates in memory, of which a block's lie side by side.
#define FROM_PLACE(c) from_place(c, tile)
INLINE struct coordinate from_place(struct coordinate c, struct coordinate tile) {
    if (CONVOLVED)
        c.at[CONVOLVED_DIM] = convolved_from(CONVOLVED, c.at[CONVOLVED_DIM], tile.at[CONVOLVED_DIM]);
    return lane_blocks(c);
}
#define TO_PLACE(c) to_place(c)
INLINE struct coordinate to_place(struct coordinate c) {
    if (CONVOLVED) c.at[CONVOLVED_DIM] = convolved_to(CONVOLVED, c.at[CONVOLVED_DIM]);
    return lane_blocks(c);
}

INLINE struct coordinate lane_of(struct coordinate c, uint lane) {
    c.at[LANE_DIM] = c.at[LANE_DIM] * LANES + lane;
    return c;
}

#define EACH_PLACE(sizes, contiguous)                                                                                        \
    for (uint q = 0; q < (sizes).at[0] * (sizes).at[1] * (sizes).at[2] * (sizes).at[3]; ++q) {                          \
        struct coordinate c = place(q, sizes, contiguous);
#define END }

#if LOAD_LANES == 2
// Blocks of LANES points of LANES lines: rows in global memory are lines, rows in the buffer are points.
#define LOAD(dim, radix, span, contiguous)                                                                                   \
    EACH_PLACE(butterflies(tile, TRANSPOSED_LOAD_DIM, LANES), TRANSPOSED_LOAD_DIM)                                     \
    c.at[TRANSPOSED_LOAD_DIM] *= LANES;                                                                                \
    load_block(in + IN_OFFSET(FROM_PLACE(c)), IN_LANE_STEP, lanes_inside,                                             \
               stage_buffer[BUFFERS - 1] + tile_address(c, tile), tile_step(TRANSPOSED_LOAD_DIM, tile));             \
    END
#else
#define LOAD(dim, radix, span, contiguous)
#endif

#if STORE_LANES == 2
#define STORE(dim, radix, span, contiguous)                                                                                  \
    EACH_PLACE(butterflies(tile, TRANSPOSED_STORE_DIM, LANES), TRANSPOSED_STORE_DIM)                                   \
    c.at[TRANSPOSED_STORE_DIM] *= LANES;                                                                               \
    store_block(out + OUT_OFFSET(TO_PLACE(c)), OUT_LANE_STEP, lanes_inside,                                         \
                stage_buffer[(STAGE_COUNT - 1) % BUFFERS] + tile_address(c, tile),                                     \
                tile_step(TRANSPOSED_STORE_DIM, tile));                                                              \
    END
#else
#define STORE(dim, radix, span, contiguous)
#endif

INLINE void load_block(global const element* from, offset lane_step, uint count, local complex* to, uint step) {
    real x[LANES], y[LANES];
#pragma unroll
    for (uint l = 0; l < LANES; ++l) {
        const complex z = l < count ? load_side_by_side(from + l * lane_step) : make_complex(0, 0);
        x[l] = z.x;
        y[l] = z.y;
    }
    transpose_block(x);
    transpose_block(y);
#pragma unroll
    for (uint l = 0; l < LANES; ++l)
        to[l * step] = make_complex(x[l], y[l]);
}

INLINE void store_block(global element* to, offset lane_step, uint count, local const complex* from, uint step) {
    real x[LANES], y[LANES];
#pragma unroll
    for (uint l = 0; l < LANES; ++l) {
        x[l] = from[l * step].x;
        y[l] = from[l * step].y;
    }
    transpose_block(x);
    transpose_block(y);
#pragma unroll
    for (uint l = 0; l < LANES; ++l)
        if (l < count) store_side_by_side(to + l * lane_step, make_complex(x[l], y[l]));
}

// Where the first stage reads and the last one writes.
#if LOAD_LANES == 1
#define FROM_GLOBAL(c, into)                                                                                           \
    if (lanes_inside == LANES)                                                                                         \
        into = load_side_by_side(in + IN_OFFSET(LANE_BLOCKS(c)));                                                      \
    else                                                                                                               \
        GATHER(c, into)
#else
#define FROM_GLOBAL(c, into) GATHER(c, into)
#endif
#if STORE_LANES == 1
#define TO_GLOBAL(c, z)                                                                                                \
    if (lanes_inside == LANES)                                                                                         \
        store_side_by_side(out + OUT_OFFSET(LANE_BLOCKS(c)), z);                                                       \
    else                                                                                                               \
        SCATTER(c, z)
#else
#define TO_GLOBAL(c, z) SCATTER(c, z)
#endif

#define FIRST_FROM_GLOBAL(number) (LOAD_LANES != 2 && (number) == 0)
#define LAST_TO_GLOBAL(number) (STORE_LANES != 2 && (number) + 1 == STAGE_COUNT)

// The points that leg i of the first stage reads and of the last one writes, in global memory or in a buffer that is in
// the order of memory.
#define READ_POINT(number, m)                                                                                          \
    ((number) > 0 || CONVOLVED == 0 ? (m)                                                                              \
     : CONVOLVED == 1               ? convolved_from(1, m, tile.at[CONVOLVED_DIM])                                     \
                                    : powers[m] - !FIRST_FROM_GLOBAL(number))
#define WRITTEN_POINT(number, m)                                                                                       \
    ((number) + 1 < STAGE_COUNT || CONVOLVED != 2 ? (m) : powers[m] - !LAST_TO_GLOBAL(number))

#define STAGE(number, dim, radix, span, contiguous)                                                                          \
    EACH_PLACE(butterflies(tile, dim, radix), contiguous)                                                                    \
    const uint j = c.at[dim];                                                                                          \
    complex x[radix];                                                                                                  \
    if (FIRST_FROM_GLOBAL(number)) {                                                                                   \
        _Pragma("unroll") for (uint i = 0; i < (radix); ++i) {                                                         \
            c.at[dim] = READ_POINT(number, input_point(j, i, tile.at[dim], radix));                                         \
            FROM_GLOBAL(c, x[i])                                                                                       \
        }                                                                                                              \
    } else {                                                                                                           \
        _Pragma("unroll") for (uint i = 0; i < (radix); ++i) {                                                         \
            c.at[dim] = READ_POINT(number, input_point(j, i, tile.at[dim], radix));                                         \
            x[i] = stage_buffer[((number) + BUFFERS - 1) % BUFFERS][tile_address(c, tile)];                            \
        }                                                                                                              \
    }                                                                                                                  \
    if ((span) > 1) _Pragma("unroll") for (uint i = 1; i < (radix); ++i)                                               \
        x[i] = times(x[i], chain_##dim[twiddle_at(j, i, span)]);                                                       \
    butterfly(x, radix);                                                                                               \
    if ((number) + 1 == STAGE_COUNT) _Pragma("unroll") for (uint i = 0; i < (radix); ++i) {                            \
        const uint m = output_point(j, i, radix, span);                                                                     \
        c.at[dim] = CONVOLVED == 2 ? powers[m] : ROTATED(m);                                                           \
        complex z = x[i];                                                                                              \
        INTER_PASS_TWIDDLES(ROTATE)                                                                                              \
        x[i] = SCALE(z);                                                                                               \
    }                                                                                                                  \
    _Pragma("unroll") for (uint i = 0; i < (radix); ++i) {                                                             \
        c.at[dim] = WRITTEN_POINT(number, output_point(j, i, radix, span));                                                 \
        if (LAST_TO_GLOBAL(number)) {                                                                                  \
            TO_GLOBAL(c, x[i])                                                                                         \
        } else {                                                                                                       \
            stage_buffer[(number) % BUFFERS][tile_address(c, tile)] = x[i];                                            \
        }                                                                                                              \
    }                                                                                                                  \
    END

// See cl/work_group/multiply_convolved.cl.
#define SUM_AND_FIRST_0(c, sum, z)
#define SUM_AND_FIRST_1(c, sum, z)
#define SUM_AND_FIRST_2(c, sum, z)                                                                                     \
    if (c.at[CONVOLVED_DIM] == 0) {                                                                                    \
        complex first;                                                                                                 \
        FROM_GLOBAL(c, first)                                                                                          \
        const complex all = SCALE(add(sum, first));                                                                    \
        TO_GLOBAL(c, all)                                                                                              \
        z = add(z, first);                                                                                             \
    }
#define SUM_AND_FIRST PASTE(SUM_AND_FIRST_, CONVOLVED)
// On the way from a spectrum's factors back: from the buffer that the stage before has written, and into it. Lanes are
// lines of one transform each, so that their factors may differ.
#define MULTIPLY(dim, radix, span, contiguous)                                                                               \
    EACH_PLACE(tile, 0)                                                                                                \
    local complex* at = &stage_buffer[MULTIPLIED % BUFFERS][tile_address(c, tile)];                                    \
    REAL parts_x[LANES], parts_y[LANES];                                                                               \
    for (uint l = 0; l < LANES; ++l) {                                                                                 \
        const struct coordinate point = lane_of(c, l);                                                                 \
        const element w = l < lanes_inside ? spectrum_factor(spectrum, point, loops) : (element)(0);                                    \
        parts_x[l] = w.x;                                                                                              \
        parts_y[l] = w.y;                                                                                              \
    }                                                                                                                  \
    complex z = times_lanes(*at, make_complex(LOAD_VECTOR(0, parts_x), LOAD_VECTOR(0, parts_y)));                      \
    SUM_AND_FIRST(c, *at, z)                                                                                           \
    *at = CONVOLVED ? z : make_complex(z.y, z.x);                                                                      \
    END

// The phase at lane 0 rotates all lanes alike; what it grows by from lane to lane is in a table of its own:
// w^(k l lanes_step) at k, l = 0 .. LANES - 1, real parts first.
#define ROTATE(number, dim, lanes_step)                                                                                \
    z = times(z, factor(c.at[dim] * twiddle_phase(numbers, number, LANE_BLOCKS(c), loops), SPLIT_##number,     \
                      coarse_##number, fine_##number));                                                                \
    if ((lanes_step) > 0) {                                                                                            \
        global const REAL* w = (global const REAL*)lanes_##number + 2 * LANES * c.at[dim];                             \
        z = times_lanes(z, make_complex(LOAD_VECTOR(0, w), LOAD_VECTOR(1, w)));                                        \
    }
