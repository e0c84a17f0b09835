// Word groups: two or four points that an epoch reads, transforms and writes together, and the work-items that share them.
//
// With e the group's power of the root (group_power() of word_group.h), the results of a word group are
//   two points    y0 = x0 + x1, y1 = (x0 - x1) w^e
//   four points   s0 = x0 + x2, d0 = x0 - x2, s1 = x1 + x3, d1 = -i (x1 - x3);
//                 y0 = s0 + s1, y1 = (s0 - s1) w^2e, y2 = (d0 + d1) w^e, y3 = (d0 - d1) w^3e
//
// A word group is computed by one work-item per point, each with a part of all results (balanced.cl) or with one result
// (unbalanced.cl), or by a single work-item (alone.cl). Each of these files has an epoch of either radix, and the last
// epoch along a dimension, which has no twiddle factors.
//
// Work-items of a word group are neighbours in a wavefront. They exchange numbers by shuffles if the device has them. Else
// a work-item writes a number to the place of the receiver's result, in the buffer that is not read in this epoch, followed
// by a barrier. No code relies on work-items running in lockstep.
//
// In each round, a work-item takes part in another word group, at the same place of another transform if the tile has
// several. Addresses and powers have a work-item's part and a constant part for the round and the output. So places in
// local memory are computed once for all rounds and, in constant geometry, for all epochs along a dimension. Rounds at the
// same place of a transform share twiddle factors.
//
// CONVENTIONAL      1: word groups write to the places that they read, and each epoch computes new addresses
// ALONE             1: one work-item per word group; 0: one per point
// TWIDDLE_ORDER     the order of the root whose powers are the factors, in memory of TWIDDLE_SPACE
#pragma once

#include "cl/constant_geometry/places.cl"

// An epoch, and the first round of a batch. A work-item takes part in another word group in each round.
struct epoch {
    uint dim, radix, span, round;
};

// Below, q is the number of a work-item, or of the first work-item of a round, and selects a word group; i is the number of
// an input or output. joined() combines the work-item's part and the constant part of an index.
INLINE uint round_of(struct epoch e, uint b) { return (e.round + b) * WORK_ITEMS; }
INLINE uint own_item(struct epoch e) { return get_local_id(0) % e.radix; }

// The coordinate of a word group; at[dim] is its number t.
INLINE struct coordinate group_of(uint q, struct epoch e) {
    const struct coordinate tile = TILE;
    return place(q / (ALONE ? 1 : e.radix), butterflies(tile, e.dim, e.radix), 0);
}

INLINE uint place_in(uint q, uint i, struct epoch e) {
    const struct coordinate tile = TILE;
    struct coordinate c = group_of(q, e);
    c.at[e.dim] = group_in(CONVENTIONAL, c.at[e.dim], i, tile.at[e.dim], e.radix, e.span);
    return swizzled_place(tile_address(c, tile));
}

INLINE uint place_out(uint q, uint i, struct epoch e) {
    const struct coordinate tile = TILE;
    struct coordinate c = group_of(q, e);
    c.at[e.dim] = group_out(CONVENTIONAL, c.at[e.dim], i, tile.at[e.dim], e.radix, e.span);
    return swizzled_place(tile_address(c, tile));
}

// The twiddle factor of output i, in the round of `fixed`.
INLINE element twiddle(TWIDDLE_SPACE const element* twiddles, uint own, uint fixed, uint i, struct epoch e) {
    const struct coordinate tile = TILE;
    const uint n = tile.at[e.dim];
    return twiddles[(group_power(CONVENTIONAL, group_of(own, e).at[e.dim], i, n, e.radix, e.span) +
                     group_power(CONVENTIONAL, group_of(fixed, e).at[e.dim], i, n, e.radix, e.span)) *
                    (TWIDDLE_ORDER / n)];
}
