// A dimension of the tile that is transformed by a convolution: a forward transform, multiplication by a filter's spectrum,
// and another forward transform, which reverses the order. Its points in memory differ from those in the tile in number or
// order (cl/common/convolved.h).
//
// CONVOLVED         0: there is none; 1: Bluestein's algorithm; 2: Rader's; 3: Rader's, accessing global memory in the order of powers of a
//                   primitive root
// CONVOLVED_DIM     the dimension; CONVOLVED_POINTS its points in memory
#include "cl/common/convolved.h"
#include "cl/common/tables.cl"

#define from_memory OF_PASS(from_memory)
#define to_memory OF_PASS(to_memory)
#define point_in_memory OF_PASS(point_in_memory)

INLINE struct coordinate from_memory(struct coordinate c, global const uint* powers) {
#if CONVOLVED
    const struct coordinate tile = TILE;
    const uint m = c.at[CONVOLVED_DIM];
    c.at[CONVOLVED_DIM] = CONVOLVED == 3 ? table_number(powers, m) : convolved_from(CONVOLVED, m, tile.at[CONVOLVED_DIM]);
#endif
    return c;
}
INLINE struct coordinate to_memory(struct coordinate c, global const uint* powers) {
#if CONVOLVED
    const uint m = c.at[CONVOLVED_DIM];
    c.at[CONVOLVED_DIM] = CONVOLVED == 3 ? table_number(powers, m) : convolved_to(CONVOLVED, m);
#endif
    return c;
}

// The index of point m for twiddle factors, which is that of a point in memory.
INLINE uint point_in_memory(uint m, global const uint* powers) {
    if (CONVOLVED == 1) return min(m, (uint)CONVOLVED_POINTS - 1);
    return CONVOLVED == 2 ? convolved_to(2, m) : table_number(powers, m);
}
