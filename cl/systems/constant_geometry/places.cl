// Where a tile lies in local memory, and how many of its points a work-item has a part in at once.
//
// WORK_ITEMS     work-items of a work-group, a power of two
// SWIZZLED       1: points lie by folded() of word_group.h, from FOLDED_POINTS on as before
// BARRIER_PER_STAGE  1: in the middle of a word group of four, too, the exchange goes through local memory and a barrier
#pragma once

#include "cl/common/offsets.cl"
#include "cl/systems/constant_geometry/shuffles.cl"
#include "cl/systems/constant_geometry/word_group.h"

// A row of all banks: 128 bytes.
#define ROW (FP64_EXTENSION ? 8 : 16)
#define PLACE_ROW (SWIZZLED ? ROW : 1)
INLINE uint swizzled_place(uint address) { return SWIZZLED ? folded(address, ROW, FOLDED_POINTS) : address; }

// A work-item has a part in as many word groups of an epoch as it has points: its rounds. They are taken in batches, each
// all at once, as far as there are registers for: 64 where a unit's 65,536 are shared by 1024 work-items.
#define ROUNDS (TILE_POINTS / WORK_ITEMS)
#define MOST_AT_ONCE ((FP64_EXTENSION || WORK_ITEMS >= 512 ? 4 : 8) / (WORK_ITEMS > 512 ? 2 : 1))
#define BATCH (ROUNDS < MOST_AT_ONCE ? ROUNDS : MOST_AT_ONCE)

// Where the work-group meets within an epoch, all word groups are at work at once.
#if SHUFFLES && !BARRIER_PER_STAGE
#define ACROSS_BY_SHUFFLE 1
#define AT_ONCE BATCH
#else
#define ACROSS_BY_SHUFFLE 0
#define AT_ONCE ROUNDS
#endif

INLINE struct coordinate sum_of(struct coordinate own, struct coordinate fixed) {
#pragma unroll
    for (uint d = 0; d < TILE_RANK; ++d) own.at[d] += fixed.at[d];
    return own;
}
