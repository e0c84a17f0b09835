// Real lines in complex ones, beside the exchange through local memory (cl/work_group/exchange_local.cl): a line's neighbours in pairs, or
// two lines of one transform, told apart on their way out or put together on their way in.
//
// packing         a table: packing[k] = exp(-2 pi i k / (2 n)), k = 0 .. n / 2
// TWIN_DIM        the dimension of the tile whose lines have their twins n lines behind
// TRANSFORMED_DIMS(R)  R(dim) for each transformed dimension

// Real lines of 2 n numbers as complex lines of n (the real numbers' pairs): Z of a pair's line is a half-length transform,
// of which X, points 0 .. n of the real line's, is
//     E = (Z[k] + conj Z[n - k]) / 2,  O = -i (Z[k] - conj Z[n - k]) / 2,  X[k] = E + w^k O,  X[n - k] = conj(E - w^k O)
// with w = exp(-2 pi i / (2 n)). UNPACK makes X on its way out; PACK, for inverse transforms, makes Z on its way in:
//     Z[k] = X[k] + conj X[n - k] + i conj(w^k) (X[k] - conj X[n - k])
// A work-item takes points k and n - k of a line at a time, in PAIR_ROUNDS. (Pairs below n / 2 first, then all lines'
// middles, are fewer instructions, but were slower on an H200: by 8 % for lines of 32, where a middle's store is felt.)
#define PAIR_COUNT(dim) (TILE_POINTS / N##dim * (N##dim / 2 + 1))
#define PAIR_ROUNDS(dim) ((PAIR_COUNT(dim) + WORK_ITEMS - 1) / WORK_ITEMS)
#define EACH_PAIR(dim, fast)                                                                                           \
    _Pragma("unroll") for (uint b = 0; b < PAIR_ROUNDS(dim); ++b) {                                                    \
        const uint q = get_local_id(0) + b * WORK_ITEMS, points = tile.at[dim];                                        \
        if (q < PAIR_COUNT(dim)) {                                                                                     \
            struct coordinate pairs = tile;                                                                            \
            pairs.at[dim] = points / 2 + 1;                                                                            \
            const struct coordinate c = place(q, pairs, fast);                                                         \
            struct coordinate d = c, other = c; /* point n - k, and where that is modulo n */                          \
            d.at[dim] = points - c.at[dim];                                                                            \
            other.at[dim] = c.at[dim] == 0 ? 0 : d.at[dim];
#define END_PAIR }}
#define LOCAL_POINT(c) exchanged[LOCAL_LEG(tile_address(c, tile), 0, 1, 1)]
#define CONJUGATE(e) ((element)((e).x, -(e).y))

#define UNPACK(number, dim, radix, span, fast)                                                                         \
    if ((number) > 0) MEET                                                                                             \
    PUT(dim, radix, span, fast, WHOLE)                                                                                 \
    MEET_LOADED(number)                                                                                                \
    EACH_PAIR(dim, fast)                                                                                               \
    if (INSIDE(c)) {                                                                                                   \
        const element first = LOCAL_POINT(c), second = CONJUGATE(LOCAL_POINT(other));                                  \
        const element even = (first + second) * (REAL)0.5;                                                             \
        const element odd = (element)(first.y - second.y, second.x - first.x) * (REAL)0.5;                             \
        const element turned_odd = product(odd, packing[c.at[dim]]);                                                   \
        const complex low = SCALE(complex_of(even + turned_odd));                                                      \
        const complex high = SCALE(complex_of(CONJUGATE(even - turned_odd)));                                          \
        DELIVER(OUT_OFFSET(c), element_of(low))                                                                        \
        if (2 * c.at[dim] != points) {                                                                                 \
            DELIVER(OUT_OFFSET(d), element_of(high))                                                                   \
        }                                                                                                              \
    }                                                                                                                  \
    END_PAIR

// The transform Z of twins x and y, of x + i y, is X + i Y, of which X and Y have conjugate points at k and -k (along all
// transformed dimensions of the tile): X[k] = (Z[k] + conj Z[-k]) / 2, Y[k] = (Z[k] - conj Z[-k]) / 2 i. Of the
// dimension `half`, points 0 .. n / 2 are stored.
#define NEGATE(dim) negative.at[dim] = c.at[dim] == 0 ? 0 : tile.at[dim] - c.at[dim];
#define ROTATE_POINT(number, dim, lanes_step)                                                                          \
    z = times(z, ROOT(number, to.at[dim] * rotation_phase(&layout, numbers, number, to, loops)));
#define STORE_LINE(place, e)                                                                                           \
    {                                                                                                                  \
        const struct coordinate to = place;                                                                            \
        complex z = complex_of(e);                                                                                     \
        ROTATIONS(ROTATE_POINT)                                                                                        \
        DELIVER(OUT_OFFSET(to), element_of(SCALE(z)))                                                                  \
    }
#define UNTWIN(number, dim, radix, span, fast, half)                                                                   \
    if ((number) > 0) MEET                                                                                             \
    PUT(dim, radix, span, fast, WHOLE)                                                                                 \
    MEET_LOADED(number)                                                                                                \
    EACH_PAIR(half, fast)                                                                                              \
    if (INSIDE(c)) {                                                                                                   \
        struct coordinate negative = c, twin = c;                                                                      \
        TRANSFORMED_DIMS(NEGATE)                                                                                       \
        twin.at[TWIN_DIM] += tile.at[TWIN_DIM];                                                                        \
        const element both = LOCAL_POINT(c) * (REAL)0.5, back = LOCAL_POINT(negative) * (REAL)0.5;                     \
        STORE_LINE(c, (element)(both.x + back.x, both.y - back.y))                                                     \
        STORE_LINE(twin, (element)(both.y + back.y, back.x - both.x))                                                  \
    }                                                                                                                  \
    END_PAIR

// All reads are under way before the first of them is needed.
#define PACK(dim, radix, span, fast)                                                                                   \
    element first[PAIR_ROUNDS(dim)], second[PAIR_ROUNDS(dim)];                                                         \
    EACH_PAIR(dim, fast)                                                                                               \
    first[b] = second[b] = (element)(0);                                                                               \
    if (INSIDE(c)) {                                                                                                   \
        first[b] = FETCH(IN_OFFSET(c));                                                                                \
        second[b] = CONJUGATE(FETCH(IN_OFFSET(d)));                                                                    \
        /* only the real parts of the ends count */                                                                    \
        if (c.at[dim] == 0) first[b].y = second[b].y = 0;                                                              \
    }                                                                                                                  \
    END_PAIR                                                                                                           \
    EACH_PAIR(dim, fast)                                                                                               \
    const element w = packing[c.at[dim]];                                                                              \
    const element even = first[b] + second[b], odd = product(first[b] - second[b], CONJUGATE(w));                      \
    const element turned_odd = (element)(-odd.y, odd.x), low = even + turned_odd, high = CONJUGATE(even - turned_odd); \
    LOCAL_POINT(c) = low.yx;                                                                                           \
    LOCAL_POINT(other) = other.at[dim] == c.at[dim] ? low.yx : high.yx;                                                \
    END_PAIR                                                                                                           \
    MEET_LOADED(0)                                                                                                     \
    GET(dim, radix, span, fast, SET_WHOLE)
