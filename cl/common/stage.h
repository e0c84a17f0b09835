// What the functions of a pass work on: the tile of a work-group, and a butterfly of a stage.
//
// A stage has a radix, the dimension `dim` of the tile that it transforms, and the product `span` of the radices before it.
// Consecutive work-items take butterflies that are neighbours along `contiguous`. The main function passes these numbers one
// by one, not in a struct: when compilers inline a function, they insert numbers at once, but the members of a struct only in
// a later pass.
#pragma once

#include "cl/common/complex.cl"
#include "cl/common/offsets.cl"

// The tile that a work-group processes.
struct tile_index {
    const struct pass_numbers* numbers;
    struct loop_index loops;
    // Copied from `numbers`, because compilers read those again after each store, which splits the condition of neighbouring
    // stores.
    ulong guard_extent[GUARD_COUNT];
    global const uint* powers;  // of a primitive root, if a dimension is in the order of powers
    uint lanes;                 // only for lanes: how many carry a line
    uint butterfly;             // only for lanes: the butterfly that the work-item processes
#if ROWS
    uint length, unused;        // of the row, where each has its own; a structure without holes
#endif
};

// A butterfly. The loops over butterflies set the first part (cl/common/butterfly.cl), their BEGIN function the others: what
// the functions for its points need and what is the same for all points.
struct butterfly {
    struct tile_index where;
    struct coordinate c;  // its place among the butterflies of the stage
    uint radix, dim, span, contiguous;
    ulong inside;  // 0: there is no such line

    offset first, step;           // addresses of points with a constant stride
    global const element* chain;  // the factor of point 1 in the chain's table

    // For inter-pass twiddle factors: the index of the first point, its phase and its factor.
    uint m, phase;
    REAL w_x, w_y;
};
