// Index formulas of the transposes, shared by kernels and host: which work-item accesses which element.
//
// Written in the common subset of OpenCL C and C++. The kernels include it, and so do the host code that lists the
// moves of a step and the tests that verify them. Indices in memory have 64 bits, indices in a tile 32. Structures are
// returned through pointers, since Oclgrind cannot run inlined functions that return them by value.
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
// A 64-bit division takes a device hundreds of instructions, a product with the reciprocal about a dozen.

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

// x / n for every x. The reciprocal is at most 1 less than 2^64 / n, so the product is x / n or x / n - 1.
INDEX_FUNCTION index64 quotient(index64 x, struct divisor d) {
    const index64 q = high_product(x, d.reciprocal);
    return q + (x - q * d.n >= d.n ? 1u : 0u);
}

INDEX_FUNCTION index64 remainder_of(index64 x, struct divisor d) { return x - quotient(x, d) * d.n; }

// ---- Out of place: tiles ------------------------------------------------------------------------------------------
// A tile is a box of 2^bits[0] columns, 2^bits[1] rows and 2^bits[2] iterations of one loop. Slot numbers enumerate its
// elements in two ways: the shifts `read` follow the order of the input's memory, `write` that of the output's memory.
// Each coordinate is a field of bits in the slot number. So a work-item computes the position of its first slot, and
// reaches its other slots by adding steps that are the same for all work-items.

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

// The position of a slot in local memory. A row of banks holds 2^row elements. One element of padding follows each row,
// and another follows 2^row rows, so that slots whose numbers differ in a few adjacent bits never share a bank. For
// 16 x 16 elements and rows of 16 this is the classic tile of 16 x 17.
INDEX_FUNCTION index32 padded(index32 slot, index32 row) { return slot + (slot >> row) + (slot >> 2 * row); }

// ---- In place, square: swaps of tiles -----------------------------------------------------------------------------
// In a matrix of s x s tiles, tile (i, j), j <= i, is swapped with tile (j, i). The triangle of pairs is folded into a
// rectangle: row y is row s - 1 - y of the triangle followed by a short one, so that all rows have the same length.
//
//     s = 4:  row 0:  (3,0) (3,1) (3,2) (3,3) (0,0)     s = 3:  row 0:  (2,0) (2,1) (2,2)
//             row 1:  (2,0) (2,1) (2,2) (1,0) (1,1)             row 1:  (1,0) (1,1) (0,0)

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

// ---- In place, rectangular: permutations within lines -------------------------------------------------------------
// After Catanzaro, Keller, Garland, "A decomposition for in-place matrix transposition" (PPoPP 2014); the formulas are
// derived independently.
//
// Memory is viewed as m rows of n elements, m <= n, before and after. With c = gcd(m, n), a = m / c, b = n / c, the
// element at (i, j) moves to l' = j m + i, that is to column j' = l' mod n. Two elements of a row may need the same
// column, since j m mod n repeats with period b. So there are three steps, each a permutation within every line:
//
//   rotate   shift column j up by floor(j / b):  row r receives row  (r + floor(j / b)) mod m
//   spread   now the elements of row r need different columns:  column j moves to column
//            (j m + (r + floor(j / b)) mod m) mod n
//            [j = q b + s: j m = s m mod n takes each multiple of c once; (r + q) mod c fills the gaps]
//   settle   the element of row i' in column j' comes from (i, j) with l' = i' n + j', i = l' mod m and
//            floor(j / b) = floor(l' / (m b)) = floor(i' / a)  [m b = n a]:  row i' receives row
//            (i' n + j' - floor(i' / a)) mod m
//
// These steps turn m rows of n into n rows of m. The inverse steps in reverse order turn n rows of m into m rows of n.
// So rows are always the longer lines, and one line of scratch holds a strip of floor(n / m) columns.

enum line_step { line_rotate = 0, line_spread = 1, line_settle = 2 };

struct line_numbers {
    struct divisor m;
    struct divisor n;
    struct divisor a;
    struct divisor b;
    struct divisor strips;  // strips of neighbouring lines in one matrix
    index64 all_strips;     // in all matrices
    index64 rounds;         // strips per work-group
    index64 distance;       // from one matrix to the next: m n
    index64 lines;          // lines of one matrix
    index64 length;         // elements of a line
    index64 pitch;          // distance between lines
    index64 stride;         // distance between elements of a line
    index32 width;          // log2 of the lines in a strip
    index32 step;           // which line_step
    index32 scatter;        // 1: element x moves to line_place; 0: position x receives the element at line_place
    index32 unused;
};

// x mod modulus for x < 2 modulus.
INDEX_FUNCTION index64 wrapped(index64 x, index64 modulus) { return x < modulus ? x : x - modulus; }

// The position in line y where element x moves to (scatter), or comes from (gather).
INDEX_FUNCTION index64 line_place(const struct line_numbers* numbers, index64 y, index64 x) {
    if (numbers->step == line_rotate) return wrapped(x + quotient(y, numbers->b), numbers->m.n);
    if (numbers->step == line_spread) {
        const index64 row = wrapped(y + quotient(x, numbers->b), numbers->m.n);
        return wrapped(remainder_of(x * numbers->m.n, numbers->n) + row, numbers->n.n);
    }
    const index64 row = remainder_of(x * numbers->n.n + y, numbers->m), turned = quotient(x, numbers->a);
    return row >= turned ? row - turned : row + numbers->m.n - turned;
}

// The same positions for x = 0, 1, 2, .. by additions only, for a work-item that walks along a line: one sum grows by
// `add` at each x, another by `turn` after every `period`. Other lines of the strip are at a constant distance,
// line_apart().
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

// The distance of the positions in line y + k from those in line y, for steps on columns.
INDEX_FUNCTION index64 line_apart(const struct line_numbers* numbers, index64 y, index64 k) {
    return numbers->step == line_rotate ? quotient(y + k, numbers->b) - quotient(y, numbers->b)
                                        : remainder_of(k, numbers->m);
}

// A strip of neighbouring lines. Its slots are numbered in memory order: for columns, the line varies fastest.
struct strip_place {
    index64 first;  // offset of the strip's first element
    index64 line;   // number of its first line in the matrix
    index64 lines;  // number of lines: fewer in a matrix's last strip, 0 beyond the last strip
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

// The offset of a slot's element in memory from the strip's first element.
INDEX_FUNCTION index64 slot_memory(const struct line_numbers* numbers, index64 slot) {
    const index64 line = slot & (((index64)1 << numbers->width) - 1u);
    return line * numbers->pitch + (slot >> numbers->width) * numbers->stride;
}

// The offset of a slot's element in scratch. A scatter permutes while reading, a gather while writing.
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
