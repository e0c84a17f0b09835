// The places of a tile in local memory, and the number of rounds that a work-item processes at once.
//
// WORK_ITEMS         work-items of a work-group, a power of two
// SWIZZLED           1: places are permuted by folded() of word_group.h with a period of FOLDED_POINTS
// BARRIER_PER_STAGE  1: word groups of four exchange through local memory and a barrier between their stages, too
#pragma once

#include "cl/common/offsets.cl"
#include "cl/constant_geometry/shuffles.cl"
#include "cl/constant_geometry/word_group.h"

// The elements in a row of all banks, 128 bytes.
#define ROW (FP64_EXTENSION ? 8 : 16)
#define PLACE_ROW (SWIZZLED ? ROW : 1)
INLINE uint swizzled_place(uint address) { return SWIZZLED ? folded(address, ROW, FOLDED_POINTS) : address; }

// A work-item takes part in as many word groups of an epoch as it has points: its rounds. They are processed in batches
// that fit the registers: 64 per work-item if 1024 work-items share the 65,536 registers of a compute unit.
#define ROUNDS (TILE_POINTS / WORK_ITEMS)
#define MOST_AT_ONCE ((FP64_EXTENSION || WORK_ITEMS >= 512 ? 4 : 8) / (WORK_ITEMS > 512 ? 2 : 1))
#define BATCH (ROUNDS < MOST_AT_ONCE ? ROUNDS : MOST_AT_ONCE)

// With barriers within an epoch, all rounds are one batch.
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
