// A dimension of the tile that is transformed by a convolution: forward, times a filter's spectrum, and forward once more,
// which makes it come out backwards. In memory it has other points, or another order, than in the tile (cl/common/convolved.h).
//
// CONVOLVED         1: Bluestein's algorithm; 2: Rader's; 3: Rader's, and global memory is read and written in the order of
//                   powers of a primitive root
// CONVOLVED_DIM     the dimension; CONVOLVED_POINTS its points in memory
#include "cl/common/convolved.h"

INLINE struct coordinate from_memory(struct coordinate c, global const uint* powers) {
    const struct coordinate tile = TILE;
    const uint m = c.at[CONVOLVED_DIM];
    c.at[CONVOLVED_DIM] = CONVOLVED == 3 ? powers[m] : convolved_from(CONVOLVED, m, tile.at[CONVOLVED_DIM]);
    return c;
}
INLINE struct coordinate to_memory(struct coordinate c, global const uint* powers) {
    const uint m = c.at[CONVOLVED_DIM];
    c.at[CONVOLVED_DIM] = CONVOLVED == 3 ? powers[m] : convolved_to(CONVOLVED, m);
    return c;
}

INLINE void load_convolved(complex* x, IN_PARAMETERS, const struct pass_numbers* numbers, struct loop_index loops,
                           global const uint* powers, uint dim, uint radix, uint fast) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(radix); ++b) {
        const uint q = butterfly_number(b, radix);
        if (is_butterfly(q, radix)) {
            const struct coordinate c = place(q, butterflies(tile, dim, radix), fast);
            const bool inside = is_inside(c, numbers, loops);
#pragma unroll
            for (uint k = 0; k < held_points(radix); ++k) {
                struct coordinate point = c;
                point.at[dim] =
                    leg_in(c.at[dim], first_held(radix) + k * held_step(radix), tile.at[dim], radix);
                complex z = make_complex(0, 0);
                if (inside) z = complex_of(load_point(IN_ARGUMENTS, from_memory(point, powers), loops));
                x[b * held_points(radix) + k] = z;
            }
        }
    }
}

INLINE void store_convolved(const complex* x, OUT_PARAMETERS, const struct pass_numbers* numbers,
                            struct loop_index loops, global const uint* powers, uint dim, uint radix, uint span,
                            uint fast) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(radix); ++b) {
        const uint q = butterfly_number(b, radix);
        if (is_butterfly(q, radix)) {
            const struct coordinate c = place(q, butterflies(tile, dim, radix), fast);
            const bool inside = is_inside(c, numbers, loops);
#pragma unroll
            for (uint k = 0; k < held_points(radix); ++k) {
                struct coordinate point = c;
                point.at[dim] = leg_out(c.at[dim], first_held(radix) + k * held_step(radix), radix, span);
                if (inside)
                    store_point(OUT_ARGUMENTS, to_memory(point, powers), loops,
                                element_of(x[b * held_points(radix) + k]));
            }
        }
    }
}

// Point 0 of a dimension in the order of powers takes no part in its convolution: its transform is the sum of all points,
// and it is part of every other point's, which the spectrum's point 0 adds up to.
INLINE complex with_point_zero(complex z, complex sum, IN_PARAMETERS, OUT_PARAMETERS, struct coordinate c,
                               struct loop_index loops, REAL scale) {
    const complex zero = complex_of(load_point(IN_ARGUMENTS, c, loops)), all = add(sum, zero);
    store_point(OUT_ARGUMENTS, c, loops, (element)(all.x * scale, all.y * scale));
    return add(z, zero);
}

// dim, radix, span and fast are those of the stage before: the last one forward.
INLINE void multiply_convolved(complex* x, global const element* spectrum, IN_PARAMETERS, OUT_PARAMETERS,
                               const struct pass_numbers* numbers, struct loop_index loops, REAL scale, uint dim,
                               uint radix, uint span, uint fast) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(radix); ++b) {
        const uint q = butterfly_number(b, radix);
        if (is_butterfly(q, radix)) {
            struct coordinate c = place(q, butterflies(tile, dim, radix), fast);
            const uint j = c.at[dim];
            const bool inside = is_inside(c, numbers, loops);
#pragma unroll
            for (uint k = 0; k < held_points(radix); ++k) {
                const uint i = first_held(radix) + k * held_step(radix);
                c.at[dim] = leg_out(j, i, radix, span);
                const complex sum = x[b * held_points(radix) + k];
                const element w = inside ? spectrum_factor(spectrum, c, loops) : (element)(0);
                complex z = times(sum, w);
                if (CONVOLVED > 1 && i == 0 && inside && c.at[CONVOLVED_DIM] == 0)
                    z = with_point_zero(z, sum, IN_ARGUMENTS, OUT_ARGUMENTS, c, loops, scale);
                x[b * held_points(radix) + k] = z;
            }
        }
    }
}
