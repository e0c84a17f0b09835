// A dimension of the tile that is transformed by a convolution: a forward transform, multiplication by a filter's spectrum,
// and another forward transform, which reverses the order. Its points in memory differ from those in the tile in number or
// order (cl/common/convolved.h).
//
// CONVOLVED         0: there is none; 1: Bluestein's algorithm; 2: Rader's; 3: Rader's, accessing global memory in the order of powers of a
//                   primitive root; 4: Rader's for a radix of the tile, which holds all points of the prime, storing to global memory in the
//                   order of powers; 5: the same, storing in memory's order
// CONVOLVED_DIM     the dimension; CONVOLVED_POINTS its points in memory
#include "cl/common/convolved.h"
#include "cl/common/tables.cl"

#define from_memory OF_PASS(from_memory)
#define to_memory OF_PASS(to_memory)
#define point_in_memory OF_PASS(point_in_memory)
#define leaves_out_zero OF_PASS(leaves_out_zero)

// Whether the points of a stage begin with point 1 of each line: those of a prime that is a radix of the tile.
INLINE bool leaves_out_zero(uint radix, uint dim) { return CONVOLVED > 3 && dim == CONVOLVED_DIM && radix > 1; }

INLINE struct coordinate from_memory(struct coordinate c, global const uint* powers) {
#if CONVOLVED
    const struct coordinate tile = TILE;
    const uint m = c.at[CONVOLVED_DIM];
    c.at[CONVOLVED_DIM] = CONVOLVED == 3 ? table_number(powers, m) : convolved_from(CONVOLVED, m, tile.at[CONVOLVED_DIM]);
#endif
    return c;
}
INLINE struct coordinate to_memory(struct coordinate c, global const uint* powers) {
#if CONVOLVED == 3 || CONVOLVED == 4
    c.at[CONVOLVED_DIM] = table_number(powers, c.at[CONVOLVED_DIM]);
#elif CONVOLVED
    c.at[CONVOLVED_DIM] = convolved_to(CONVOLVED, c.at[CONVOLVED_DIM]);
#endif
    return c;
}

// The index of point m for twiddle factors, which is that of a point in memory.
INLINE uint point_in_memory(uint m, global const uint* powers) {
    if (CONVOLVED == 1) return min(m, (uint)CONVOLVED_POINTS - 1);
    return CONVOLVED == 2 ? convolved_to(2, m) : table_number(powers, m);
}
