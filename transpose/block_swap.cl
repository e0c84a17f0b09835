// Transposes a batch of square matrices in place on a CPU: each work-item swaps a pair of tiles block by block, without
// barriers.
//
//      +---+---+---+---+     The work-item of tiles (i, j) and (j, i) walks over the blocks of tile (i, j): each
//      | . | . |   | c |     block and its mirror image in the other tile are loaded into registers, transposed
//      +---+---+---+---+     there, and stored where the other was. In a tile on the diagonal only the blocks on
//      | . | . | b |   |     and below the diagonal are visited. Blocks beyond the matrix's edge are swapped
//      +---+---+---+---+     element by element.
//      |   | B | . | . |
//      +---+---+---+---+     The pairs of tiles are those of swap.cl.
//      | C |   | . | . |
//      +---+---+---+---+
//
// TILE_SIDE  rows and columns of a tile, a multiple of SIDE
#include "transpose/swap_index.h"
#include "transpose/element.cl"
#include "transpose/zip.cl"

// Swaps block (row, column) with block (column, row), row >= column.
INDEX_FUNCTION void swap_blocks(global element* matrix, ulong n, ulong row, ulong column) {
    line lower[SIDE], upper[SIDE];
#pragma unroll
    for (uint i = 0; i < SIDE; ++i) lower[i] = LOAD_LINE(matrix + (row + i) * n + column);
#pragma unroll
    for (uint i = 0; i < SIDE; ++i) upper[i] = LOAD_LINE(matrix + (column + i) * n + row);
    transpose_lines(lower);
    transpose_lines(upper);
#pragma unroll
    for (uint i = 0; i < SIDE; ++i) STORE_LINE(lower[i], matrix + (column + i) * n + row);
#pragma unroll
    for (uint i = 0; i < SIDE; ++i) STORE_LINE(upper[i], matrix + (row + i) * n + column);
}

// The same if one or both blocks extend beyond the matrix.
INDEX_FUNCTION void swap_cells(global element* matrix, ulong n, ulong row, ulong column) {
    for (ulong r = row; r < min(row + SIDE, n); ++r)
        for (ulong c = column; c < min(column + SIDE, r); ++c) {
            const element low = matrix[r * n + c];
            matrix[r * n + c] = matrix[c * n + r];
            matrix[c * n + r] = low;
        }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void swap_blocks_of_tiles(global element* data,
                                                                               const struct swap_numbers numbers) {
    struct tile_pair pair;
    pair_at(&numbers, get_group_id(0), &pair);
    const ulong n = numbers.n, below = pair.i * TILE_SIDE, right = pair.j * TILE_SIDE;
    global element* matrix = data + pair.matrix;
    for (ulong row = below; row < min(below + TILE_SIDE, n); row += SIDE)
        for (ulong column = right; column < min(right + TILE_SIDE, row + 1); column += SIDE) {
            if (row + SIDE <= n)
                swap_blocks(matrix, n, row, column);
            else
                swap_cells(matrix, n, row, column);
        }
}
