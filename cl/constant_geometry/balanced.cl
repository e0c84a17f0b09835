// Epochs with one work-item per point of a word group, all with the same amount of work.
//
// In a word group of two, work-item c holds the real (c = 0) or imaginary parts (c = 1) of both points and both results. Its
// critical path, with additions + and multiplications *, is 3 + and 2 * for both work-items:
//     + x0 - x1    * by w.x    * by w.y, for the neighbour    + the neighbour's product    + x0 + x1
// In a word group of four, work-item c + 2 h computes part c of y2h and y2h+1. It reads part c of x0 and x2 (h = 0) or part
// 1 - c of x1 and x3 (h = 1), so that the factor -i is only a sign. Its critical path is 6 + and 4 *:
//     + sum    + difference    exchange one of them for the second stage
//     + upper result    + lower result    * * + twiddle    * * + twiddle, as above
// Both pairs execute the same additions and only differ in a constant sign, so no work-item selects between two numbers.
#include "cl/constant_geometry/epoch.cl"

// The address of one part of an element in local memory.
INLINE local REAL* part_at(local const element* buffer, uint own, uint part, uint fixed) {
    return (local REAL*)buffer + joined(2 * own + part, 2 * fixed, 2 * PLACE_ROW);
}
// The place of the upper (r = 0) or lower (r = 1) result of work-item `item`: part c of output 2 h + r.
INLINE local REAL* result_at(local element* to, uint item, uint b, uint r, struct epoch e) {
    return part_at(to, place_out(item, item % e.radix / 2 * 2, e), item % 2, place_out(round_of(e, b), r, e));
}

// For four points: -1 for the work-items of the lower pair, else 1. Computed by arithmetic, because Intel's CPU runtime
// breaks a selection that is used on both sides of a barrier (tests/implementations/sign_across_barriers.cl).
INLINE REAL sign_of_pair(struct epoch e) { return 1 - 2 * (REAL)(own_item(e) / 2); }

// Reads the first stage's inputs, which are half a dimension apart: x0 and x2 (upper pair) or x1 and x3 (lower pair).
INLINE void read_halves(REAL* x, REAL* y, local const element* from, struct epoch e) {
    const uint q = get_local_id(0), item = own_item(e), pair = item / 2, part = item % 2 ^ pair;
    const uint own_x = place_in(q, pair, e), own_y = place_in(q, pair + e.radix / 2, e);
#pragma unroll
    for (uint b = 0; b < AT_ONCE; ++b) {
        const uint fixed = place_in(round_of(e, b), 0, e);
        x[b] = *part_at(from, own_x, part, fixed);
        y[b] = *part_at(from, own_y, part, fixed);
    }
}

INLINE void add_halves(REAL* x, REAL* y) {
#pragma unroll
    for (uint b = 0; b < AT_ONCE; ++b) {
        const REAL sum = x[b] + y[b];
        y[b] = x[b] - y[b];
        x[b] = sum;
    }
}

// Exchanges numbers between both stages of a word group of four: the upper pair needs both sums, the lower pair both
// differences. The upper pair keeps x + y and sends x - y; the lower pair keeps -i (x - y) and sends -(x + y). A sent number
// is stored in the place of the receiver's lower result.
INLINE void give_across(REAL* x, REAL* given, local element* to, const REAL* y, struct epoch e) {
    const REAL sign = sign_of_pair(e), turn = own_item(e) == 3 ? -1 : 1;
    const uint taker = get_local_id(0) ^ (own_item(e) / 2 ? 3 : 2);
#pragma unroll
    for (uint b = 0; b < AT_ONCE; ++b) {
        given[b] = sign * x[b] - y[b];
        x[b] = turn * (x[b] + sign * y[b]);
        if (!ACROSS_BY_SHUFFLE) *result_at(to, taker, b, 1, e) = given[b];
    }
}
INLINE void take_across(REAL* upper, REAL* lower, const REAL* given, local element* to, struct epoch e) {
    const REAL sign = sign_of_pair(e);
#pragma unroll
    for (uint b = 0; b < AT_ONCE; ++b) {
        const REAL taken = ACROSS_BY_SHUFFLE ? across(given[b]) : *result_at(to, get_local_id(0), b, 1, e);
        lower[b] = sign * upper[b] + taken;
        upper[b] -= sign * taken;
    }
}

// Multiplies results r by their factors: each part is multiplied by both parts of the factor, and one of the products is
// sent to the neighbour.
struct products {
    REAL given[AT_ONCE], factor[AT_ONCE];
};
INLINE void give_product(struct products* p, local element* to, const REAL* result, TWIDDLE_SPACE const element* twiddles,
                         uint r, struct epoch e) {
    const uint q = get_local_id(0), output = own_item(e) / 2 * 2 + r;
    const REAL sign = q % 2 ? -1 : 1;
#pragma unroll
    for (uint b = 0; b < AT_ONCE; ++b) {
        const element w = twiddle(twiddles, q, round_of(e, b), output, e);
        p->factor[b] = w.x;
        p->given[b] = result[b] * (sign * w.y);
        if (!SHUFFLES) *result_at(to, q ^ 1, b, r, e) = p->given[b];
    }
}
INLINE void take_product(REAL* result, const struct products* p, local element* to, uint r, struct epoch e) {
#pragma unroll
    for (uint b = 0; b < AT_ONCE; ++b) {
        const REAL taken = SHUFFLES ? of_neighbour(p->given[b]) : *result_at(to, get_local_id(0), b, r, e);
        result[b] = result[b] * p->factor[b] + taken;
    }
}

// The barrier is not conditional: either all work-items get here or none.
INLINE void twiddle_results(REAL* result, uint r, local element* to, TWIDDLE_SPACE const element* twiddles, struct epoch e) {
    struct products p;
    give_product(&p, to, result, twiddles, r, e);
#if !SHUFFLES
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    take_product(result, &p, to, r, e);
}

INLINE void put_results(const REAL* upper, const REAL* lower, local element* to, struct epoch e) {
#pragma unroll
    for (uint b = 0; b < AT_ONCE; ++b) {
        *result_at(to, get_local_id(0), b, 0, e) = upper[b];
        *result_at(to, get_local_id(0), b, 1, e) = lower[b];
    }
}

// The two stages of a word group of four.
INLINE void read_fours(REAL* x, REAL* y, local const element* from, local element* to, struct epoch e) {
    REAL given[AT_ONCE];
    read_halves(x, y, from, e);
    give_across(x, given, to, y, e);
#if !ACROSS_BY_SHUFFLE
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    take_across(x, y, given, to, e);
}

INLINE void epoch_2(local const element* from, local element* to, TWIDDLE_SPACE const element* twiddles, uint dim, uint span) {
#pragma unroll
    for (uint round = 0; round < ROUNDS; round += AT_ONCE) {
        const struct epoch e = {dim, 2, span, round};
        REAL x[AT_ONCE], y[AT_ONCE];
        read_halves(x, y, from, e);
        add_halves(x, y);
        twiddle_results(y, 1, to, twiddles, e);
        put_results(x, y, to, e);
    }
}
INLINE void last_epoch_2(local const element* from, local element* to, TWIDDLE_SPACE const element* twiddles, uint dim, uint span) {
#pragma unroll
    for (uint round = 0; round < ROUNDS; round += AT_ONCE) {
        const struct epoch e = {dim, 2, span, round};
        REAL x[AT_ONCE], y[AT_ONCE];
        read_halves(x, y, from, e);
        add_halves(x, y);
        put_results(x, y, to, e);
    }
}

INLINE void epoch_4(local const element* from, local element* to, TWIDDLE_SPACE const element* twiddles, uint dim, uint span) {
#pragma unroll
    for (uint round = 0; round < ROUNDS; round += AT_ONCE) {
        const struct epoch e = {dim, 4, span, round};
        REAL x[AT_ONCE], y[AT_ONCE];
        read_fours(x, y, from, to, e);
        twiddle_results(x, 0, to, twiddles, e);
        twiddle_results(y, 1, to, twiddles, e);
        put_results(x, y, to, e);
    }
}
INLINE void last_epoch_4(local const element* from, local element* to, TWIDDLE_SPACE const element* twiddles, uint dim, uint span) {
#pragma unroll
    for (uint round = 0; round < ROUNDS; round += AT_ONCE) {
        const struct epoch e = {dim, 4, span, round};
        REAL x[AT_ONCE], y[AT_ONCE];
        read_fours(x, y, from, to, e);
        put_results(x, y, to, e);
    }
}
