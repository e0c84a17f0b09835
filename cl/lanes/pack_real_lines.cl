// Packs half spectra of real lines on load, for inverse transforms (cl/work_group/unpack_real_lines.cl has the formulas).
//
// IN_POINTS  points of the half spectrum in memory
// packing    a table: packing[k] = w^k, k = 0 .. n / 2
#define load_spectrum OF_PASS(load_spectrum)
#define spectrum_point OF_PASS(spectrum_point)
#define pack_lanes OF_PASS(pack_lanes)

// Loads the points that memory holds into a buffer. Points that are transposed come by load_transposed().
INLINE void load_spectrum(local complex* buffer, struct in_side in, struct tile_index where) {
    struct coordinate c = {{0, 0, 0, 0}};
    for (uint k = 0; k < IN_POINTS; ++k) {
        c.at[1 - LANE_DIM] = k;
        buffer[k] = lanes_at(in, c, where);
    }
}

// Point k in a buffer. Inputs of an inverse transform have their parts swapped.
INLINE complex spectrum_point(local const complex* spectrum, struct tile_index where, uint k) {
    return k < IN_POINTS ? swapped_lanes(spectrum[k]) : make_complex(0, 0);
}

INLINE void pack_lanes(local complex* to, local const complex* spectrum, global const element* packing,
                       struct tile_index where) {
    const uint n = TILE_POINTS;
    for (uint k = 0; 2 * k <= n; ++k) {
        complex first = spectrum_point(spectrum, where, k);
        complex second = conjugate_lanes(spectrum_point(spectrum, where, n - k));
        if (k == 0) first.y = second.y = 0;  // only the real parts of the ends count
        const element w = packing[k];
        const complex even = add(first, second), odd = times(sub(first, second), (element)(w.x, -w.y));
        const complex turned_odd = make_complex(-odd.y, odd.x);
        to[k] = swapped_lanes(add(even, turned_odd));
        if (k > 0 && 2 * k < n) to[n - k] = swapped_lanes(conjugate_lanes(sub(even, turned_odd)));
    }
}
