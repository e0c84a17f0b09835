// Half spectra between two trips along one axis: moves the points that a half spectrum has as the conjugates of their mirror images.
// Element e of a unit has the point number p = e / POINT_STRIDE % POINTS of the column c = e / COLUMN_STRIDE % COLUMNS. Points
// from DIRECT on are conjugated, and change places with their mirror images: the order of both p and c is reversed.
//
// ELEMENTS                    of a unit
// POINTS, POINT_STRIDE        of the dimension that is partly reflected
// DIRECT                      points that stay
// COLUMNS, COLUMN_STRIDE      of the other dimension that is reversed
// PERIOD                      columns of the whole spectrum
// READS                       1: the spectrum is read. 0: it is written. Then the columns 0 and PERIOD / 2 contain their own
//                             images, which are copied from them, so that nothing is written twice with different bits
//
// Points 0 and PERIOD POINTS / 2 of the spectrum count as real.
#include "cl/common/complex.cl"

element conjugate(element z) {
    z.y = -z.y;
    return z;
}

/// True for points that are their own conjugates.
bool is_end(ulong p, ulong column) {
    const ulong k = column + PERIOD * p;
    return k == 0 || 2 * k == PERIOD * POINTS;
}

/// The number, without its imaginary part at an end.
element at_point(element z, ulong p, ulong column) {
    if (is_end(p, column)) z.y = 0;
    return z;
}

/// The image of a point of column c, if the point p of the same column has it, too.
element image(global const element* data, ulong e, ulong p, ulong c, ulong start) {
    const ulong row = POINTS - 1 - p, column = start + c;
    if (!READS && column == 0 && row + 1 < DIRECT) return data[e - (p - row - 1) * POINT_STRIDE];
    if (!READS && 2 * column == PERIOD) return data[e - (p - row) * POINT_STRIDE];
    return conjugate(data[e]);
}

kernel void trip_reflection(global element* data, global const ulong* start) {
    const ulong e = get_global_id(0);
    if (e >= ELEMENTS) return;
    const ulong p = e / POINT_STRIDE % POINTS, c = e / COLUMN_STRIDE % COLUMNS;
    if (p < DIRECT) {
        if (is_end(p, *start + c)) data[e].y = 0;
        return;
    }
    const ulong other_p = POINTS - 1 + DIRECT - p, other_c = COLUMNS - 1 - c;
    // Unsigned arithmetic wraps around where the other element comes first.
    const ulong other = e + (other_p - p) * POINT_STRIDE + (other_c - c) * COLUMN_STRIDE;
    if (other < e) return;
    const element here = image(data, e, p, c, *start), there = image(data, other, other_p, other_c, *start);
    // An element that is read reaches its own point by the exchange; one that is written was there before.
    data[e] = at_point(there, READS ? p : other_p, *start + (READS ? c : other_c));
    data[other] = at_point(here, READS ? other_p : p, *start + (READS ? other_c : c));
}
