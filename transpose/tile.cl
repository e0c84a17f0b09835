// Transposes a batch of matrices out of place through a padded tile in local memory.
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
// A work-group moves one tile. Work-item i reads slots i, i + ITEMS, ..; after the barrier it writes the same slot
// numbers in the output's order. So reads and writes are both contiguous across work-items. The arguments determine the
// tile's shape: narrow, wide, or spanning several matrices.
//
// ITEMS  work-items of a work-group, a power of two
// TILE   slots of a tile, a power of two that ITEMS divides
// SHAPE  an initialiser of struct tile_shape. As a constant it reduces index arithmetic to a few instructions per
//        element. The problem's lengths and strides are arguments.
#include "transpose/tile_index.h"
#include "transpose/padding.h"
#include "transpose/element.cl"

constant struct tile_shape shape_in_memory = SHAPE;

// A copy of the members. Mesa's compiler keeps a structure in memory that is copied as a whole.
INDEX_FUNCTION void copy_shape(struct tile_shape* shape) {
    shape->rank = shape_in_memory.rank;
    for (uint d = 0; d < box_rank; ++d) {
        shape->bits[d] = shape_in_memory.bits[d];
        shape->read[d] = shape_in_memory.read[d];
        shape->write[d] = shape_in_memory.write[d];
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void tile_transpose(global const element* restrict in,
                                                                              global element* restrict out,
                                                                              const struct tile_numbers numbers) {
    local element tile[PADDED(TILE)];
    element held[TILE / ITEMS];
    const uint item = get_local_id(0);
    struct tile_shape shape;
    copy_shape(&shape);
    struct tile_place place;
    tile_at(&numbers, &shape, get_group_id(0), &place);

    // No branch, so that all loads are in flight at once: a slot outside the problem reads the nearest element inside.
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
