// Epochs with one work-item per word group.
#include "cl/constant_geometry/epoch.cl"

INLINE element read_alone(local const element* from, uint b, uint i, struct epoch e) {
    return from[joined(place_in(get_local_id(0), 0, e), place_in(round_of(e, b), i, e), PLACE_ROW)];
}
INLINE void put_alone(const element* y, uint b, local element* to, TWIDDLE_SPACE const element* twiddles, struct epoch e,
                      bool twiddled) {
    const uint q = get_local_id(0), fixed = round_of(e, b);
#pragma unroll
    for (uint i = 0; i < e.radix; ++i)
        to[joined(place_out(q, 0, e), place_out(fixed, i, e), PLACE_ROW)] =
            twiddled && i > 0 ? product(y[i], twiddle(twiddles, q, fixed, i, e)) : y[i];
}

INLINE void epoch_of_two(local const element* from, local element* to, TWIDDLE_SPACE const element* twiddles, uint dim,
                         uint span, bool twiddled) {
    const struct epoch e = {dim, 2, span, 0};
#pragma unroll
    for (uint b = 0; b < ROUNDS / 2; ++b) {
        const element x0 = read_alone(from, b, 0, e), x1 = read_alone(from, b, 1, e);
        const element y[2] = {x0 + x1, x0 - x1};
        put_alone(y, b, to, twiddles, e, twiddled);
    }
}

INLINE void epoch_of_four(local const element* from, local element* to, TWIDDLE_SPACE const element* twiddles, uint dim,
                          uint span, bool twiddled) {
    const struct epoch e = {dim, 4, span, 0};
#pragma unroll
    for (uint b = 0; b < ROUNDS / 4; ++b) {
        const element x0 = read_alone(from, b, 0, e), x1 = read_alone(from, b, 1, e);
        const element x2 = read_alone(from, b, 2, e), x3 = read_alone(from, b, 3, e);
        const element s0 = x0 + x2, s1 = x1 + x3, d0 = x0 - x2, difference = x1 - x3;
        const element d1 = (element)(difference.y, -difference.x);
        const element y[4] = {s0 + s1, s0 - s1, d0 + d1, d0 - d1};
        put_alone(y, b, to, twiddles, e, twiddled);
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
