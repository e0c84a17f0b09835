// Loads a tile from global into local memory, and stores it with its dimensions in order.
//
// TWIDDLES                     number of powers of the root; COPIES_TWIDDLES 1: they are copied to local memory
// REVERSED_DIMS                1 for each dimension that is bit-reversed in local memory and reordered on store
// LOADS_POINTS, STORES_POINTS  1: an axis is mapped (load_point_mapped.cl)
#include "cl/systems/constant_geometry/epoch.cl"

// Copies TWIDDLES powers of the root to local memory.
INLINE void copy_twiddles(local element* twiddles, global const element* roots) {
#pragma unroll
    for (uint first = 0; first < TWIDDLES; first += WORK_ITEMS) {
        const uint k = first + get_local_id(0);
        if (first + WORK_ITEMS <= TWIDDLES || k < TWIDDLES) twiddles[k] = roots[k];
    }
}

// Without mapped axes, all points have constant offsets from one address.
INLINE element load_round(IN_PARAMETERS, struct coordinate own, struct coordinate fixed, struct loop_index loops) {
#if LOADS_POINTS
    return load_point(IN_ARGUMENTS, sum_of(own, fixed), loops);
#else
    const ulong strides[TILE_RANK] = IN_STRIDES;
    return as_loaded(fetch(IN_ARGUMENTS, (ulong)tile_offset(own, strides) + (ulong)tile_offset(fixed, strides)));
#endif
}
INLINE void store_round(OUT_PARAMETERS, struct coordinate own, struct coordinate fixed, struct loop_index loops, element e) {
#if STORES_POINTS
    store_point(OUT_ARGUMENTS, sum_of(own, fixed), loops, e);
#else
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    deliver(OUT_ARGUMENTS, (ulong)tile_offset(own, strides) + (ulong)tile_offset(fixed, strides), as_stored(e));
#endif
}

// Loads the batch of a work-item's points that starts with round `first`. Work-items are neighbours along `contiguous`.
INLINE void load_batch(element* x, IN_PARAMETERS, const struct pass_numbers* numbers, struct loop_index loops, uint first,
                       uint contiguous) {
    const struct coordinate tile = TILE, own = place(get_local_id(0), tile, contiguous);
#pragma unroll
    for (uint b = 0; b < BATCH; ++b) {
        const struct coordinate fixed = place((first + b) * WORK_ITEMS, tile, contiguous);
        x[b] = (element)(0);
        if (is_inside(sum_of(own, fixed), numbers, loops)) x[b] = load_round(IN_ARGUMENTS, own, fixed, loops);
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
INLINE void load_tile(local element* buffer, IN_PARAMETERS, local element* twiddles, global const element* roots,
                      const struct pass_numbers* numbers, struct loop_index loops, uint contiguous) {
#pragma unroll
    for (uint first = 0; first < ROUNDS; first += BATCH) {
        element x[BATCH];
        load_batch(x, IN_ARGUMENTS, numbers, loops, first, contiguous);
        if (COPIES_TWIDDLES && first == 0) copy_twiddles(twiddles, roots);
        put_batch(buffer, x, first, contiguous);
    }
}

// The place of the result at `c` after the last epoch, which is bit-reversed along the dimensions of REVERSED_DIMS.
INLINE uint result_place(struct coordinate c) {
    const struct coordinate tile = TILE;
    const uint is_reversed[TILE_RANK] = REVERSED_DIMS;
#pragma unroll
    for (uint d = 0; d < TILE_RANK; ++d)
        if (is_reversed[d]) c.at[d] = reversed(c.at[d], tile.at[d]);
    return swizzled_place(tile_address(c, tile));
}

INLINE void store_tile(local const element* buffer, OUT_PARAMETERS, const struct pass_numbers* numbers, struct loop_index loops,
                       REAL scale, uint contiguous TWIDDLE_PARAMETERS) {
    const struct coordinate tile = TILE, own = place(get_local_id(0), tile, contiguous);
#pragma unroll
    for (uint first = 0; first < ROUNDS; first += BATCH) {
#pragma unroll
        for (uint b = 0; b < BATCH; ++b) {
            const struct coordinate fixed = place((first + b) * WORK_ITEMS, tile, contiguous), c = sum_of(own, fixed);
            if (is_inside(c, numbers, loops)) {
                const element e = buffer[joined(result_place(own), result_place(fixed), PLACE_ROW)];
                const complex z = twiddle_point(make_complex(e.x, e.y), c, numbers, loops TWIDDLE_ARGUMENTS);
                store_round(OUT_ARGUMENTS, own, fixed, loops, (element)(z.x * scale, z.y * scale));
            }
        }
    }
}
