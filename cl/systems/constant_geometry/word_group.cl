// Word groups: how work-items share the two or four points that an epoch reads, computes and writes together.
//
// With e the group's power of the root (see group_power in cl/index.h), a word group makes
//   of two    y0 = x0 + x1, y1 = (x0 - x1) w^e
//   of four   s0 = x0 + x2, d0 = x0 - x2, s1 = x1 + x3, d1 = -i (x1 - x3);
//             y0 = s0 + s1, y1 = (s0 - s1) w^2e, y2 = (d0 + d1) w^e, y3 = (d0 - d1) w^3e
//
// SCHEDULE 0, balanced: as many work-items as points. Of two, work-item c has the real (c = 0) or the imaginary part (1)
// of both points, and of both results. Its critical path (additions +, multiplications *):
//     + x0 - x1    * by w.x    * by w.y, which the neighbour gets    + what the neighbour gave    + x0 + x1
// 3 + and 2 *, all of them alike. Of four, work-item c + 2 h has part c of y2h and y2h+1, and reads part c of x0 and x2
// (h = 0) or part 1 - c of x1 and x3 (h = 1), so that -i is a sign:
//     + sum    + difference    one of them goes across to where the second stage wants it
//     + upper result    + lower result    * * + twiddle    * * + twiddle, as above
// 6 + and 4 *. A sum in the place of a difference is the same addition of a number times -1, so that the two pairs differ in
// a sign that each work-item keeps: no work-item chooses between two numbers.
// SCHEDULE 1, unbalanced: as many work-items as points, each with a result of its own: 4 + and 4 * for two points, but
// 2 + for the upper edge, which waits; 6 + and 4 * for four, but 4 + for y0.
// SCHEDULE 2, alone: one work-item has the whole word group.
//
// Work-items of a word group are neighbours in a wavefront. They exchange by shuffles where the device has them; where
// not, a work-item puts what it gives where the result of the one that takes it will be, in the buffer that nobody reads
// in this epoch, and all meet. Nothing relies on work-items running in step.
//
// A work-item has its part in a word group of each round, at the same place of another transform if there are several of
// them in the tile. What is its own of addresses and powers is apart from what is a round's or a leg's, a constant: places
// in local memory are made once for all rounds and (constant geometry) all epochs along a dimension, and rounds at the
// same place of a transform share the twiddle factors that they have read.
//
// CONVENTIONAL    1: word groups write where they read, addresses are made anew for each epoch
// MEETING         1: in the middle of a word group of four, too, the exchange goes through local memory and a barrier

#define ALONE (SCHEDULE == 2)
#define TWIDDLE_TABLE TWIDDLE_SPACE const element*

// An epoch, and the first of the rounds that are at work: in each, a work-item has a part in another word group.
struct epoch {
    uint dim, radix, span, round;
};

// Below, q is a work-item's number, which says which word group of its round it has a part in, or that of a round's first
// one; i a leg's, of which some have a work-item's part and a constant one, too. Indices by both are `joined`.
INLINE uint round_of(struct epoch e, uint b) { return (e.round + b) * WORK_ITEMS; }
INLINE uint own_item(struct epoch e) { return get_local_id(0) % e.radix; }

// Of which at[dim] is the word group's number t.
INLINE struct coordinate group_of(uint q, struct epoch e) {
    const struct coordinate tile = {{N0, N1, N2, N3}};
    return place(q / (ALONE ? 1 : e.radix), butterflies(tile, e.dim, e.radix), 0);
}

INLINE uint place_in(uint q, uint i, struct epoch e) {
    const struct coordinate tile = {{N0, N1, N2, N3}};
    struct coordinate c = group_of(q, e);
    c.at[e.dim] = group_in(CONVENTIONAL, c.at[e.dim], i, tile.at[e.dim], e.radix, e.span);
    return LOCAL_PLACE(tile_address(c, tile));
}

INLINE uint place_out(uint q, uint i, struct epoch e) {
    const struct coordinate tile = {{N0, N1, N2, N3}};
    struct coordinate c = group_of(q, e);
    c.at[e.dim] = group_out(CONVENTIONAL, c.at[e.dim], i, tile.at[e.dim], e.radix, e.span);
    return LOCAL_PLACE(tile_address(c, tile));
}

// The factor of leg i, in the round of `fixed`.
INLINE element twiddle(TWIDDLE_TABLE twiddles, uint own, uint fixed, uint i, struct epoch e) {
    const struct coordinate tile = {{N0, N1, N2, N3}};
    const uint n = tile.at[e.dim];
    return twiddles[(group_power(CONVENTIONAL, group_of(own, e).at[e.dim], i, n, e.radix, e.span) +
                     group_power(CONVENTIONAL, group_of(fixed, e).at[e.dim], i, n, e.radix, e.span)) *
                    (TWIDDLE_ORDER / n)];
}

// What a neighbour (of the other part, or at the other edge) and a work-item across a word group of four have: work-items
// 0 .. 3 take from 3, 2, 0, 1.
#define ALL_OF_WARP (WORK_ITEMS < 32 ? (1u << WORK_ITEMS % 32) - 1 : ~0u)
#if defined(__NV_CL_C_VERSION)
#define SHUFFLES 1
INLINE uint shuffled(uint word, uint mask) {
    uint taken;
    __asm__ volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, %3;" : "=r"(taken) : "r"(word), "r"(mask), "r"(ALL_OF_WARP));
    return taken;
}
INLINE uint word_of_neighbour(uint word) { return shuffled(word, 1); }
INLINE uint word_across(uint word) { return shuffled(word, get_local_id(0) & 2 ? 2 : 3); }
#elif defined(__AMDGCN__)
#define SHUFFLES 1
INLINE uint word_of_neighbour(uint word) { return __builtin_amdgcn_ds_swizzle(word, 0x1f | 1 << 10); }
INLINE uint word_across(uint word) { return __builtin_amdgcn_ds_swizzle(word, 0x8000 | 3 | 2 << 2 | 0 << 4 | 1 << 6); }
#else
#define SHUFFLES 0
#define word_of_neighbour(word) (word)
#define word_across(word) (word)
#endif
#if FP64_EXTENSION
INLINE REAL of_neighbour(REAL part) {
    const uint2 words = as_uint2(part);
    return as_double((uint2)(word_of_neighbour(words.x), word_of_neighbour(words.y)));
}
INLINE REAL across(REAL part) {
    const uint2 words = as_uint2(part);
    return as_double((uint2)(word_across(words.x), word_across(words.y)));
}
#else
INLINE REAL of_neighbour(REAL part) { return as_float(word_of_neighbour(as_uint(part))); }
INLINE REAL across(REAL part) { return as_float(word_across(as_uint(part))); }
#endif

#if SHUFFLES
#define MEET_GIVEN
#else
#define MEET_GIVEN MEET
#endif
#if SHUFFLES && !MEETING
#define ACROSS_BY_SHUFFLE 1
#define MEET_ACROSS
#else
#define ACROSS_BY_SHUFFLE 0
#define MEET_ACROSS MEET
#endif

// Where the work-group meets within an epoch, all word groups are at work at once, else as many as there are registers
// for.
#if SHUFFLES && !MEETING
#define AT_ONCE BATCH
#else
#define AT_ONCE ROUNDS
#endif
#define EACH_EPOCH(dim, radix, span)                                                                                   \
    _Pragma("unroll") for (uint round = 0; round < ROUNDS; round += AT_ONCE) {                                         \
        const struct epoch e = {dim, radix, span, round};
#define EACH_ROUND _Pragma("unroll") for (uint b = 0; b < AT_ONCE; ++b)

#if SCHEDULE == 0

// A part of an element of local memory.
INLINE local REAL* part_at(local const element* buffer, uint own, uint part, uint fixed) {
    return (local REAL*)buffer + joined(2 * own + part, 2 * fixed, 2 * JOINED_ROW);
}
// Where work-item `item` has its upper (r = 0) or lower (1) result: of leg 2 h + r, part c.
INLINE local REAL* result_at(local element* to, uint item, uint b, uint r, struct epoch e) {
    return part_at(to, place_out(item, item % e.radix / 2 * 2, e), item % 2, place_out(round_of(e, b), r, e));
}

// Of four points: -1 for the work-items of the lower pair. By arithmetic: a choice between -1 and 1 that is used on both
// sides of a barrier is what Intel's CPU runtime gets wrong (tests/implementations/sign_across_barriers.cl).
INLINE REAL sign_of_pair(struct epoch e) { return 1 - 2 * (REAL)(own_item(e) / 2); }

// Points that lie half a dimension apart, the first stage's: of the upper pair x0 and x2, of the lower one x1 and x3.
INLINE void read_halves(REAL* x, REAL* y, local const element* from, struct epoch e) {
    const uint q = get_local_id(0), item = own_item(e), pair = item / 2, part = item % 2 ^ pair;
    const uint own_x = place_in(q, pair, e), own_y = place_in(q, pair + e.radix / 2, e);
    EACH_ROUND {
        const uint fixed = place_in(round_of(e, b), 0, e);
        x[b] = *part_at(from, own_x, part, fixed);
        y[b] = *part_at(from, own_y, part, fixed);
    }
}

INLINE void add_halves(REAL* x, REAL* y) {
    EACH_ROUND {
        const REAL sum = x[b] + y[b];
        y[b] = x[b] - y[b];
        x[b] = sum;
    }
}

// From the first stage to the second of a word group of four: the upper pair wants both sums, the lower one both
// differences. The upper pair keeps x + y and gives x - y, the lower one keeps x - y, times -i, and gives -(x + y). What is
// given goes to the place of the lower result of the one that takes it.
INLINE void give_across(REAL* x, REAL* given, local element* to, const REAL* y, struct epoch e) {
    const REAL sign = sign_of_pair(e), turn = own_item(e) == 3 ? -1 : 1;
    const uint taker = get_local_id(0) ^ (own_item(e) / 2 ? 3 : 2);
    EACH_ROUND {
        given[b] = sign * x[b] - y[b];
        x[b] = turn * (x[b] + sign * y[b]);
        if (!ACROSS_BY_SHUFFLE) *result_at(to, taker, b, 1, e) = given[b];
    }
}
INLINE void take_across(REAL* upper, REAL* lower, const REAL* given, local element* to, struct epoch e) {
    const REAL sign = sign_of_pair(e);
    EACH_ROUND {
        const REAL taken = ACROSS_BY_SHUFFLE ? across(given[b]) : *result_at(to, get_local_id(0), b, 1, e);
        lower[b] = sign * upper[b] + taken;
        upper[b] -= sign * taken;
    }
}

// Rotates results r: each part is multiplied by both parts of the factor, and the neighbour gets one of the products.
INLINE void give_product(REAL* given, REAL* factor, local element* to, const REAL* result, TWIDDLE_TABLE twiddles,
                         uint r, struct epoch e) {
    const uint q = get_local_id(0), leg = own_item(e) / 2 * 2 + r;
    const REAL sign = q % 2 ? -1 : 1;
    EACH_ROUND {
        const element w = twiddle(twiddles, q, round_of(e, b), leg, e);
        factor[b] = w.x;
        given[b] = result[b] * (sign * w.y);
        if (!SHUFFLES) *result_at(to, q ^ 1, b, r, e) = given[b];
    }
}
INLINE void take_product(REAL* result, const REAL* given, const REAL* factor, local element* to, uint r,
                         struct epoch e) {
    EACH_ROUND {
        const REAL taken = SHUFFLES ? of_neighbour(given[b]) : *result_at(to, get_local_id(0), b, r, e);
        result[b] = result[b] * factor[b] + taken;
    }
}
#define ROTATE_RESULT(result, r, to)                                                                                   \
    {                                                                                                                  \
        REAL factor[AT_ONCE];                                                                                          \
        give_product(given, factor, to, result, twiddles, r, e);                                                       \
        MEET_GIVEN                                                                                                     \
        take_product(result, given, factor, to, r, e);                                                                 \
    }

INLINE void put_results(const REAL* upper, const REAL* lower, local element* to, struct epoch e) {
    EACH_ROUND {
        *result_at(to, get_local_id(0), b, 0, e) = upper[b];
        *result_at(to, get_local_id(0), b, 1, e) = lower[b];
    }
}

#define EPOCH_2(from, to, dim, span, rotates)                                                                          \
    EACH_EPOCH(dim, 2, span)                                                                                           \
    REAL x[AT_ONCE], y[AT_ONCE], given[AT_ONCE];                                                                       \
    read_halves(x, y, from, e);                                                                                        \
    add_halves(x, y);                                                                                                  \
    if (rotates) {                                                                                                     \
        ROTATE_RESULT(y, 1, to)                                                                                        \
    }                                                                                                                  \
    put_results(x, y, to, e);                                                                                          \
    END
#define EPOCH_4(from, to, dim, span, rotates)                                                                          \
    EACH_EPOCH(dim, 4, span)                                                                                           \
    REAL x[AT_ONCE], y[AT_ONCE], given[AT_ONCE];                                                                       \
    read_halves(x, y, from, e);                                                                                        \
    give_across(x, given, to, y, e);                                                                                   \
    MEET_ACROSS                                                                                                        \
    take_across(x, y, given, to, e);                                                                                   \
    if (rotates) {                                                                                                     \
        ROTATE_RESULT(x, 0, to)                                                                                        \
        ROTATE_RESULT(y, 1, to)                                                                                        \
    }                                                                                                                  \
    put_results(x, y, to, e);                                                                                          \
    END

#elif SCHEDULE == 1

INLINE local element* result_at(local element* to, uint item, uint b, struct epoch e) {
    return to + joined(place_out(item, item % e.radix, e), place_out(round_of(e, b), 0, e), JOINED_ROW);
}

// The edge that a work-item has: sums above, differences below.
INLINE void add_edges(element* z, local const element* from, struct epoch e) {
    const uint q = get_local_id(0), item = own_item(e), pair = e.radix == 4 ? item % 2 : 0;
    EACH_ROUND {
        const uint own = place_in(q, pair, e), fixed = round_of(e, b);
        const element x = from[joined(own, place_in(fixed, 0, e), JOINED_ROW)];
        const element y = from[joined(own, place_in(fixed, e.radix / 2, e), JOINED_ROW)];
        z[b] = item < e.radix / 2 ? x + y : x - y;
        if (item == 3) z[b] = (element)(z[b].y, -z[b].x);  // times -i
    }
}

INLINE void give_edge(const element* z, local element* to, struct epoch e) {
    EACH_ROUND if (!ACROSS_BY_SHUFFLE) *result_at(to, get_local_id(0) ^ 1, b, e) = z[b];
}
INLINE void take_edge(element* z, local element* to, struct epoch e) {
    EACH_ROUND {
        const element taken = ACROSS_BY_SHUFFLE ? (element)(of_neighbour(z[b].x), of_neighbour(z[b].y))
                                                : *result_at(to, get_local_id(0), b, e);
        z[b] = get_local_id(0) % 2 ? taken - z[b] : z[b] + taken;
    }
}

INLINE void put_edges(element* z, local element* to, TWIDDLE_TABLE twiddles, struct epoch e, bool rotates) {
    const uint q = get_local_id(0), item = own_item(e);
    EACH_ROUND {
        if (rotates && item > 0) z[b] = product(z[b], twiddle(twiddles, q, round_of(e, b), item, e));
        *result_at(to, q, b, e) = z[b];
    }
}

#define EPOCH_2(from, to, dim, span, rotates)                                                                          \
    EACH_EPOCH(dim, 2, span)                                                                                           \
    element z[AT_ONCE];                                                                                                \
    add_edges(z, from, e);                                                                                             \
    put_edges(z, to, twiddles, e, rotates);                                                                            \
    END
#define EPOCH_4(from, to, dim, span, rotates)                                                                          \
    EACH_EPOCH(dim, 4, span)                                                                                           \
    element z[AT_ONCE];                                                                                                \
    add_edges(z, from, e);                                                                                             \
    give_edge(z, to, e);                                                                                               \
    MEET_ACROSS                                                                                                        \
    take_edge(z, to, e);                                                                                               \
    put_edges(z, to, twiddles, e, rotates);                                                                            \
    END

#else

INLINE struct epoch alone_in(uint dim, uint radix, uint span) {
    const struct epoch e = {dim, radix, span, 0};
    return e;
}

INLINE element read_alone(local const element* from, uint b, uint i, struct epoch e) {
    return from[joined(place_in(get_local_id(0), 0, e), place_in(round_of(e, b), i, e), JOINED_ROW)];
}
INLINE void put_alone(const element* y, uint b, local element* to, TWIDDLE_TABLE twiddles, struct epoch e,
                      bool rotates) {
    const uint q = get_local_id(0), fixed = round_of(e, b);
#pragma unroll
    for (uint i = 0; i < e.radix; ++i)
        to[joined(place_out(q, 0, e), place_out(fixed, i, e), JOINED_ROW)] =
            rotates && i > 0 ? product(y[i], twiddle(twiddles, q, fixed, i, e)) : y[i];
}

INLINE void epoch_of_two(local const element* from, local element* to, TWIDDLE_TABLE twiddles, struct epoch e,
                         bool rotates) {
#pragma unroll
    for (uint b = 0; b < ROUNDS / 2; ++b) {
        const element x0 = read_alone(from, b, 0, e), x1 = read_alone(from, b, 1, e);
        const element y[2] = {x0 + x1, x0 - x1};
        put_alone(y, b, to, twiddles, e, rotates);
    }
}

INLINE void epoch_of_four(local const element* from, local element* to, TWIDDLE_TABLE twiddles, struct epoch e,
                          bool rotates) {
#pragma unroll
    for (uint b = 0; b < ROUNDS / 4; ++b) {
        const element x0 = read_alone(from, b, 0, e), x1 = read_alone(from, b, 1, e);
        const element x2 = read_alone(from, b, 2, e), x3 = read_alone(from, b, 3, e);
        const element s0 = x0 + x2, s1 = x1 + x3, d0 = x0 - x2, difference = x1 - x3;
        const element d1 = (element)(difference.y, -difference.x);
        const element y[4] = {s0 + s1, s0 - s1, d0 + d1, d0 - d1};
        put_alone(y, b, to, twiddles, e, rotates);
    }
}

#define EPOCH_2(from, to, dim, span, rotates) epoch_of_two(from, to, twiddles, alone_in(dim, 2, span), rotates);
#define EPOCH_4(from, to, dim, span, rotates) epoch_of_four(from, to, twiddles, alone_in(dim, 4, span), rotates);
#endif

// A copying stage, which LOAD or STORE does.
#define EPOCH_1(from, to, dim, span, rotates)
