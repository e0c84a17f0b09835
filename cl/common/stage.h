// What the functions of a pass work on: the tile of a work-group, and a butterfly of a stage.
//
// A stage has a radix, the dimension `dim` of the tile that it transforms, and the product `span` of the radices before it.
// Consecutive work-items take butterflies that are neighbours along `contiguous`. The main function passes these numbers one
// by one, not in a struct: when compilers inline a function, they insert numbers at once, but the members of a struct only in
// a later pass.
#pragma once

#include "cl/common/complex.cl"
#include "cl/common/offsets.cl"

#if ANY_LENGTH
#include "cl/common/digit_shape.h"
#define TILE_OF(where) {{(where).shape->n, 1, 1, 1}}
#define TILE TILE_OF(where)
#define IN_STRIDES {where.shape->in_strides[0], where.shape->in_strides[1], 0, 0}
#define OUT_STRIDES {where.shape->out_strides[0], where.shape->out_strides[1], 0, 0}
#define MAP_OF(numbers) {(numbers)[0], (numbers)[1], (numbers)[2], (numbers)[3], (numbers)[4]}
#define IN_MAP MAP_OF(where.axes->in_map)
#define OUT_MAP MAP_OF(where.axes->out_map)
#else
#define TILE_OF(where) TILE
#endif

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
#if ANY_LENGTH
    const struct digit_shape* shape;
    const struct digit_axes* axes;           // null without mapped axes
    const struct digit_spectrum* spectrum;   // null without a spectrum
#endif
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
