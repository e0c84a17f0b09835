// The butterflies that a work-item computes in a stage with matrix units: up to four work-items share a butterfly, and each
// holds some of its points (cl/work_group/sharing.h).
//
// WORK_ITEMS   work-items of a work-group
// TILE_POINTS  points of a tile
#include "cl/work_group/sharing.h"

#define sharing OF_PASS(sharing)
#define at_a_time OF_PASS(at_a_time)
#define rounds OF_PASS(rounds)
#define butterfly_number OF_PASS(butterfly_number)
#define is_butterfly OF_PASS(is_butterfly)
#define held_points OF_PASS(held_points)
#define first_held OF_PASS(first_held)
#define held_step OF_PASS(held_step)

INLINE uint sharing(uint radix) { return radix < 4 ? radix : 4; }
INLINE uint at_a_time(uint radix) { return WORK_ITEMS / sharing(radix); }
INLINE uint rounds(uint radix, uint dim) { return (TILE_POINTS / radix + at_a_time(radix) - 1) / at_a_time(radix); }

// The number of a work-item's butterfly in a round. The last round may not have one for every work-item. The modulo changes
// no value, but tells the compiler that the places of all rounds have a constant stride.
INLINE uint butterfly_number(uint round, uint radix, struct tile_index where) {
    const uint first = sharing(radix) > 1
                           ? own_butterfly(get_local_id(0), sharing(radix), NEAR) % at_a_time(radix)
                           : get_local_id(0);
    return first + round * at_a_time(radix);
}
INLINE bool is_butterfly(uint number, uint radix, uint dim) {
    return TILE_POINTS / radix % at_a_time(radix) == 0 || number < TILE_POINTS / radix;
}

// The number of points of a butterfly that a work-item holds, the first of them, and their stride.
INLINE uint held_points(uint radix) { return radix / sharing(radix); }
INLINE uint first_held(uint radix) { return own_point(get_local_id(0), sharing(radix), NEAR); }
INLINE uint held_step(uint radix) { return sharing(radix); }
