// Permutes the elements within each row or each column of a batch of matrices in place on a CPU: like lines.cl, but
// without barriers.
//
//      a strip of neighbouring lines             scratch
//     . . |a b| . . . .                       +-----------+
//     . . |c d| . . . .   read in the order   |a b c d e f|   write it back,
//     . . |e f| . . . .   of memory ------->  +-----------+   permuted ------->
//
// Each work-item owns a strip and walks over it twice. It visits the elements of a line in order, so it computes each
// position from the previous one by additions.
//
// SCRATCH  elements of scratch in local memory; 0: the scratch is in the workspace
#include "transpose/line_index.h"
#include "transpose/element.cl"

// Maximum number of lines in a strip: one cache line.
#define MOST_LINES (64 / ELEMENT_BYTES)

#if SCRATCH
#define WORKSPACE_ARGUMENT
#define SCRATCH_SPACE local
#else
#define WORKSPACE_ARGUMENT , global element* workspace
#define SCRATCH_SPACE global
#endif

// Moves `lines` neighbouring columns, or a row, to scratch or BACK. Memory is in order; scratch may be PERMUTED.
enum { BACK = 1, PERMUTED = 2 };

INDEX_FUNCTION void walk_strip(const struct line_numbers* numbers, const struct strip_place* place, uint lines,
                               uint how, global element* strip, SCRATCH_SPACE element* scratch) {
    const bool back = how & BACK, permuted = how & PERMUTED;
    ulong apart[MOST_LINES];
    for (uint line = 0; line < lines; ++line) apart[line] = line_apart(numbers, place->line, line);
    struct line_walk walk;
    walk_from(numbers, place->line, &walk);
    for (ulong x = 0; x < numbers->length; ++x) {
        global element* outside = strip + x * numbers->stride;
        const ulong first = permuted ? walk_place(&walk) : x;
        for (uint line = 0; line < lines; ++line) {
            const ulong y = permuted ? wrapped(first + apart[line], walk.modulus) : x;
            SCRATCH_SPACE element* inside = scratch + (y << numbers->width) + line;
            if (back)
                outside[line] = *inside;
            else
                *inside = outside[line];
        }
        if (permuted) walk_on(numbers, &walk);
    }
}

// Gives full strips and single lines loops of constant length.
INDEX_FUNCTION void walk_lines_of(const struct line_numbers* numbers, const struct strip_place* place, uint how,
                                  global element* strip, SCRATCH_SPACE element* scratch) {
    if (place->lines == 1)
        walk_strip(numbers, place, 1, how, strip, scratch);
    else if (place->lines == MOST_LINES)
        walk_strip(numbers, place, MOST_LINES, how, strip, scratch);
    else
        walk_strip(numbers, place, (uint)place->lines, how, strip, scratch);
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void walk_lines(global element* data,
                                                                     const struct line_numbers numbers
                                                                         WORKSPACE_ARGUMENT) {
#if SCRATCH
    local element scratch[SCRATCH];
#else
    global element* scratch = workspace + get_group_id(0) * (numbers.length << numbers.width);
#endif
    for (ulong round = 0; round < numbers.rounds; ++round) {
        struct strip_place place;
        strip_at(&numbers, get_group_id(0) + round * get_num_groups(0), &place);
        if (place.lines == 0) continue;
        if (numbers.scatter) {
            walk_lines_of(&numbers, &place, PERMUTED, data + place.first, scratch);
            walk_lines_of(&numbers, &place, BACK, data + place.first, scratch);
        } else {
            walk_lines_of(&numbers, &place, 0, data + place.first, scratch);
            walk_lines_of(&numbers, &place, BACK | PERMUTED, data + place.first, scratch);
        }
    }
}
