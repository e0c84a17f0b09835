// Transposes a batch of matrices without local memory: each work-item reads elements and writes them to their targets.
//
//        input                       output
//   . . +-----+ . .               . +---+ . .
//   . . |0 1 2| . .   work-items  . |0 3| . .
//   . . |3 4 5| . .  ---------->  . |1 4| . .
//   . . +-----+ . .               . |2 5| . .
//
// Neighbouring work-items read neighbouring elements, but each writes to a different row. This is the benchmarks'
// baseline for a transpose without a tile. If the columns stay contiguous in the output, writes are contiguous, too,
// and this kernel is the fastest.
//
// ITEMS  work-items of a work-group, a power of two
// TILE   elements that a work-group moves, a power of two that ITEMS divides
#include "transpose/tile_index.h"
#include "transpose/element.cl"

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void plain_transpose(global const element* restrict in,
                                                                               global element* restrict out,
                                                                               const struct tile_numbers numbers) {
    element held[TILE / ITEMS];
    const uint item = get_local_id(0);
    struct tile_place place;
    tile_at(&numbers, &numbers.shape, get_group_id(0), &place);
    struct tile_cell first, step;
    cell_read(&numbers.shape, item, &first);
    const ulong source = cell_source(&numbers, &first), target = place.target + cell_target(&numbers, &first);
    // No branch, so that all loads are in flight at once: a slot outside the problem reads the tile's first element.
#pragma unroll
    for (uint k = 0; k < TILE / ITEMS; ++k) {
        cell_read(&numbers.shape, k * ITEMS, &step);
        const bool inside = holds(&place, &first, &step);
        held[k] = in[place.source + (inside ? source + cell_source(&numbers, &step) : 0)];
    }
#pragma unroll
    for (uint k = 0; k < TILE / ITEMS; ++k) {
        cell_read(&numbers.shape, k * ITEMS, &step);
        if (holds(&place, &first, &step))
            out[target + cell_target(&numbers, &step)] = held[k];
    }
}
