// Multiplies a tile in a buffer by a spectrum, between the forward and the inverse transform. Lanes are different lines,
// so their factors may differ.
#include "cl/lanes/load_lanes.cl"
#include "cl/lanes/point_order.cl"
#include "cl/lanes/store_lanes.cl"

INLINE complex spectrum_lanes(global const element* spectrum, struct coordinate c, struct loop_index loops, uint inside) {
    REAL parts_x[LANES], parts_y[LANES];
    for (uint l = 0; l < LANES; ++l) {
        const element w = l < inside ? spectrum_factor(spectrum, lane_of(c, l), loops) : (element)(0);
        parts_x[l] = w.x;
        parts_y[l] = w.y;
    }
    return make_complex(LOAD_VECTOR(0, parts_x), LOAD_VECTOR(0, parts_y));
}

// For Rader's algorithm: see with_point_zero() in cl/work_group/multiply_convolved.cl.
INLINE complex with_point_zero(complex z, complex sum, IN_PARAMETERS, OUT_PARAMETERS, struct coordinate c,
                               struct loop_index loops, uint inside, REAL scale) {
    const complex zero = load_lanes(IN_ARGUMENTS, c, loops, inside), all = add(sum, zero);
    store_lanes(OUT_ARGUMENTS, c, loops, inside, make_complex(all.x * scale, all.y * scale));
    return add(z, zero);
}

INLINE void multiply_lanes(local complex* buffer, global const element* spectrum, IN_PARAMETERS, OUT_PARAMETERS,
                           struct loop_index loops, uint inside, REAL scale) {
    const struct coordinate tile = TILE;
    for (uint q = 0; q < TILE_POINTS; ++q) {
        const struct coordinate c = place(q, tile, 0);
        const complex sum = buffer[tile_address(c, tile)];
        complex z = times_lanes(sum, spectrum_lanes(spectrum, c, loops, inside));
        if (CONVOLVED == 2 && c.at[CONVOLVED_DIM] == 0)
            z = with_point_zero(z, sum, IN_ARGUMENTS, OUT_ARGUMENTS, c, loops, inside, scale);
        buffer[tile_address(c, tile)] = CONVOLVED ? z : make_complex(z.y, z.x);
    }
}
