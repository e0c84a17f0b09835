// The output side of a pass: its buffer, and stores of single points. The constants are those of cl/access/input.cl for the
// output, as OUT_TYPE, SWAP_STORE and so on.
//
// OUT_BEYOND        1: points beyond the map's extent are not wanted
// OUT_PRUNED        1: Hermitian: some points of the first half are not wanted
// OUT_REAL_ENDS     1: points that are their own conjugates are real. Rounding errors in their imaginary parts are dropped
// OUT_REAL_PERIODS  of the other axes that the pass transforms: see is_own_conjugate_beside()
#include "cl/access/forms.h"
#include "cl/access/non_temporal.cl"
#include "cl/common/axis_map.h"
#include "cl/common/stage.h"
#include "cl/common/tables.cl"

#define out_side OF_PASS(out_side)
#define deliver OF_PASS(deliver)
#define as_stored OF_PASS(as_stored)
#define point_as_stored OF_PASS(point_as_stored)
#define write_point OF_PASS(write_point)
#define store_point OF_PASS(store_point)
#define out_is_held OF_PASS(out_is_held)
#define out_shift OF_PASS(out_shift)

#if OUT_MAPPED
#if ANY_LENGTH
#define out_growth                                                                                                      \
    ((struct axis_growth){{where.axes->out_growth[0], where.axes->out_growth[1], 0, 0},                               \
                          {where.axes->out_loops[0], where.axes->out_loops[1], where.axes->out_loops[2],               \
                           where.axes->out_loops[3], where.axes->out_loops[4], where.axes->out_loops[5]}})
#define real_periods ((struct coordinate){{where.axes->real_periods[0], where.axes->real_periods[1], 0, 0}})
#else
#define out_growth OF_PASS(out_growth)
#define real_periods OF_PASS(real_periods)
constant struct axis_growth out_growth = OUT_INDEX_STRIDES;
constant struct coordinate real_periods = OUT_REAL_PERIODS;
#endif

// Whether memory holds this point of the axis, and the offset to it from its place at a plain stride.
INLINE bool out_is_held(const struct axis_map* map, along_axis index) {
    bool held = true;
    if (OUT_BEYOND) held = index < map->extent;
    if (OUT_HERMITIAN) held = held && !comes_twice(map, index);
    if (OUT_PRUNED) held = held && held_point(map, index) < map->held;
    return held;
}
INLINE signed_offset out_shift(const struct axis_map* map, along_axis index) {
    if (OUT_FOLDED) return to_folded(map, index);
    return OUT_HERMITIAN && is_conjugate(map, index) ? to_conjugate(map, index) : 0;
}
#endif

// Like struct in_side, with the scale for stores that multiply by it.
struct out_side {
    global OUT_TYPE* numbers;
    global OUT_TYPE* imaginary;
    ulong start;
    global void* data;
    global const element* chirp;
    REAL scale, unused;  // a structure without holes
};

// Writes a number to an index relative to the tile's start.
INLINE void deliver(struct out_side out, OUT_INDEX at, element e) {
#if OUT_FORM == FORM_INTERLEAVED
    out.numbers[at] = e;
#elif OUT_FORM == FORM_REAL
    out.numbers[at] = e.x;
#elif OUT_FORM == FORM_PLANAR
    out.numbers[at] = e.x;
    out.imaginary[out.start + at] = e.y;
#elif OUT_FORM == FORM_HALF
    vstore_half2_rte(e, out.start + at, out.numbers);
#elif OUT_FORM == FORM_HALF_REAL
    vstore_half_rte(e.x, out.start + at, out.numbers);
#elif OUT_FORM == FORM_HALF_PLANAR
    vstore_half_rte(e.x, out.start + at, out.numbers);
    vstore_half_rte(e.y, out.start + at, out.imaginary);
#elif OUT_FORM == FORM_CALLBACK
    on_store(out.numbers, out.start + at, e, out.data);
#else
    write_once(out.numbers + at, e);
#endif
}

// Converts an output of the last stage to a number in memory.
INLINE element as_stored(element e) { return SWAP_STORE != INVERSE_STORE ? e.yx : e; }

// Converts an output of the last stage at a place of the tile.
INLINE element point_as_stored(struct out_side out, struct coordinate c, struct tile_index where, element e) {
#if !OUT_CHIRPED
    return as_stored(e);
#else
    const struct axis_map map = OUT_MAP;
    if (INVERSE_STORE) e = e.yx;
    e = product(e, table_entry(out.chirp, min(axis_index(out_growth, c, where.loops), map.extent - 1)));
    return SWAP_STORE ? e.yx : e;
#endif
}

// Writes a point to its place, if it is wanted. `may_be_end` is that of load_point().
INLINE void write_point(struct out_side out, struct coordinate c, struct tile_index where, element e, bool may_be_end) {
    const ulong strides[TILE_RANK] = OUT_STRIDES;
#if !OUT_MAPPED
    deliver(out, tile_offset(c, strides), e);
#else
    const struct axis_map map = OUT_MAP;
    const along_axis index = axis_index(out_growth, c, where.loops);
    if (OUT_HERMITIAN && is_conjugate(&map, index)) e.y = -e.y;
#if OUT_REAL_ENDS
    if (may_be_end && is_own_conjugate(&map, index) && is_own_conjugate_beside(c, real_periods)) e.y = 0;
#endif
    if (out_is_held(&map, index)) deliver(out, (signed_offset)tile_offset(c, strides) + out_shift(&map, index), e);
#endif
}

INLINE void store_point(struct out_side out, struct coordinate c, struct tile_index where, element e, bool may_be_end) {
    write_point(out, c, where, point_as_stored(out, c, where, e), may_be_end);
}
