// The input side of a pass: its buffer, and loads of single points.
//
// IN_TYPE       type of the buffer's elements
// IN_INDEX      type of an index relative to the tile's start
// IN_FORM       form of the numbers (cl/access/forms.h)
// SWAP_LOAD     1: swaps real and imaginary parts, for an inverse transform
// INVERSE_LOAD  1: swaps them, for the inverse transform after a multiplication by a spectrum
//
// IN_MAPPED     1: an axis is mapped: some points are zero, some are conjugates of others, and each may be multiplied by a
//               chirp
// IN_MAP        the numbers of struct axis_map; IN_INDEX_STRIDES those of struct axis_growth
// IN_HERMITIAN  1: memory only holds the first half of the axis
// IN_FOLDED     1: memory holds the axis in the order of to_folded()
// IN_PRUNED     1: Hermitian: some points of the first half are zero
// IN_REAL_ENDS  1: points of the axis that are their own conjugates count as real
// IN_LAST       the highest index along the axis, for real ends
// IN_BEYOND     1: some indices are beyond the map's extent
// IN_CHIRPED    1: point k of the axis is multiplied by chirp[k]
#include "cl/access/forms.h"
#include "cl/access/non_temporal.cl"
#include "cl/common/axis_map.h"
#include "cl/common/stage.h"
#include "cl/common/tables.cl"

#define in_side OF_PASS(in_side)
#define fetch OF_PASS(fetch)
#define as_loaded OF_PASS(as_loaded)
#define read_point OF_PASS(read_point)
#define point_as_loaded OF_PASS(point_as_loaded)
#define load_point OF_PASS(load_point)
#define in_is_held OF_PASS(in_is_held)
#define in_shift OF_PASS(in_shift)

#if IN_MAPPED
#if ANY_LENGTH
#define in_growth                                                                                                      \
    ((struct axis_growth){{where.axes->in_growth[0], where.axes->in_growth[1], 0, 0},                               \
                          {where.axes->in_loops[0], where.axes->in_loops[1], where.axes->in_loops[2],               \
                           where.axes->in_loops[3], where.axes->in_loops[4], where.axes->in_loops[5]}})
#else
#define in_growth OF_PASS(in_growth)
constant struct axis_growth in_growth = IN_INDEX_STRIDES;
#endif

// Whether memory holds this point of the axis, and the offset to it from its place at a plain stride.
INLINE bool in_is_held(const struct axis_map* map, along_axis index) {
    bool held = true;
    if (IN_BEYOND) held = index < map->extent;
    if (IN_PRUNED) held = held && held_point(map, index) < map->held;
    return held;
}
INLINE signed_offset in_shift(const struct axis_map* map, along_axis index) {
    if (IN_FOLDED) return to_folded(map, index);
    return IN_HERMITIAN && is_conjugate(map, index) ? to_conjugate(map, index) : 0;
}
#endif

// Members that the form does not need are not set.
struct in_side {
    // From the tile's start on; the whole buffer in half precision, where pointers do not allow arithmetic, and for callbacks.
    global const IN_TYPE* numbers;
    global const IN_TYPE* imaginary;  // the whole buffer
    ulong start;                      // the index of the tile's start in the whole buffer
    global const void* data;          // for the callback
    global const element* chirp;
};

// The number at an index relative to the tile's start.
INLINE element fetch(struct in_side in, IN_INDEX at) {
#if IN_FORM == FORM_INTERLEAVED
    return in.numbers[at];
#elif IN_FORM == FORM_REAL
    return (element)(in.numbers[at], 0);
#elif IN_FORM == FORM_PLANAR
    return (element)(in.numbers[at], in.imaginary[in.start + at]);
#elif IN_FORM == FORM_HALF
    return vload_half2(in.start + at, in.numbers);
#elif IN_FORM == FORM_HALF_REAL
    return (element)(vload_half(in.start + at, in.numbers), 0);
#elif IN_FORM == FORM_HALF_PLANAR
    return (element)(vload_half(in.start + at, in.numbers), vload_half(in.start + at, in.imaginary));
#elif IN_FORM == FORM_CALLBACK
    return on_load(in.numbers, in.start + at, in.data);
#else
    return read_once(in.numbers + at);
#endif
}

// Converts a number from memory to an input of the first stage.
INLINE element as_loaded(element e) { return SWAP_LOAD != INVERSE_LOAD ? e.yx : e; }

// Reads the point at a place of the tile; 0 if there is no such line. Only the read of memory is conditional: compilers make
// it a predicated instruction, while a branch around the whole point would let one point wait for the other. `may_be_end`
// is false if the point is known not to be its own conjugate.
INLINE element read_point(struct in_side in, struct coordinate c, struct tile_index where, bool present, bool may_be_end) {
    const ulong strides[TILE_RANK] = IN_STRIDES;
    element e = (element)(0);
#if !IN_MAPPED
    if (present) e = fetch(in, tile_offset(c, strides));
#else
    const struct axis_map map = IN_MAP;
    const along_axis index = axis_index(in_growth, c, where.loops);
    if (present && in_is_held(&map, index))
        e = fetch(in, (signed_offset)tile_offset(c, strides) + in_shift(&map, index));
    if (IN_HERMITIAN && is_conjugate(&map, index)) e.y = -e.y;
    if (IN_REAL_ENDS && may_be_end && is_own_conjugate(&map, index)) e.y = 0;
#endif
    return e;
}

// Converts a point that was read to an input of the first stage.
INLINE element point_as_loaded(struct in_side in, struct coordinate c, struct tile_index where, element e) {
#if !IN_CHIRPED
    return as_loaded(e);
#else
    const struct axis_map map = IN_MAP;
    if (SWAP_LOAD) e = e.yx;
    e = product(e, table_entry(in.chirp, min(axis_index(in_growth, c, where.loops), map.extent - 1)));
    return INVERSE_LOAD ? e.yx : e;
#endif
}

INLINE element load_point(struct in_side in, struct coordinate c, struct tile_index where, bool present, bool may_be_end) {
    return point_as_loaded(in, c, where, read_point(in, c, where, present, may_be_end));
}
