// Epochs with one work-item per word group.
#include "cl/constant_geometry/epoch.cl"

INLINE element read_alone(local const element* from, uint i, struct epoch e) {
    return from[joined(place_in(get_local_id(0), 0, e), place_in(round_of(e, 0), i, e), PLACE_ROW)];
}
// (The count is no member of e: compilers unroll a loop before they know the members of a structure.)
INLINE void put_alone(const element* y, uint count, local element* to, TWIDDLE_SPACE const element* twiddles, struct epoch e,
                      bool twiddled) {
    const uint q = get_local_id(0), fixed = round_of(e, 0);
#pragma unroll
    for (uint i = 0; i < count; ++i)
        to[joined(place_out(q, 0, e), place_out(fixed, i, e), PLACE_ROW)] =
            twiddled && i > 0 ? product(y[i], twiddle(twiddles, q, fixed, i, e)) : y[i];
}

INLINE void epoch_of_two(local const element* from, local element* to, TWIDDLE_SPACE const element* twiddles, uint dim,
                         uint span, bool twiddled) {
#pragma unroll
    for (uint b = 0; b < ROUNDS / 2; ++b) {
        const struct epoch e = {dim, 2, span, b};
        const element x0 = read_alone(from, 0, e), x1 = read_alone(from, 1, e);
        element y[2];
        y[0] = x0 + x1;
        y[1] = x0 - x1;
        put_alone(y, 2, to, twiddles, e, twiddled);
    }
}

INLINE void epoch_of_four(local const element* from, local element* to, TWIDDLE_SPACE const element* twiddles, uint dim,
                          uint span, bool twiddled) {
#pragma unroll
    for (uint b = 0; b < ROUNDS / 4; ++b) {
        const struct epoch e = {dim, 4, span, b};
        const element x0 = read_alone(from, 0, e), x1 = read_alone(from, 1, e);
        const element x2 = read_alone(from, 2, e), x3 = read_alone(from, 3, e);
        const element s0 = x0 + x2, s1 = x1 + x3, d0 = x0 - x2, difference = x1 - x3;
        const element d1 = (element)(difference.y, -difference.x);
        element y[4];
        y[0] = s0 + s1;
        y[1] = s0 - s1;
        y[2] = d0 + d1;
        y[3] = d0 - d1;
        put_alone(y, 4, to, twiddles, e, twiddled);
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
