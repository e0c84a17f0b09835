// Half spectra between two trips along one axis: moves the points that a half spectrum has as the conjugates of their mirror images.
// Element e of a unit has the point number p = e / POINT_STRIDE % POINTS of the column c = e / COLUMN_STRIDE % COLUMNS. Points
// from DIRECT on are conjugated, and change places with their mirror images: the order of both p and c is reversed.
//
// ELEMENTS                    of a unit
// POINTS, POINT_STRIDE        of the dimension that is partly reflected
// DIRECT                      points that stay
// COLUMNS, COLUMN_STRIDE      of the other dimension that is reversed
// PERIOD                      columns of the whole spectrum. The columns 0 and PERIOD / 2 contain their own images, which are
//                             copied from them, so that nothing is written twice with different bits; 0 where a spectrum is read
#include "cl/common/complex.cl"

element conjugate(element z) {
    z.y = -z.y;
    return z;
}

/// The image of a point of column c, if the point p of the same column has it, too.
element image(global const element* data, ulong e, ulong p, ulong c, ulong start) {
    const ulong row = POINTS - 1 - p, column = start + c;
    if (PERIOD && column == 0 && row + 1 < DIRECT) return data[e - (p - row - 1) * POINT_STRIDE];
    if (PERIOD && 2 * column == PERIOD) return data[e - (p - row) * POINT_STRIDE];
    return conjugate(data[e]);
}

kernel void trip_reflection(global element* data, global const ulong* start) {
    const ulong e = get_global_id(0);
    if (e >= ELEMENTS) return;
    const ulong p = e / POINT_STRIDE % POINTS, c = e / COLUMN_STRIDE % COLUMNS;
    if (p < DIRECT) return;
    const ulong other_p = POINTS - 1 + DIRECT - p, other_c = COLUMNS - 1 - c;
    // Unsigned arithmetic wraps around where the other element comes first.
    const ulong other = e + (other_p - p) * POINT_STRIDE + (other_c - c) * COLUMN_STRIDE;
    if (other < e) return;
    const element here = image(data, e, p, c, *start), there = image(data, other, other_p, other_c, *start);
    data[e] = there;
    data[other] = here;
}
