// Epochs with one work-item per point of a word group, each with one result. Additions + and multiplications *: for two
// points 4 + and 4 *, but only 2 + for y0, which waits; for four points 6 + and 4 *, but only 4 + for y0.
#include "cl/constant_geometry/epoch.cl"

INLINE local element* result_at(local element* to, uint item, uint b, struct epoch e) {
    return to + joined(place_out(item, item % e.radix, e), place_out(round_of(e, b), 0, e), PLACE_ROW);
}

// The first stage's output of a work-item: a sum for the upper half of the word group, a difference for the lower half.
INLINE void add_edges(element* z, local const element* from, struct epoch e) {
    const uint q = get_local_id(0), item = own_item(e), pair = e.radix == 4 ? item % 2 : 0;
#pragma unroll
    for (uint b = 0; b < AT_ONCE; ++b) {
        const uint own = place_in(q, pair, e), fixed = round_of(e, b);
        const element x = from[joined(own, place_in(fixed, 0, e), PLACE_ROW)];
        const element y = from[joined(own, place_in(fixed, e.radix / 2, e), PLACE_ROW)];
        z[b] = item < e.radix / 2 ? x + y : x - y;
        if (item == 3) z[b] = (element)(z[b].y, -z[b].x);  // times -i
    }
}

INLINE void give_edge(const element* z, local element* to, struct epoch e) {
#pragma unroll
    for (uint b = 0; b < AT_ONCE; ++b)
        if (!ACROSS_BY_SHUFFLE) *result_at(to, get_local_id(0) ^ 1, b, e) = z[b];
}
INLINE void take_edge(element* z, local element* to, struct epoch e) {
#pragma unroll
    for (uint b = 0; b < AT_ONCE; ++b) {
        const element taken = ACROSS_BY_SHUFFLE ? (element)(of_neighbour(z[b].x), of_neighbour(z[b].y))
                                                : *result_at(to, get_local_id(0), b, e);
        z[b] = get_local_id(0) % 2 ? taken - z[b] : z[b] + taken;
    }
}

INLINE void put_edges(element* z, local element* to, TWIDDLE_SPACE const element* twiddles, struct epoch e, bool twiddled) {
    const uint q = get_local_id(0), item = own_item(e);
#pragma unroll
    for (uint b = 0; b < AT_ONCE; ++b) {
        if (twiddled && item > 0) z[b] = product(z[b], twiddle(twiddles, q, round_of(e, b), item, e));
        *result_at(to, q, b, e) = z[b];
    }
}

INLINE void epoch_of_two(local const element* from, local element* to, TWIDDLE_SPACE const element* twiddles, uint dim,
                         uint span, bool twiddled) {
#pragma unroll
    for (uint round = 0; round < ROUNDS; round += AT_ONCE) {
        const struct epoch e = {dim, 2, span, round};
        element z[AT_ONCE];
        add_edges(z, from, e);
        put_edges(z, to, twiddles, e, twiddled);
    }
}

INLINE void epoch_of_four(local const element* from, local element* to, TWIDDLE_SPACE const element* twiddles, uint dim,
                          uint span, bool twiddled) {
#pragma unroll
    for (uint round = 0; round < ROUNDS; round += AT_ONCE) {
        const struct epoch e = {dim, 4, span, round};
        element z[AT_ONCE];
        add_edges(z, from, e);
        give_edge(z, to, e);
#if !ACROSS_BY_SHUFFLE
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
        take_edge(z, to, e);
        put_edges(z, to, twiddles, e, twiddled);
    }
}

INLINE void epoch_2(local const element* from, local element* to, TWIDDLE_SPACE const element* twiddles, uint dim, uint span) {
    epoch_of_two(from, to, twiddles, dim, span, true);
}
INLINE void last_epoch_2(local const element* from, local element* to, TWIDDLE_SPACE const element* twiddles, uint dim, uint span) {
    epoch_of_two(from, to, twiddles, dim, span, false);
}
INLINE void epoch_4(local const element* from, local element* to, TWIDDLE_SPACE const element* twiddles, uint dim, uint span) {
    epoch_of_four(from, to, twiddles, dim, span, true);
}
INLINE void last_epoch_4(local const element* from, local element* to, TWIDDLE_SPACE const element* twiddles, uint dim, uint span) {
    epoch_of_four(from, to, twiddles, dim, span, false);
}
