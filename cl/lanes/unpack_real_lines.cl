// Unpacks half spectra of real lines on store (cl/work_group/unpack_real_lines.cl has the formulas).
//
// OUT_POINTS  points of the half spectrum in memory
// packing     a table: packing[k] = w^k, k = 0 .. n / 2
#define unpack_lanes OF_PASS(unpack_lanes)
#define store_spectrum OF_PASS(store_spectrum)

INLINE void unpack_lanes(local complex* spectrum, local const complex* from, global const element* packing, REAL scale,
                         struct tile_index where) {
    const uint n = TILE_POINTS;
    const REAL half_scale = (REAL)0.5 * scale;
    for (uint k = 0; 2 * k <= n; ++k) {
        const complex first = from[k], second = conjugate_lanes(from[k == 0 ? 0 : n - k]);
        const complex even = add(first, second), odd = times(turned(sub(first, second)), packing[k]);
        const complex low = add(even, odd);
        spectrum[k] = make_complex(low.x * half_scale, low.y * half_scale);
        // The conjugate of even - odd. Not negated, so that the imaginary part of point n is 0, not -0.
        if (2 * k < n) spectrum[n - k] = make_complex((even.x - odd.x) * half_scale, (odd.y - even.y) * half_scale);
    }
}

// Stores the points that memory holds from a buffer. Points that are transposed go by store_transposed().
INLINE void store_spectrum(local const complex* buffer, struct out_side out, struct tile_index where) {
    struct coordinate c = {{0, 0, 0, 0}};
    for (uint k = 0; k < OUT_POINTS; ++k) {
        c.at[1 - LANE_DIM] = k;
        put_lanes_at(out, c, where, buffer[k]);
    }
}
