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
//     + upper result    + lower result    * * + rotation    * * + rotation, as above
// 6 + and 4 *.
// SCHEDULE 1, unbalanced: as many work-items as points, each with a result of its own: 4 + and 4 * for two points, but
// 2 + for the upper edge, which waits; 6 + and 4 * for four, but 4 + for y0.
// SCHEDULE 2, alone: one work-item has the whole word group.
//
// Work-items of a word group are neighbours in a wavefront. They exchange by shuffles where the device has them; where
// not, a work-item puts what it gives where the result of the one that takes it will be, in the buffer that nobody reads
// in this epoch, and all meet. Nothing relies on work-items running in step.
//
// CONVENTIONAL    1: word groups write where they read, addresses are made anew for each epoch
// MEETING         1: in the middle of a word group of four, too, the exchange goes through local memory and a barrier

#define ALONE (SCHEDULE == 2)
#define TWIDDLE_TABLE TWIDDLE_SPACE const element*

// An epoch, and where the batch of it begins that is at work.
struct epoch {
    uint dim, radix, span, batch;
};

// A work-item's part in a word group.
struct member {
    struct coordinate c;  // of which at[dim] is the word group's number t
    struct coordinate tile;
    uint item;  // which of the group's work-items this is
};

INLINE struct member member_of(uint q, struct epoch e) {
    const struct coordinate tile = {{N0, N1, N2, N3}};
    const uint share = ALONE ? 1 : e.radix;
    struct member m;
    m.c = place(q / share, butterflies(tile, e.dim, e.radix), 0);
    m.tile = tile;
    m.item = q % share;
    return m;
}

INLINE uint place_in(struct member m, uint i, struct epoch e) {
    m.c.at[e.dim] = group_in(CONVENTIONAL, m.c.at[e.dim], i, m.tile.at[e.dim], e.radix, e.span);
    return LOCAL_PLACE(tile_address(m.c, m.tile));
}

INLINE uint place_out(struct member m, uint i, struct epoch e) {
    m.c.at[e.dim] = group_out(CONVENTIONAL, m.c.at[e.dim], i, m.tile.at[e.dim], e.radix, e.span);
    return LOCAL_PLACE(tile_address(m.c, m.tile));
}

INLINE element twiddle(TWIDDLE_TABLE twiddles, struct member m, uint i, struct epoch e) {
    const uint n = m.tile.at[e.dim];
    return twiddles[group_power(CONVENTIONAL, m.c.at[e.dim], i, n, e.radix, e.span) * (TWIDDLE_ORDER / n)];
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

// Where the work-group meets within an epoch, there is no loop around it: all word groups are at work at once.
#if SHUFFLES && !MEETING
#define AT_ONCE BATCH
#define EACH_WORD_GROUP EACH_BATCH {
#else
#define AT_ONCE ROUNDS
#define EACH_WORD_GROUP { const uint batch = get_local_id(0);
#endif
#define EACH_ROUND _Pragma("unroll") for (uint b = 0; b < AT_ONCE; ++b)

#if SCHEDULE == 0

// Results `r` = 0 (upper) and 1 (lower) of a work-item: which leg of the word group that is; its part of it.
#define LEG(m, r) ((m).item / 2 * 2 + (r))
#define PART(m) ((m).item % 2)
INLINE local REAL* own_place(local element* to, struct member m, uint r, struct epoch e) {
    return (local REAL*)&to[place_out(m, LEG(m, r), e)] + PART(m);
}

// Sums and differences of points that lie half a dimension apart, of both stages' first.
INLINE void add_halves(REAL* sum, REAL* difference, local const element* from, struct epoch e) {
    EACH_ROUND {
        const struct member m = member_of(e.batch + b * WORK_ITEMS, e);
        const uint pair = m.item / 2, part = PART(m) ^ pair;
        const REAL x = ((local const REAL*)&from[place_in(m, pair, e)])[part];
        const REAL y = ((local const REAL*)&from[place_in(m, pair + e.radix / 2, e)])[part];
        sum[b] = x + y;
        difference[b] = x - y;
    }
}

// From the first stage to the second of a word group of four: the upper pair wants both sums, the lower one both
// differences. What is given goes to the place of the lower result of the one that takes it.
INLINE void give_across(const REAL* sum, const REAL* difference, REAL* given, local element* to, struct epoch e) {
    EACH_ROUND {
        struct member m = member_of(e.batch + b * WORK_ITEMS, e);
        const uint pair = m.item / 2;
        given[b] = pair ? sum[b] : difference[b];
        m.item ^= pair ? 3 : 2;  // who takes it
        if (!ACROSS_BY_SHUFFLE) *own_place(to, m, 1, e) = given[b];
    }
}
INLINE void take_across(REAL* sum, REAL* difference, const REAL* given, local element* to, struct epoch e) {
    EACH_ROUND {
        const struct member m = member_of(e.batch + b * WORK_ITEMS, e);
        const REAL taken = ACROSS_BY_SHUFFLE ? across(given[b]) : *own_place(to, m, 1, e);
        const REAL turned = PART(m) ? -difference[b] : difference[b];  // times -i
        const REAL x = m.item / 2 ? taken : sum[b], y = m.item / 2 ? turned : taken;
        sum[b] = x + y;
        difference[b] = x - y;
    }
}

// Rotates results r: each part is multiplied by both parts of the factor, and the neighbour gets one of the products.
INLINE void give_product(REAL* result, REAL* given, local element* to, TWIDDLE_TABLE twiddles, uint r, struct epoch e) {
    EACH_ROUND {
        struct member m = member_of(e.batch + b * WORK_ITEMS, e);
        const element w = twiddle(twiddles, m, LEG(m, r), e);
        given[b] = result[b] * (PART(m) ? -w.y : w.y);
        result[b] *= w.x;
        m.item ^= 1;  // who takes it
        if (!SHUFFLES) *own_place(to, m, r, e) = given[b];
    }
}
INLINE void take_product(REAL* result, const REAL* given, local element* to, uint r, struct epoch e) {
    EACH_ROUND {
        const struct member m = member_of(e.batch + b * WORK_ITEMS, e);
        result[b] += SHUFFLES ? of_neighbour(given[b]) : *own_place(to, m, r, e);
    }
}
#define ROTATE_RESULT(result, r, to)                                                                                   \
    give_product(result, given, to, twiddles, r, e);                                                                   \
    MEET_GIVEN                                                                                                         \
    take_product(result, given, to, r, e);

INLINE void put_results(const REAL* upper, const REAL* lower, local element* to, struct epoch e) {
    EACH_ROUND {
        const struct member m = member_of(e.batch + b * WORK_ITEMS, e);
        *own_place(to, m, 0, e) = upper[b];
        *own_place(to, m, 1, e) = lower[b];
    }
}

#define EPOCH_2(from, to, dim, span, rotates)                                                                          \
    EACH_WORD_GROUP                                                                                                    \
        const struct epoch e = {dim, 2, span, batch};                                                                  \
        REAL sum[AT_ONCE], difference[AT_ONCE], given[AT_ONCE];                                                        \
        add_halves(sum, difference, from, e);                                                                          \
        if (rotates) {                                                                                                 \
            ROTATE_RESULT(difference, 1, to)                                                                           \
        }                                                                                                              \
        put_results(sum, difference, to, e);                                                                           \
    END
#define EPOCH_4(from, to, dim, span, rotates)                                                                          \
    EACH_WORD_GROUP                                                                                                    \
        const struct epoch e = {dim, 4, span, batch};                                                                  \
        REAL sum[AT_ONCE], difference[AT_ONCE], given[AT_ONCE];                                                        \
        add_halves(sum, difference, from, e);                                                                          \
        give_across(sum, difference, given, to, e);                                                                    \
        MEET_ACROSS                                                                                                    \
        take_across(sum, difference, given, to, e);                                                                    \
        if (rotates) {                                                                                                 \
            ROTATE_RESULT(sum, 0, to)                                                                                  \
            ROTATE_RESULT(difference, 1, to)                                                                           \
        }                                                                                                              \
        put_results(sum, difference, to, e);                                                                           \
    END

#elif SCHEDULE == 1

// The edge that a work-item has: sums above, differences below.
INLINE void add_edges(element* z, local const element* from, struct epoch e) {
    EACH_ROUND {
        const struct member m = member_of(e.batch + b * WORK_ITEMS, e);
        const uint pair = e.radix == 4 ? m.item % 2 : 0;
        const element x = from[place_in(m, pair, e)];
        const element y = from[place_in(m, pair + e.radix / 2, e)];
        z[b] = m.item < e.radix / 2 ? x + y : x - y;
        if (m.item == 3) z[b] = (element)(z[b].y, -z[b].x);  // times -i
    }
}

INLINE void give_edge(const element* z, local element* to, struct epoch e) {
    EACH_ROUND {
        const struct member m = member_of(e.batch + b * WORK_ITEMS, e);
        if (!ACROSS_BY_SHUFFLE) to[place_out(m, m.item ^ 1, e)] = z[b];
    }
}
INLINE void take_edge(element* z, local const element* to, struct epoch e) {
    EACH_ROUND {
        const struct member m = member_of(e.batch + b * WORK_ITEMS, e);
        const element taken = ACROSS_BY_SHUFFLE ? (element)(of_neighbour(z[b].x), of_neighbour(z[b].y))
                                                : to[place_out(m, m.item, e)];
        z[b] = m.item % 2 ? taken - z[b] : z[b] + taken;
    }
}

INLINE void put_edges(element* z, local element* to, TWIDDLE_TABLE twiddles, struct epoch e, bool rotates) {
    EACH_ROUND {
        const struct member m = member_of(e.batch + b * WORK_ITEMS, e);
        if (rotates && m.item > 0) z[b] = product(z[b], twiddle(twiddles, m, m.item, e));
        to[place_out(m, m.item, e)] = z[b];
    }
}

#define EPOCH_2(from, to, dim, span, rotates)                                                                          \
    EACH_WORD_GROUP                                                                                                    \
        const struct epoch e = {dim, 2, span, batch};                                                                  \
        element z[AT_ONCE];                                                                                            \
        add_edges(z, from, e);                                                                                         \
        put_edges(z, to, twiddles, e, rotates);                                                                        \
    END
#define EPOCH_4(from, to, dim, span, rotates)                                                                          \
    EACH_WORD_GROUP                                                                                                    \
        const struct epoch e = {dim, 4, span, batch};                                                                  \
        element z[AT_ONCE];                                                                                            \
        add_edges(z, from, e);                                                                                         \
        give_edge(z, to, e);                                                                                           \
        MEET_ACROSS                                                                                                    \
        take_edge(z, to, e);                                                                                           \
        put_edges(z, to, twiddles, e, rotates);                                                                        \
    END

#else

INLINE struct epoch alone_in(uint dim, uint radix, uint span) {
    const struct epoch e = {dim, radix, span, 0};
    return e;
}

INLINE void put_alone(const element* y, struct member m, local element* to, TWIDDLE_TABLE twiddles, struct epoch e,
                      bool rotates) {
#pragma unroll
    for (uint i = 0; i < e.radix; ++i)
        to[place_out(m, i, e)] = rotates && i > 0 ? product(y[i], twiddle(twiddles, m, i, e)) : y[i];
}

INLINE void epoch_of_two(local const element* from, local element* to, TWIDDLE_TABLE twiddles, struct epoch e,
                         bool rotates) {
    for (uint q = get_local_id(0); q < TILE_POINTS / 2; q += WORK_ITEMS) {
        const struct member m = member_of(q, e);
        const element x0 = from[place_in(m, 0, e)], x1 = from[place_in(m, 1, e)];
        const element y[2] = {x0 + x1, x0 - x1};
        put_alone(y, m, to, twiddles, e, rotates);
    }
}

INLINE void epoch_of_four(local const element* from, local element* to, TWIDDLE_TABLE twiddles, struct epoch e,
                          bool rotates) {
    for (uint q = get_local_id(0); q < TILE_POINTS / 4; q += WORK_ITEMS) {
        const struct member m = member_of(q, e);
        const element x0 = from[place_in(m, 0, e)], x1 = from[place_in(m, 1, e)];
        const element x2 = from[place_in(m, 2, e)], x3 = from[place_in(m, 3, e)];
        const element s0 = x0 + x2, s1 = x1 + x3, d0 = x0 - x2, difference = x1 - x3;
        const element d1 = (element)(difference.y, -difference.x);
        const element y[4] = {s0 + s1, s0 - s1, d0 + d1, d0 - d1};
        put_alone(y, m, to, twiddles, e, rotates);
    }
}

#define EPOCH_2(from, to, dim, span, rotates) epoch_of_two(from, to, twiddles, alone_in(dim, 2, span), rotates);
#define EPOCH_4(from, to, dim, span, rotates) epoch_of_four(from, to, twiddles, alone_in(dim, 4, span), rotates);
#endif

// A copying stage, which LOAD or STORE does.
#define EPOCH_1(from, to, dim, span, rotates)
