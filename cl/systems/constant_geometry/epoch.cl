// Word groups: how work-items share the two or four points that an epoch reads, computes and writes together.
//
// With e the group's power of the root (group_power() of word_group.h), a word group makes
//   of two    y0 = x0 + x1, y1 = (x0 - x1) w^e
//   of four   s0 = x0 + x2, d0 = x0 - x2, s1 = x1 + x3, d1 = -i (x1 - x3);
//             y0 = s0 + s1, y1 = (s0 - s1) w^2e, y2 = (d0 + d1) w^e, y3 = (d0 - d1) w^3e
//
// Who computes one: as many work-items as it has points, with a part of all results (balanced.cl) or with a result each
// (unbalanced.cl); or one of them (alone.cl). Each of these files has an epoch of either radix, and the last epoch along a
// dimension, which has no factors.
//
// Work-items of a word group are neighbours in a wavefront. They exchange by shuffles where the device has them; where
// not, a work-item puts what it gives where the result of the one that takes it will be, in the buffer that nobody reads
// in this epoch, and all meet. Nothing relies on work-items running in step.
//
// A work-item has its part in a word group of each round, at the same place of another transform if there are several of
// them in the tile. What is its own of addresses and powers is apart from what is a round's or a leg's, a constant: places
// in local memory are made once for all rounds and (constant geometry) all epochs along a dimension, and rounds at the
// same place of a transform share the twiddle factors that they have read.
//
// CONVENTIONAL      1: word groups write where they read, addresses are made anew for each epoch
// ALONE             1: a word group has one work-item; 0: as many as points
// TWIDDLE_ORDER     the order of the root whose powers are the factors, in memory of TWIDDLE_SPACE
#pragma once

#include "cl/systems/constant_geometry/places.cl"

// An epoch, and the first of the rounds that are at work: in each, a work-item has a part in another word group.
struct epoch {
    uint dim, radix, span, round;
};

// Below, q is a work-item's number, which says which word group of its round it has a part in, or that of a round's first
// one; i a leg's, of which some have a work-item's part and a constant one, too. Indices by both are `joined`.
INLINE uint round_of(struct epoch e, uint b) { return (e.round + b) * WORK_ITEMS; }
INLINE uint own_item(struct epoch e) { return get_local_id(0) % e.radix; }

// Of which at[dim] is the word group's number t.
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

// The factor of leg i, in the round of `fixed`.
INLINE element twiddle(TWIDDLE_SPACE const element* twiddles, uint own, uint fixed, uint i, struct epoch e) {
    const struct coordinate tile = TILE;
    const uint n = tile.at[e.dim];
    return twiddles[(group_power(CONVENTIONAL, group_of(own, e).at[e.dim], i, n, e.radix, e.span) +
                     group_power(CONVENTIONAL, group_of(fixed, e).at[e.dim], i, n, e.radix, e.span)) *
                    (TWIDDLE_ORDER / n)];
}
