// Loads a tile from global into local memory, and stores it with its dimensions in order.
//
// TWIDDLES       number of powers of the root; COPIES_TWIDDLES 1: they are copied to local memory
// REVERSED_DIMS  1 for each dimension that is bit-reversed in local memory and reordered on store
#include "cl/constant_geometry/epoch.cl"

// Copies TWIDDLES powers of the root to local memory.
INLINE void copy_twiddles(local element* twiddles, global const element* roots) {
#pragma unroll
    for (uint first = 0; first < TWIDDLES; first += WORK_ITEMS) {
        const uint k = first + get_local_id(0);
        if (first + WORK_ITEMS <= TWIDDLES || k < TWIDDLES) twiddles[k] = roots[k];
    }
}

// Without mapped axes, all points have constant offsets from one address.
INLINE element load_round(struct in_side in, struct coordinate own, struct coordinate fixed, struct tile_index where) {
#if IN_MAPPED
    return load_point(in, sum_of(own, fixed), where, true, true);
#else
    const ulong strides[TILE_RANK] = IN_STRIDES;
    return as_loaded(fetch(in, (ulong)tile_offset(own, strides) + (ulong)tile_offset(fixed, strides)));
#endif
}
INLINE void store_round(struct out_side out, struct coordinate own, struct coordinate fixed, struct tile_index where,
                        element e) {
#if OUT_MAPPED
    store_point(out, sum_of(own, fixed), where, e, true);
#else
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    deliver(out, (ulong)tile_offset(own, strides) + (ulong)tile_offset(fixed, strides), as_stored(e));
#endif
}

// Loads the batch of a work-item's points that starts with round `first`. Work-items are neighbours along `contiguous`.
INLINE void load_batch(element* x, struct in_side in, struct tile_index where, uint first, uint contiguous) {
    const struct coordinate tile = TILE, own = place(get_local_id(0), tile, contiguous);
#pragma unroll
    for (uint b = 0; b < BATCH; ++b) {
        const struct coordinate fixed = place((first + b) * WORK_ITEMS, tile, contiguous);
        x[b] = (element)(0);
        if (is_inside(sum_of(own, fixed), where)) x[b] = load_round(in, own, fixed, where);
    }
}
INLINE void put_batch(local element* buffer, const element* x, uint first, uint contiguous) {
    const struct coordinate tile = TILE, own = place(get_local_id(0), tile, contiguous);
#pragma unroll
    for (uint b = 0; b < BATCH; ++b) {
        const struct coordinate fixed = place((first + b) * WORK_ITEMS, tile, contiguous);
        buffer[joined(swizzled_place(tile_address(own, tile)), swizzled_place(tile_address(fixed, tile)), PLACE_ROW)] = x[b];
    }
}

// Copies the twiddle factors while the first batch is being loaded.
INLINE void load_tile(local element* buffer, struct in_side in, local element* twiddles, global const element* roots,
                      struct tile_index where, uint contiguous) {
#pragma unroll
    for (uint first = 0; first < ROUNDS; first += BATCH) {
        element x[BATCH];
        load_batch(x, in, where, first, contiguous);
        if (COPIES_TWIDDLES && first == 0) copy_twiddles(twiddles, roots);
        put_batch(buffer, x, first, contiguous);
    }
}

constant uint is_reversed[TILE_RANK] = REVERSED_DIMS;

// The place of the result at `c` after the last epoch, which is bit-reversed along the dimensions of REVERSED_DIMS.
INLINE uint result_place(struct coordinate c) {
    const struct coordinate tile = TILE;
    // No loop over dimensions: Mesa's compiler does not unroll one around the loop of reversed().
    if (is_reversed[0]) c.at[0] = reversed(c.at[0], tile.at[0]);
    if (is_reversed[1]) c.at[1] = reversed(c.at[1], tile.at[1]);
    if (is_reversed[2]) c.at[2] = reversed(c.at[2], tile.at[2]);
    if (is_reversed[3]) c.at[3] = reversed(c.at[3], tile.at[3]);
    return swizzled_place(tile_address(c, tile));
}

INLINE void store_tile(local const element* buffer, struct out_side out, struct tile_index where, uint contiguous,
                       const struct inter_pass_twiddle* twiddles) {
    const struct coordinate tile = TILE, own = place(get_local_id(0), tile, contiguous);
#pragma unroll
    for (uint first = 0; first < ROUNDS; first += BATCH) {
#pragma unroll
        for (uint b = 0; b < BATCH; ++b) {
            const struct coordinate fixed = place((first + b) * WORK_ITEMS, tile, contiguous), c = sum_of(own, fixed);
            if (is_inside(c, where)) {
                const element e = buffer[joined(result_place(own), result_place(fixed), PLACE_ROW)];
                const complex z = twiddle_point(make_complex(e.x, e.y), c, where, twiddles);
                store_round(out, own, fixed, where, (element)(z.x * out.scale, z.y * out.scale));
            }
        }
    }
}
