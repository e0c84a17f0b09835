// Index formulas of square transposes in place: pairs of tiles that are swapped (swap.cl, block_swap.cl).
//
// In a matrix of s x s tiles, tile (i, j), j <= i, is swapped with tile (j, i). The triangle of pairs is folded into a
// rectangle: row y is row s - 1 - y of the triangle followed by a short one, so that all rows have the same length.
//
//     s = 4:  row 0:  (3,0) (3,1) (3,2) (3,3) (0,0)     s = 3:  row 0:  (2,0) (2,1) (2,2)
//             row 1:  (2,0) (2,1) (2,2) (1,0) (1,1)             row 1:  (1,0) (1,1) (0,0)
#pragma once

#include "transpose/division.h"

#ifdef __cplusplus
namespace stockham {
namespace transpose_index {
#endif

struct swap_numbers {
    struct divisor width;   // of the rectangle: s for odd s, s + 1 for even s
    struct divisor height;  // half of s, rounded up
    index64 tiles;          // s
    index64 n;              // length of a matrix's rows and columns
};

struct tile_pair {
    index64 matrix;  // offset of the matrix, in elements
    index64 i;
    index64 j;
};

INDEX_FUNCTION void pair_at(const struct swap_numbers* numbers, index64 group, struct tile_pair* pair) {
    const index64 row = quotient(group, numbers->width), x = group - row * numbers->width.n;
    const index64 matrix = quotient(row, numbers->height), y = row - matrix * numbers->height.n;
    const index64 tall = numbers->tiles - 1 - y, odd = numbers->tiles & 1u;
    pair->matrix = matrix * numbers->n * numbers->n;
    pair->i = x <= tall ? tall : y - odd;
    pair->j = x <= tall ? x : x - tall - 1;
}

#ifdef __cplusplus
}  // namespace transpose_index
}  // namespace stockham
#endif
