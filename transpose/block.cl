// Transposes a batch of matrices out of place on a CPU: each work-item moves one tile block by block, without barriers.
//
//        input                            output
//   . . +---+---+-. .                  . +---+---+ . .
//   . . | A | B |C. .    a block is    . | A'| D'| . .
//   . . +---+---+-. .   ---------->    . +---+---+ . .
//   . . | D | E |F. .   SIDE x SIDE    . | B'| E'| . .
//   . . +---+---+-. .    elements      . +---+---+ . .
//                                      . | C'  F'  . .
// A block is one cache line wide and one high, so each cache line that it touches is used at once and completely. The
// rest at a tile's edges (C, F) is moved element by element, as are tiles whose elements are not contiguous.
#include "transpose/tile_index.h"
#include "transpose/element.cl"
#include "transpose/zip.cl"

// Moves `rows` rows and `columns` columns of a box element by element.
INDEX_FUNCTION void move_cells(const struct tile_numbers* numbers, global const element* source, global element* target,
                               uint rows, uint columns) {
    const ulong column_is = numbers->dimensions[0].is, column_os = numbers->dimensions[0].os;
    const ulong row_is = numbers->dimensions[1].is, row_os = numbers->dimensions[1].os;
    if (column_is == 1 && column_os == 1) {
        for (uint r = 0; r < rows; ++r)
            for (uint c = 0; c < columns; ++c) target[r * row_os + c] = source[r * row_is + c];
    } else {
        for (uint c = 0; c < columns; ++c)
            for (uint r = 0; r < rows; ++r)
                target[r * row_os + c * column_os] = source[r * row_is + c * column_is];
    }
}

// Moves one block whose rows are contiguous in the input and whose columns are contiguous in the output.
INDEX_FUNCTION void move_block(global const element* source, ulong row_is, global element* target, ulong column_os) {
    line block[SIDE];
#pragma unroll
    for (uint i = 0; i < SIDE; ++i) block[i] = LOAD_LINE(source + i * row_is);
    transpose_lines(block);
#pragma unroll
    for (uint i = 0; i < SIDE; ++i) STORE_LINE(block[i], target + i * column_os);
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void block_transpose(global const element* restrict in,
                                                                           global element* restrict out,
                                                                           const struct tile_numbers numbers) {
    struct tile_place place;
    tile_at(&numbers, &numbers.shape, get_group_id(0), &place);
    const uint columns = place.last[0] + 1, rows = place.last[1] + 1, turns = place.last[2] + 1;
    const ulong column_is = numbers.dimensions[0].is, column_os = numbers.dimensions[0].os;
    const ulong row_is = numbers.dimensions[1].is, row_os = numbers.dimensions[1].os;
    const bool blocks = column_is == 1 && row_os == 1;
    const uint block_columns = blocks ? columns / SIDE * SIDE : 0, block_rows = blocks ? rows / SIDE * SIDE : 0;

    for (uint turn = 0; turn < turns; ++turn) {
        global const element* source = in + place.source + turn * numbers.dimensions[2].is;
        global element* target = out + place.target + turn * numbers.dimensions[2].os;
        for (uint r = 0; r < block_rows; r += SIDE)
            for (uint c = 0; c < block_columns; c += SIDE)
                move_block(source + r * row_is + c, row_is, target + r + c * column_os, column_os);
        move_cells(&numbers, source + block_columns * column_is, target + block_columns * column_os, block_rows,
                   columns - block_columns);
        move_cells(&numbers, source + block_rows * row_is, target + block_rows * row_os, rows - block_rows, columns);
    }
}
