// The index formulas of the transposes: which work-item touches which element, in one text for kernels and host.
//
// It is written in the common subset of OpenCL C and C++: the kernels include it, and so do the host code that lists
// the moves of a step and the tests that prove them. Places in memory are 64 bits wide, places in a tile 32. Structures
// come back through pointers, since Oclgrind does not know what clang makes of inlined functions that return them.
#ifndef STOCKHAM_TRANSPOSE_INDEX_H
#define STOCKHAM_TRANSPOSE_INDEX_H

#ifndef __cplusplus
#define INDEX_FUNCTION static inline __attribute__((always_inline))
typedef ulong index64;
typedef uint index32;
#else
#include <cstdint>
#define INDEX_FUNCTION inline
namespace stockham {
namespace transpose_index {
using index64 = std::uint64_t;
using index32 = std::uint32_t;
#endif

// ---- Division by a number that is known at launch ---------------------------------------------------------------
// Devices divide 64-bit numbers by hundreds of instructions; a product with the reciprocal takes a dozen.

struct divisor {
    index64 n;
    index64 reciprocal;  // floor((2^64 - 1) / n)
};

INDEX_FUNCTION index64 high_product(index64 x, index64 y) {
#ifndef __cplusplus
    return mul_hi(x, y);
#else
    const index64 low_mask = 0xffffffffu;
    const index64 x0 = x & low_mask, x1 = x >> 32, y0 = y & low_mask, y1 = y >> 32;
    const index64 middle = x1 * y0 + ((x0 * y0) >> 32);
    return x1 * y1 + (middle >> 32) + ((x0 * y1 + (middle & low_mask)) >> 32);
#endif
}

// x / n for every x: the reciprocal is less than one short of 2^64 / n, so the product is at most one short of x / n.
INDEX_FUNCTION index64 quotient(index64 x, struct divisor d) {
    const index64 q = high_product(x, d.reciprocal);
    return q + (x - q * d.n >= d.n ? 1u : 0u);
}

INDEX_FUNCTION index64 remainder_of(index64 x, struct divisor d) { return x - quotient(x, d) * d.n; }

// ---- Out of place: tiles ------------------------------------------------------------------------------------------
// A tile is a box of 2^bits[0] columns, 2^bits[1] rows and 2^bits[2] turns of one loop, and its slots number the
// elements of the box in two ways: by `read` shifts, in the order of the input's memory, and by `write` shifts, in the
// order of the output's. A coordinate is some bits of a slot's number, so that the number of a sum of disjoint slots is
// the sum of their numbers: a work-item works out the place of its first slot, and the rest are uniform steps from it.

enum { box_rank = 3, most_dimensions = 9 };

// What a kernel may be specialised for, so that a step from slot to slot is a few instructions: all matrices that are
// large both ways share one shape.
struct tile_shape {
    index32 rank;             // how many dimensions the problem has
    index32 bits[box_rank];   // log2 of the box's extents
    index32 read[box_rank];   // where a coordinate's bits are in a slot's number, in the order of reading
    index32 write[box_rank];  // and in the order of writing
};

// One dimension of the problem. The first box_rank have an extent in the tile, the others one index a tile.
struct tile_dimension {
    struct divisor tiles;  // tiles along it
    index64 n;             // elements along it
    index64 is;            // elements from one to the next in the input
    index64 os;            // and in the output
};

// The numbers of a tile transpose: one kernel argument, laid out alike on host and device.
struct tile_numbers {
    struct tile_dimension dimensions[most_dimensions];
    index64 in_offset;
    index64 out_offset;
    struct tile_shape shape;
};

// Where one work-group's tile lies.
struct tile_place {
    index64 source;
    index64 target;
    index32 last[box_rank];  // the box's last index that is inside the problem, along each dimension
};

struct tile_cell {
    index32 at[box_rank];
};

// The last dimension needs no division: what the others leave of the group's number is its tile.
INDEX_FUNCTION void tile_at(const struct tile_numbers* numbers, const struct tile_shape* shape, index64 group,
                            struct tile_place* place) {
    place->source = numbers->in_offset;
    place->target = numbers->out_offset;
#ifndef __cplusplus
#pragma unroll  // indexed by numbers the compiler knows, the argument needs no copy
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

// Whether the cell `step` away from `cell` holds an element. No && here: a few additions and comparisons cost less
// than a branch.
INDEX_FUNCTION bool holds(const struct tile_place* place, const struct tile_cell* cell, const struct tile_cell* step) {
    index32 inside = 1;
    for (index32 d = 0; d < box_rank; ++d) inside &= cell->at[d] + step->at[d] <= place->last[d];
    return inside != 0;
}

// The cell that `step` leads to from `cell`, or, outside the problem, the nearest one that holds an element.
INDEX_FUNCTION void nearest_cell(const struct tile_place* place, const struct tile_cell* cell,
                                 const struct tile_cell* step, struct tile_cell* nearest) {
    for (index32 d = 0; d < box_rank; ++d) {
        const index32 at = cell->at[d] + step->at[d];
        nearest->at[d] = at < place->last[d] ? at : place->last[d];
    }
}

// Where a slot lies in local memory. A row of banks is 2^row elements: one element of padding after each of them, and
// one more after each row of rows, so that a run of slots whose numbers differ in any few neighbouring bits meets no
// bank twice. For 16 x 16 elements and rows of 16 this is the classic tile of 16 x 17.
INDEX_FUNCTION index32 padded(index32 slot, index32 row) { return slot + (slot >> row) + (slot >> 2 * row); }

// ---- In place, square: swaps of tiles -----------------------------------------------------------------------------
// Tile (i, j) of a matrix of s x s tiles, j <= i, changes places with tile (j, i). The triangle of pairs is folded
// into a rectangle: its row y is row s - 1 - y of the triangle, followed by a short one, so that all are equally long.
//
//     s = 4:  row 0:  (3,0) (3,1) (3,2) (3,3) (0,0)     s = 3:  row 0:  (2,0) (2,1) (2,2)
//             row 1:  (2,0) (2,1) (2,2) (1,0) (1,1)             row 1:  (1,0) (1,1) (0,0)

struct swap_numbers {
    struct divisor width;   // of the rectangle: s for odd s, else s + 1
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

// ---- In place, rectangular: shuffles of lines ---------------------------------------------------------------------
// After Catanzaro, Keller, Garland, "A decomposition for in-place matrix transposition" (PPoPP 2014); derived anew.
//
// The memory is seen as m rows of n elements, m <= n, before and after. With c = gcd(m, n), a = m / c, b = n / c, the
// element at (i, j) belongs at l' = j m + i, that is in column j' = l' mod n. Within one row two elements may want one
// column, since j m mod n repeats with period b. So there are three steps, each a permutation inside every line:
//
//   rotate   column j goes up by floor(j / b):  row r gets what was in row  (r + floor(j / b)) mod m
//   spread   now the elements of row r want different columns:  column j goes to column
//            (j m + (r + floor(j / b)) mod m) mod n
//            [j = q b + s: j m = s m mod n runs over the multiples of c, once each; (r + q) mod c fills the gaps]
//   settle   the element of row i' in column j' is the one from (i, j) with l' = i' n + j', i = l' mod m and
//            floor(j / b) = floor(l' / (m b)) = floor(i' / a)  [m b = n a]:  row i' gets what was in row
//            (i' n + j' - floor(i' / a)) mod m
//
// turns m rows of n into n rows of m. The same steps backwards, each inverted, turn n rows of m into m rows of n, so
// rows are always the longer lines: one line of scratch holds a strip of floor(n / m) columns.

enum line_step { line_rotate = 0, line_spread = 1, line_settle = 2 };

struct line_numbers {
    struct divisor m;
    struct divisor n;
    struct divisor a;
    struct divisor b;
    struct divisor strips;  // strips of neighbouring lines in one matrix
    index64 all_strips;     // in all matrices
    index64 rounds;         // strips of one work-group
    index64 distance;       // from one matrix to the next: m n
    index64 lines;          // lines of one matrix
    index64 length;         // elements of a line
    index64 pitch;          // from one line to the next
    index64 stride;         // from one element of a line to the next
    index32 width;          // log2 of the lines in a strip
    index32 step;           // which line_step
    index32 scatter;        // 1: element x goes where line_place says; 0: place x gets the element from there
    index32 unused;
};

// x mod modulus for x < 2 modulus.
INDEX_FUNCTION index64 wrapped(index64 x, index64 modulus) { return x < modulus ? x : x - modulus; }

// The place in line y that place x exchanges with.
INDEX_FUNCTION index64 line_place(const struct line_numbers* numbers, index64 y, index64 x) {
    if (numbers->step == line_rotate) return wrapped(x + quotient(y, numbers->b), numbers->m.n);
    if (numbers->step == line_spread) {
        const index64 row = wrapped(y + quotient(x, numbers->b), numbers->m.n);
        return wrapped(remainder_of(x * numbers->m.n, numbers->n) + row, numbers->n.n);
    }
    const index64 row = remainder_of(x * numbers->n.n + y, numbers->m), turned = quotient(x, numbers->a);
    return row >= turned ? row - turned : row + numbers->m.n - turned;
}

// The same places one after the other, x = 0, 1, 2, .., by additions alone, for a work-item that walks along lines: a
// sum that grows by `add` from x to x + 1, and one that grows by `turn` after every `period` of them. Another line of
// the same strip is always `line_apart` further on.
struct line_walk {
    index64 sum;
    index64 add;
    index64 modulus;
    index64 turned;
    index64 turn;
    index64 period;
    index64 left;  // until the next turn
};

INDEX_FUNCTION void walk_from(const struct line_numbers* numbers, index64 y, struct line_walk* walk) {
    const index64 m = numbers->m.n, n = numbers->n.n;
    const bool rotates = numbers->step == line_rotate, spreads = numbers->step == line_spread;
    walk->sum = rotates ? quotient(y, numbers->b) : spreads ? 0 : remainder_of(y, numbers->m);
    walk->add = rotates ? 1 : spreads ? m : remainder_of(n, numbers->m);
    walk->modulus = spreads ? n : m;
    walk->turned = spreads ? y : 0;
    walk->turn = spreads ? 1 : m - 1;
    walk->period = walk->left = rotates ? m : spreads ? numbers->b.n : numbers->a.n;
}

INDEX_FUNCTION index64 walk_place(const struct line_walk* walk) {
    return wrapped(walk->sum + walk->turned, walk->modulus);
}

INDEX_FUNCTION void walk_on(const struct line_numbers* numbers, struct line_walk* walk) {
    walk->sum = wrapped(walk->sum + walk->add, walk->modulus);
    if (--walk->left > 0) return;
    walk->left = walk->period;
    walk->turned = wrapped(walk->turned + walk->turn, numbers->m.n);
}

// How much further the places in line y + k are than those in line y, in a step of columns.
INDEX_FUNCTION index64 line_apart(const struct line_numbers* numbers, index64 y, index64 k) {
    return numbers->step == line_rotate ? quotient(y + k, numbers->b) - quotient(y, numbers->b)
                                        : remainder_of(k, numbers->m);
}

// A strip of neighbouring lines. Its slots are numbered in the order of memory: for columns the lines first.
struct strip_place {
    index64 first;  // offset of the strip's first element
    index64 line;   // number of its first line in the matrix
    index64 lines;  // lines in it: fewer than elsewhere in a matrix's last strip, and none after the last strip
};

INDEX_FUNCTION void strip_at(const struct line_numbers* numbers, index64 strip, struct strip_place* place) {
    const index64 matrix = quotient(strip, numbers->strips), width = (index64)1 << numbers->width;
    place->line = (strip - matrix * numbers->strips.n) << numbers->width;
    place->first = matrix * numbers->distance + place->line * numbers->pitch;
    place->lines = numbers->lines - place->line < width ? numbers->lines - place->line : width;
    if (strip >= numbers->all_strips) place->lines = 0;
}

INDEX_FUNCTION index64 strip_slots(const struct line_numbers* numbers, const struct strip_place* place) {
    return place->lines > 0 ? numbers->length << numbers->width : 0;
}

INDEX_FUNCTION bool strip_holds(const struct line_numbers* numbers, const struct strip_place* place, index64 slot) {
    return (slot < strip_slots(numbers, place)) & ((slot & (((index64)1 << numbers->width) - 1u)) < place->lines);
}

// Where a slot's element lies in memory, counted from the strip's first.
INDEX_FUNCTION index64 slot_memory(const struct line_numbers* numbers, index64 slot) {
    const index64 line = slot & (((index64)1 << numbers->width) - 1u);
    return line * numbers->pitch + (slot >> numbers->width) * numbers->stride;
}

// Where it lies in scratch: elements that scatter are permuted on the way in, elements that gather on the way out.
INDEX_FUNCTION index64 slot_scratch(const struct line_numbers* numbers, const struct strip_place* place, index64 slot,
                                    bool permuted) {
    const index64 line = slot & (((index64)1 << numbers->width) - 1u), x = slot >> numbers->width;
    return permuted ? (line_place(numbers, place->line + line, x) << numbers->width) + line : slot;
}

#ifdef __cplusplus
}  // namespace transpose_index
}  // namespace stockham
#endif

#endif
