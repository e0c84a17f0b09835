// Index formulas of transposes out of place: tiles that work-groups copy (tile.cl, plain.cl, block.cl).
//
// A tile is a box of 2^bits[0] columns, 2^bits[1] rows and 2^bits[2] iterations of one loop. Slot numbers enumerate its
// elements in two ways: the shifts `read` follow the order of the input's memory, `write` that of the output's memory.
// Each coordinate is a field of bits in the slot number. So a work-item computes the position of its first slot, and
// reaches its other slots by adding steps that are the same for all work-items.
#pragma once

#include "transpose/division.h"

#ifdef __cplusplus
namespace stockham {
namespace transpose_index {
#endif

enum { box_rank = 3, most_dimensions = 9 };

// Kernels may be specialised for a shape, which reduces a step from slot to slot to a few instructions. All matrices
// that are large in both dimensions share one shape.
struct tile_shape {
    index32 rank;             // number of dimensions of the problem
    index32 bits[box_rank];   // log2 of the box's extents
    index32 read[box_rank];   // position of a coordinate's bits in a slot number, in reading order
    index32 write[box_rank];  // the same in writing order
};

// One dimension of the problem. The first box_rank extend over the tile; the others have one index per tile.
struct tile_dimension {
    struct divisor tiles;  // number of tiles
    index64 n;             // length
    index64 is;            // input stride in elements
    index64 os;            // output stride in elements
};

// The kernel argument of a tile transpose, with the same layout on host and device.
struct tile_numbers {
    struct tile_dimension dimensions[most_dimensions];
    index64 in_offset;
    index64 out_offset;
    struct tile_shape shape;
};

// The position of a work-group's tile.
struct tile_place {
    index64 source;
    index64 target;
    index32 last[box_rank];  // last index of the box inside the problem, in each dimension
};

struct tile_cell {
    index32 at[box_rank];
};

// The last dimension needs no division: its tile is the remaining quotient of the group's number.
INDEX_FUNCTION void tile_at(const struct tile_numbers* numbers, const struct tile_shape* shape, index64 group,
                            struct tile_place* place) {
    place->source = numbers->in_offset;
    place->target = numbers->out_offset;
#ifndef __cplusplus
#pragma unroll  // constant indices avoid a copy of the argument
#endif
    for (index32 d = 0; d < most_dimensions; ++d) {
        if (d < box_rank) place->last[d] = 0;
        if (d >= shape->rank) continue;
        const index32 bits = d < box_rank ? shape->bits[d] : 0;
        const index64 next = d + 1 < shape->rank ? quotient(group, numbers->dimensions[d].tiles) : 0;
        const index64 first = (group - next * numbers->dimensions[d].tiles.n) << bits;
        group = next;
        place->source += first * numbers->dimensions[d].is;
        place->target += first * numbers->dimensions[d].os;
        if (d < box_rank) {
            const index64 last = numbers->dimensions[d].n - 1 - first, extent = (index64)1 << bits;
            place->last[d] = (index32)(last < extent ? last : extent - 1);
        }
    }
}

INDEX_FUNCTION void cell_read(const struct tile_shape* shape, index32 slot, struct tile_cell* cell) {
    for (index32 d = 0; d < box_rank; ++d) cell->at[d] = (slot >> shape->read[d]) & ((1u << shape->bits[d]) - 1u);
}

INDEX_FUNCTION void cell_written(const struct tile_shape* shape, index32 slot, struct tile_cell* cell) {
    for (index32 d = 0; d < box_rank; ++d) cell->at[d] = (slot >> shape->write[d]) & ((1u << shape->bits[d]) - 1u);
}

// The slot that a cell was read into.
INDEX_FUNCTION index32 slot_of(const struct tile_shape* shape, const struct tile_cell* cell) {
    index32 slot = 0;
    for (index32 d = 0; d < box_rank; ++d) slot += cell->at[d] << shape->read[d];
    return slot;
}

INDEX_FUNCTION index64 cell_source(const struct tile_numbers* numbers, const struct tile_cell* cell) {
    index64 at = 0;
    for (index32 d = 0; d < box_rank; ++d) at += cell->at[d] * numbers->dimensions[d].is;
    return at;
}

INDEX_FUNCTION index64 cell_target(const struct tile_numbers* numbers, const struct tile_cell* cell) {
    index64 at = 0;
    for (index32 d = 0; d < box_rank; ++d) at += cell->at[d] * numbers->dimensions[d].os;
    return at;
}

// Whether the cell at distance `step` from `cell` holds an element. Uses & instead of &&, because a few additions and
// comparisons cost less than a branch.
INDEX_FUNCTION bool holds(const struct tile_place* place, const struct tile_cell* cell, const struct tile_cell* step) {
    index32 inside = 1;
    for (index32 d = 0; d < box_rank; ++d) inside &= cell->at[d] + step->at[d] <= place->last[d];
    return inside != 0;
}

// The cell at distance `step` from `cell`; outside the problem, the nearest cell that holds an element.
INDEX_FUNCTION void nearest_cell(const struct tile_place* place, const struct tile_cell* cell,
                                 const struct tile_cell* step, struct tile_cell* nearest) {
    for (index32 d = 0; d < box_rank; ++d) {
        const index32 at = cell->at[d] + step->at[d];
        nearest->at[d] = at < place->last[d] ? at : place->last[d];
    }
}

#ifdef __cplusplus
}  // namespace transpose_index
}  // namespace stockham
#endif
