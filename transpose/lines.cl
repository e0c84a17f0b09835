// Permutes the elements within each row or each column of a batch of matrices in place: one step of the rectangular
// transpose (line_index.h).
//
//      a strip of neighbouring lines             scratch
//     . . |a b| . . . .                       +-----------+
//     . . |c d| . . . .   read in the order   |a b c d e f|   write it back,
//     . . |e f| . . . .   of memory ------->  +-----------+   permuted ------->
//
// Each work-group owns a strip. It reads the strip into scratch and writes it back after the barrier. A scatter
// permutes while reading, a gather while writing. Neighbouring work-items access neighbouring elements of a row, or
// neighbouring columns of a strip. Scratch is local memory for at most one row, or one line of the workspace per
// work-group. All work-groups run the same number of rounds.
//
// ITEMS    work-items of a work-group
// SCRATCH  elements of scratch in local memory; 0: the scratch is in the workspace
#include "transpose/line_index.h"
#include "transpose/element.cl"

// Loads that a work-item has in flight at once. Out of bounds it loads another element instead of branching.
#define CHUNK 4

#if SCRATCH
#define WORKSPACE_ARGUMENT
#else
#define WORKSPACE_ARGUMENT , global element* workspace
#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void shuffle_lines(global element* data,
                                                                             const struct line_numbers numbers
                                                                                 WORKSPACE_ARGUMENT) {
#if SCRATCH
    local element scratch[SCRATCH];
#else
    global element* scratch = workspace + get_group_id(0) * (numbers.length << numbers.width);
#endif
    element held[CHUNK];
    for (ulong round = 0; round < numbers.rounds; ++round) {
        struct strip_place place;
        strip_at(&numbers, get_group_id(0) + round * get_num_groups(0), &place);
        const ulong slots = strip_slots(&numbers, &place);
        global element* strip = data + place.first;

        for (ulong first = get_local_id(0); first < slots; first += CHUNK * ITEMS) {
#pragma unroll
            for (uint k = 0; k < CHUNK; ++k) {
                const ulong slot = first + k * ITEMS;
                held[k] = strip[strip_holds(&numbers, &place, slot) ? slot_memory(&numbers, slot) : 0];
            }
#pragma unroll
            for (uint k = 0; k < CHUNK; ++k) {
                const ulong slot = first + k * ITEMS;
                if (strip_holds(&numbers, &place, slot))
                    scratch[slot_scratch(&numbers, &place, slot, numbers.scatter)] = held[k];
            }
        }

        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

        for (ulong first = get_local_id(0); first < slots; first += CHUNK * ITEMS) {
#pragma unroll
            for (uint k = 0; k < CHUNK; ++k) {
                const ulong slot = first + k * ITEMS, from = slot_scratch(&numbers, &place, slot, !numbers.scatter);
                held[k] = scratch[strip_holds(&numbers, &place, slot) ? from : 0];
            }
#pragma unroll
            for (uint k = 0; k < CHUNK; ++k) {
                const ulong slot = first + k * ITEMS;
                if (strip_holds(&numbers, &place, slot)) strip[slot_memory(&numbers, slot)] = held[k];
            }
        }

        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}
