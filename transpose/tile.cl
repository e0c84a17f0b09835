// Transposes a batch of matrices, out of place, through a padded tile of local memory.
//
//        input                      local memory                   output
//     columns ->                  (a row of banks and             rows ->
//   r . . . . . . . .              one element of padding)     c . . . . . .
//   o . . +-----+ . .              +-----+-+                   o . +---+ . .
//   w . . |a b c| . .   read       |a b c|#|      write        l . |a d| . .
//   s . . |d e f| . .  ------->    |d e f|#|     ------->      u . |b e| . .
//   | . . +-----+ . .              +-----+-+                   m . |c f| . .
//   v . . . . . . . .                                          n . +---+ . .
//
// A work-group moves one tile. Work-item i reads slots i, i + ITEMS, ..: neighbours read neighbours in the input. After
// the barrier it writes the slots of the same numbers in the output's order: neighbours write neighbours. A tile is
// narrow or wide, or takes several matrices in, as the problem asks; that is no matter of the code but of the numbers.
//
// ITEMS  work-items of a work-group, a power of two
// TILE   slots of a tile, a power of two that ITEMS divides
#include "transpose/index.h"
#include "transpose/element.cl"

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void tile_transpose(global const element* restrict in,
                                                                              global element* restrict out,
                                                                              const struct tile_numbers numbers) {
    local element tile[PADDED(TILE)];
    element held[TILE / ITEMS];
    const uint item = get_local_id(0);
    struct tile_place place;
    tile_at(&numbers, get_group_id(0), &place);

    // A slot outside the problem reads the tile's first element instead: no branch, so all loads are under way at once.
    struct tile_cell first, step;
    cell_read(&numbers, item, &first);
    const ulong source = cell_source(&numbers, &first);
#pragma unroll
    for (uint k = 0; k < TILE / ITEMS; ++k) {
        cell_read(&numbers, k * ITEMS, &step);
        const bool inside = holds(&numbers, &place, &first, &step, item + k * ITEMS);
        held[k] = in[place.source + (inside ? source + cell_source(&numbers, &step) : 0)];
    }
#pragma unroll
    for (uint k = 0; k < TILE / ITEMS; ++k)
        tile[padded(item, BANK_ROW) + padded(k * ITEMS, BANK_ROW)] = held[k];

    barrier(CLK_LOCAL_MEM_FENCE);

    cell_written(&numbers, item, &first);
    const ulong target = place.target + cell_target(&numbers, &first);
    const uint from = padded(slot_of(&numbers, &first), BANK_ROW);
#pragma unroll
    for (uint k = 0; k < TILE / ITEMS; ++k) {
        cell_written(&numbers, k * ITEMS, &step);
        held[k] = tile[from + padded(slot_of(&numbers, &step), BANK_ROW)];
    }
#pragma unroll
    for (uint k = 0; k < TILE / ITEMS; ++k) {
        cell_written(&numbers, k * ITEMS, &step);
        if (holds(&numbers, &place, &first, &step, item + k * ITEMS))
            out[target + cell_target(&numbers, &step)] = held[k];
    }
}
