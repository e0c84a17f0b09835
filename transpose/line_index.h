// Index formulas of rectangular transposes in place: permutations within lines (lines.cl, block_lines.cl).
//
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
#pragma once

#include "transpose/division.h"

#ifdef __cplusplus
namespace stockham {
namespace transpose_index {
#endif

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
