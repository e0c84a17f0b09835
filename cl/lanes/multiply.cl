// Multiplies a tile in a buffer by a spectrum, between the forward and the inverse transform.
//
// SPECTRUM_OF_LANES  1: lanes, which are different lines, have factors of their own
#define filter OF_PASS(filter)
#define spectrum_lanes OF_PASS(spectrum_lanes)
#define with_point_zero OF_PASS(with_point_zero)
#define multiply_lanes OF_PASS(multiply_lanes)

// The spectrum, and what Rader's algorithm needs for point 0.
struct filter {
    global const element* spectrum;
    struct in_side in;
    struct out_side out;
};

INLINE complex spectrum_lanes(global const element* spectrum, struct coordinate c, struct tile_index where) {
#if !SPECTRUM_OF_LANES
    const element w = spectrum_factor(spectrum, c, where);
    return make_complex(w.x, w.y);
#else
    REAL parts_x[LANES], parts_y[LANES];
    for (uint l = 0; l < LANES; ++l) {
        const element w = l < where.lanes ? spectrum_factor(spectrum, lane_of(c, l), where) : (element)(0);
        parts_x[l] = w.x;
        parts_y[l] = w.y;
    }
    return make_complex(LOAD_VECTOR(0, parts_x), LOAD_VECTOR(0, parts_y));
#endif
}

// For Rader's algorithm: see with_point_zero() in cl/work_group/multiply_convolved.cl.
INLINE complex with_point_zero(complex z, complex sum, struct filter by, struct coordinate c, struct tile_index where) {
    const complex zero = lanes_at(by.in, c, where), all = add(sum, zero);
    put_lanes_at(by.out, c, where, make_complex(all.x * by.out.scale, all.y * by.out.scale));
    return add(z, zero);
}

INLINE void multiply_lanes(local complex* buffer, struct filter by, struct tile_index where) {
    const struct coordinate tile = TILE;
    for (uint q = 0; q < TILE_POINTS; ++q) {
        const struct coordinate c = place(q, tile, 0);
        const complex sum = buffer[tile_address(c, tile)];
        complex z = times_lanes(sum, spectrum_lanes(by.spectrum, c, where));
        if (CONVOLVED == 2 && c.at[CONVOLVED_DIM] == 0) z = with_point_zero(z, sum, by, c, where);
        buffer[tile_address(c, tile)] = CONVOLVED ? z : swapped_lanes(z);
    }
}
