// Transposes a batch of square matrices in place by swaps of tiles.
//
//      0   1   2   3
//    +---+---+---+---+     A work-group reads tile (i, j) and its mirror image (j, i) into local memory. After
//  0 | . |   | B |   |     the barrier it writes each, transposed, where the other was. On the diagonal both are
//    +---+---+---+---+     the same tile. Neighbouring work-items read and write the rows of a tile as in
//  1 |   | . |   |   |     tile.cl, with the same padding.
//    +---+---+---+---+
//  2 | A |   | . |   |     No other work-group accesses the pair.
//    +---+---+---+---+
//
// ITEMS  work-items of a work-group, a power of two
// SIDE   rows and columns of a tile, a power of two; ITEMS divides SIDE * SIDE
#include "transpose/swap_index.h"
#include "transpose/padding.h"
#include "transpose/element.cl"

#define SHARE (SIDE * SIDE / ITEMS)
#define INSIDE(row, column) ((row < n) & (column < n))

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void swap_tiles(global element* data,
                                                                          const struct swap_numbers numbers) {
    local element lower[PADDED(SIDE * SIDE)], upper[PADDED(SIDE * SIDE)];
    const uint item = get_local_id(0);
    struct tile_pair pair;
    pair_at(&numbers, get_group_id(0), &pair);
    const ulong n = numbers.n, below = pair.i * SIDE, right = pair.j * SIDE;
    global element* matrix = data + pair.matrix;

    // No branch, so that all loads are in flight at once: a slot beyond the matrix reads the pair's first element.
    element low[SHARE], high[SHARE];
#pragma unroll
    for (uint k = 0; k < SHARE; ++k) {
        const uint r = (item + k * ITEMS) / SIDE, c = (item + k * ITEMS) % SIDE;
        low[k] = matrix[INSIDE(below + r, right + c) ? (below + r) * n + right + c : below * n + right];
        high[k] = matrix[INSIDE(right + r, below + c) ? (right + r) * n + below + c : below * n + right];
    }
#pragma unroll
    for (uint k = 0; k < SHARE; ++k) {
        lower[padded(item, BANK_ROW) + padded(k * ITEMS, BANK_ROW)] = low[k];
        upper[padded(item, BANK_ROW) + padded(k * ITEMS, BANK_ROW)] = high[k];
    }

    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

#pragma unroll
    for (uint k = 0; k < SHARE; ++k) {
        const uint r = (item + k * ITEMS) / SIDE, c = (item + k * ITEMS) % SIDE;
        const uint from = padded(c * SIDE + r, BANK_ROW);
        if (INSIDE(right + r, below + c)) matrix[(right + r) * n + below + c] = lower[from];
        if (INSIDE(below + r, right + c)) matrix[(below + r) * n + right + c] = upper[from];
    }
}
