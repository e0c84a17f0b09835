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
// and what cl/word_group.cl wants

#define SHARED_TYPE element
#define SHARED_SIZE LOCAL_SIZE
#define DECLARE_SHARED local element* const tile_buffer = (local element*)shared;
#define BUFFER(k) (tile_buffer + (k) % 2 * TILE_POINTS)
#define TILE_POINTS (N0 * N1 * N2 * N3)

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
    for (uint k = get_local_id(0); k < TWIDDLES; k += WORK_ITEMS)                                                      \
        twiddles[k] = roots[k];
#endif

#define LOCAL_PLACE_0(address) (address)
#define LOCAL_PLACE_3(address) folded(address)
#define LOCAL_PLACE PASTE(LOCAL_PLACE_, LOCAL_LAYOUT)

// The points of a work-item are taken in batches, each all at once, as far as there are registers for: 64 where a unit's
// 65,536 are shared by 1024 work-items.
#define ROUNDS (TILE_POINTS / WORK_ITEMS)
#define MOST_AT_ONCE (FP64_EXTENSION || WORK_ITEMS > 512 ? 2 : 4)
#define BATCH (ROUNDS < MOST_AT_ONCE ? ROUNDS : MOST_AT_ONCE)
#define EACH_BATCH                                                                                                     \
    _Pragma("nounroll") for (uint batch = get_local_id(0); batch < TILE_POINTS; batch += BATCH * WORK_ITEMS)

// For each point of this work-item; neighbouring work-items lie along dimension `fast`.
#define EACH_POINT(fast)                                                                                               \
    EACH_BATCH _Pragma("unroll") for (uint b = 0; b < BATCH; ++b) {                                                    \
        const struct coordinate c = place(batch + b * WORK_ITEMS, tile, fast);
#define END }

#define LOAD(dim, radix, span, fast)                                                                                   \
    COPY_TWIDDLES                                                                                                      \
    EACH_POINT(fast)                                                                                                   \
    element loaded = (element)(0);                                                                                     \
    if (INSIDE(c)) {                                                                                                   \
        LOAD_POINT(c, e)                                                                                               \
        loaded = e;                                                                                                    \
    }                                                                                                                  \
    BUFFER(0)[LOCAL_PLACE(tile_address(c, tile))] = loaded;                                                            \
    END
#define FETCH_AHEAD(dim, radix, span, fast)

#include "cl/word_group.cl"

#define STAGE(number, dim, radix, span, fast)                                                                          \
    PASTE(EPOCH_, radix)(BUFFER((number) - 1), BUFFER(number), dim, span, (radix) * (span) < N##dim)
#define EXCHANGE(number, dim, radix, span, fast, next_dim, next_radix, next_span, next_fast) MEET_LOADED(number)

// Where the last epoch has left the point at `c`.
INLINE uint result_place(struct coordinate c, struct coordinate tile) {
#define REVERSE_DIM(dim) c.at[dim] = reversed(c.at[dim], N##dim);
    REVERSED_DIMS(REVERSE_DIM)
    return LOCAL_PLACE(tile_address(c, tile));
}

#define STORE(dim, radix, span, fast)                                                                                  \
    EACH_POINT(fast)                                                                                                   \
    if (INSIDE(c)) {                                                                                                   \
        const element result = BUFFER(STAGE_COUNT)[result_place(c, tile)];                                             \
        complex z = make_complex(result.x, result.y);                                                                  \
        ROTATIONS(ROTATE)                                                                                              \
        z = SCALE(z);                                                                                                  \
        const element rotated = (element)(z.x, z.y);                                                                   \
        STORE_POINT(c, rotated)                                                                                        \
    }                                                                                                                  \
    END
#define ROTATE(number, dim, lanes_step)                                                                                \
    z = times(z, root(c.at[dim] * rotation_phase(&layout, numbers, number, c, loops), SPLIT_##number,                  \
                      coarse_##number, fine_##number));
