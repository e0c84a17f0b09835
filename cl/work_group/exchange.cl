// An exchange through local memory: outputs of a stage are put there, and after a barrier a work-item gets the inputs of the
// next one.
//
// EXCHANGED     element or REAL
// LOCAL_LAYOUT  0 plain, 1 padded after every LOCAL_PAD elements, 2 swizzled, 4 swizzled by the two numbers LOCAL_SWIZZLE
#include "cl/work_group/exchange_space.cl"
#include "cl/work_group/local_layout.h"

// The k-th of `count` points that lie `step` apart from `first` on.
INLINE uint local_place(uint first, uint k, uint step, uint count) {
#if LOCAL_LAYOUT == 1
    return padded_leg(first, k, step, count, LOCAL_PAD);
#elif LOCAL_LAYOUT == 2
    return swizzled_leg(first, k, step, count);
#elif LOCAL_LAYOUT == 4
    return woven_leg(first, k, step, LOCAL_SWIZZLE);
#else
    return first + k * step;
#endif
}

INLINE void put(const complex* x, EXCHANGE_SPACE EXCHANGED* exchanged, uint part, uint dim, uint radix, uint span,
                uint fast) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(radix); ++b) {
        const uint q = butterfly_number(b, radix);
        if (is_butterfly(q, radix)) {
            struct coordinate c = place(q, butterflies(tile, dim, radix), fast);
            c.at[dim] = leg_out(c.at[dim], first_held(radix), radix, span);
            const uint first = tile_address(c, tile), step = tile_step(dim, tile) * span * held_step(radix);
#pragma unroll
            for (uint k = 0; k < held_points(radix); ++k)
                exchanged[local_place(first, k, step, held_points(radix))] =
                    part_of(x[b * held_points(radix) + k], part);
        }
    }
}

INLINE void get(complex* x, EXCHANGE_SPACE const EXCHANGED* exchanged, uint part, uint dim, uint radix, uint fast) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(radix); ++b) {
        const uint q = butterfly_number(b, radix);
        if (is_butterfly(q, radix)) {
            struct coordinate c = place(q, butterflies(tile, dim, radix), fast);
            c.at[dim] = leg_in(c.at[dim], first_held(radix), tile.at[dim], radix);
            const uint first = tile_address(c, tile), step = tile_step(dim, tile) * (tile.at[dim] / held_points(radix));
#pragma unroll
            for (uint k = 0; k < held_points(radix); ++k)
                x[b * held_points(radix) + k] =
                    with_part(x[b * held_points(radix) + k], part,
                              exchanged[local_place(first, k, step, held_points(radix))]);
        }
    }
}
