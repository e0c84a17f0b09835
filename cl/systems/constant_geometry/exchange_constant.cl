// Work-items that share word groups: constant-geometry FFTs with the data and the twiddle factors in local memory
// (Ambuluri, Garrido, Caffarena, Ogniewski, Ragnemalm 2013).
//
//        global --LOAD--> buffer 0 --STAGE--> buffer 1 --STAGE--> buffer 0 --> .. --STORE--> global
//
// The first and the last stage are copies (radix 1) along the dimensions that lie tightest in global memory: LOAD and
// STORE do them. Each of the others is an epoch: all word groups of two or four points (radix 2, or radix 2^2: two
// stages at once) are read from one buffer and written to the other, so that one barrier is between two epochs. The last
// epoch leaves each transformed dimension in bit-reversed order, which STORE puts right.
//
// WORK_ITEMS         work-items of a work-group, a power of two
// LOCAL_LAYOUT       0 plain, 3 folded (see cl/index.h)
// STAGE_COUNT        stages, the copies included
// TWIDDLES           powers of the root of order TWIDDLE_ORDER, the longest transformed dimension, that are kept;
//                    GLOBAL_TWIDDLES 1: in global memory, where they came from
// REVERSED_DIMS(R)   R(dim) for each dimension that STORE puts into order
// and what cl/systems/constant_geometry/word_group.cl wants

#include "cl/systems/constant_geometry/word_group.h"

#define IN_OFFSET(c) tile_offset(c, in_strides)
#define OUT_OFFSET(c) tile_offset(c, out_strides)
#if SCALED
#define SCALE(z) make_complex((z).x * scale, (z).y * scale)
#else
#define SCALE(z) (z)
#endif

#define SHARED_TYPE element
#define SHARED_SIZE LOCAL_SIZE
#define DECLARE_SHARED local element* const tile_buffer = (local element*)shared;
#define BUFFER(k) (tile_buffer + (k) % 2 * TILE_POINTS)

#define MEET barrier(CLK_LOCAL_MEM_FENCE);
// In place, a work-item stores where others have loaded: by the first exchange all loads of the group must be over.
#define MEET_LOADED(number)                                                                                            \
    barrier(IN_PLACE && (number) == 0 ? CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE : CLK_LOCAL_MEM_FENCE);

#if TWIDDLES == 0
#define TWIDDLE_SPACE global
#define DECLARE_STATE global const element* const twiddles = 0;
#define COPY_TWIDDLES
#elif GLOBAL_TWIDDLES
#define TWIDDLE_SPACE global
#define DECLARE_STATE global const element* const twiddles = roots;
#define COPY_TWIDDLES
#else
#define TWIDDLE_SPACE local
#define DECLARE_STATE local element* const twiddles = tile_buffer + 2 * TILE_POINTS;
#define COPY_TWIDDLES                                                                                                  \
    _Pragma("unroll") for (uint first = 0; first < TWIDDLES; first += WORK_ITEMS) {                                    \
        const uint k = first + get_local_id(0);                                                                        \
        if (first + WORK_ITEMS <= TWIDDLES || k < TWIDDLES) twiddles[k] = roots[k];                                    \
    }
#endif

// A row of all banks: 128 bytes.
#define ROW (FP64_EXTENSION ? 8 : 16)
#define LOCAL_PLACE_0(address) (address)
#define LOCAL_PLACE_3(address) folded(address, ROW, FOLDED_POINTS)
#define LOCAL_PLACE PASTE(LOCAL_PLACE_, LOCAL_LAYOUT)
#define JOINED_ROW (LOCAL_LAYOUT ? ROW : 1)

// A work-item has a part in as many word groups of an epoch as it has points: its rounds. They are taken in batches, each
// all at once, as far as there are registers for: 64 where a unit's 65,536 are shared by 1024 work-items.
#define ROUNDS (TILE_POINTS / WORK_ITEMS)
#define MOST_AT_ONCE ((FP64_EXTENSION || WORK_ITEMS >= 512 ? 4 : 8) / (WORK_ITEMS > 512 ? 2 : 1))
#define BATCH (ROUNDS < MOST_AT_ONCE ? ROUNDS : MOST_AT_ONCE)

INLINE struct coordinate sum_of(struct coordinate own, struct coordinate fixed) {
#pragma unroll
    for (uint d = 0; d < TILE_RANK; ++d) own.at[d] += fixed.at[d];
    return own;
}

// For each point of this work-item, batch by batch; neighbouring work-items lie along dimension `fast`.
#define EACH_BATCH(contiguous)                                                                                               \
    const struct coordinate own = place(get_local_id(0), tile, contiguous);                                                  \
    _Pragma("unroll") for (uint first = 0; first < ROUNDS; first += BATCH) {
#define EACH_POINT(contiguous)                                                                                               \
    _Pragma("unroll") for (uint b = 0; b < BATCH; ++b) {                                                               \
        const struct coordinate fixed = place((first + b) * WORK_ITEMS, tile, contiguous), c = sum_of(own, fixed);
#define END }

// Points of axes that are not mapped are reached from one address by constants.
#define LOAD_ROUND_0(c, e)                                                                                             \
    element e = as_loaded(fetch(IN_ARGUMENTS, (ulong)IN_OFFSET(own) + (ulong)IN_OFFSET(fixed)));
#define LOAD_ROUND_1(c, e) const element e = load_point(IN_ARGUMENTS, c, loops);
#define LOAD_ROUND PASTE(LOAD_ROUND_, LOADS_POINTS)
#define STORE_ROUND_0(c, e)                                                                                            \
    deliver(OUT_ARGUMENTS, (ulong)OUT_OFFSET(own) + (ulong)OUT_OFFSET(fixed), as_stored(e));
#define STORE_ROUND_1(c, e) store_point(OUT_ARGUMENTS, c, loops, e);
#define STORE_ROUND PASTE(STORE_ROUND_, STORES_POINTS)
#define LOAD(dim, radix, span, contiguous)                                                                                   \
    {                                                                                                                  \
        EACH_BATCH(contiguous)                                                                                               \
        element loaded[BATCH];                                                                                         \
        EACH_POINT(contiguous)                                                                                               \
        loaded[b] = (element)(0);                                                                                      \
        if (is_inside(c, numbers, loops)) {                                                                                               \
            LOAD_ROUND(c, e)                                                                                           \
            loaded[b] = e;                                                                                             \
        }                                                                                                              \
        END                                                                                                            \
        if (first == 0) {                                                                                              \
            COPY_TWIDDLES                                                                                              \
        }                                                                                                              \
        EACH_POINT(contiguous)                                                                                               \
        BUFFER(0)                                                                                                      \
        [joined(LOCAL_PLACE(tile_address(own, tile)), LOCAL_PLACE(tile_address(fixed, tile)), JOINED_ROW)] =           \
            loaded[b];                                                                                                 \
        END                                                                                                            \
        END                                                                                                            \
    }

#include "cl/systems/constant_geometry/word_group.cl"

#define STAGE(number, dim, radix, span, contiguous)                                                                          \
    PASTE(EPOCH_, radix)(BUFFER((number) - 1), BUFFER(number), dim, span, (radix) * (span) < N##dim)

// Where the last epoch has left the point at `c`.
INLINE uint result_place(struct coordinate c, struct coordinate tile) {
#define REVERSE_DIM(dim) c.at[dim] = reversed(c.at[dim], N##dim);
    REVERSED_DIMS(REVERSE_DIM)
    return LOCAL_PLACE(tile_address(c, tile));
}

#define STORE(dim, radix, span, contiguous)                                                                                  \
    {                                                                                                                  \
        EACH_BATCH(contiguous)                                                                                               \
        EACH_POINT(contiguous)                                                                                               \
        if (is_inside(c, numbers, loops)) {                                                                                               \
            const element result =                                                                                     \
                BUFFER(STAGE_COUNT)[joined(result_place(own, tile), result_place(fixed, tile), JOINED_ROW)];           \
            complex z = make_complex(result.x, result.y);                                                              \
            INTER_PASS_TWIDDLES(ROTATE)                                                                                          \
            z = SCALE(z);                                                                                              \
            const element e = (element)(z.x, z.y);                                                                     \
            STORE_ROUND(c, e)                                                                                          \
        }                                                                                                              \
        END                                                                                                            \
        END                                                                                                            \
    }
#define ROTATE(number, dim, lanes_step)                                                                                \
    z = times(z, factor(c.at[dim] * twiddle_phase(numbers, number, c, loops), SPLIT_##number,                  \
                      coarse_##number, fine_##number));
