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
// SHAPE  the tile's struct tile_shape, in braces: known to the compiler, it leaves a few instructions an element. The
//        problem's lengths and strides are arguments
#include "transpose/index.h"
#include "transpose/element.cl"

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void tile_transpose(global const element* restrict in,
                                                                              global element* restrict out,
                                                                              const struct tile_numbers numbers) {
    local element tile[PADDED(TILE)];
    element held[TILE / ITEMS];
    const uint item = get_local_id(0);
    const struct tile_shape shape = SHAPE;
    struct tile_place place;
    tile_at(&numbers, &shape, get_group_id(0), &place);

    // A slot outside the problem reads the nearest element inside: no branch, so all loads are under way at once.
    struct tile_cell first, step, cell;
    cell_read(&shape, item, &first);
    global const element* source = in + place.source;
#pragma unroll
    for (uint k = 0; k < TILE / ITEMS; ++k) {
        cell_read(&shape, k * ITEMS, &step);
        nearest_cell(&place, &first, &step, &cell);
        held[k] = source[cell_source(&numbers, &cell)];
    }
    local element* into = tile + padded(item, BANK_ROW);
#pragma unroll
    for (uint k = 0; k < TILE / ITEMS; ++k) into[padded(k * ITEMS, BANK_ROW)] = held[k];

    barrier(CLK_LOCAL_MEM_FENCE);

    cell_written(&shape, item, &first);
    local const element* from = tile + padded(slot_of(&shape, &first), BANK_ROW);
    global element* target = out + place.target + cell_target(&numbers, &first);
#pragma unroll
    for (uint k = 0; k < TILE / ITEMS; ++k) {
        cell_written(&shape, k * ITEMS, &step);
        held[k] = from[padded(slot_of(&shape, &step), BANK_ROW)];
    }
#pragma unroll
    for (uint k = 0; k < TILE / ITEMS; ++k) {
        cell_written(&shape, k * ITEMS, &step);
        if (holds(&place, &first, &step)) target[cell_target(&numbers, &step)] = held[k];
    }
}
