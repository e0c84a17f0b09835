// A dimension of the tile that is transformed by a convolution: a forward transform, multiplication by a filter's spectrum,
// and another forward transform, which reverses the order. Its points in memory differ from those in the tile in number or
// order (cl/common/convolved.h).
//
// CONVOLVED         1: Bluestein's algorithm; 2: Rader's; 3: Rader's, accessing global memory in the order of powers of a
//                   primitive root
// CONVOLVED_DIM     the dimension; CONVOLVED_POINTS its points in memory
#include "cl/common/convolved.h"

INLINE struct coordinate from_memory(struct coordinate c, global const uint* powers) {
    const struct coordinate tile = TILE;
    const uint m = c.at[CONVOLVED_DIM];
    c.at[CONVOLVED_DIM] = CONVOLVED == 3 ? powers[m] : convolved_from(CONVOLVED, m, tile.at[CONVOLVED_DIM]);
    return c;
}
INLINE struct coordinate to_memory(struct coordinate c, global const uint* powers) {
    const uint m = c.at[CONVOLVED_DIM];
    c.at[CONVOLVED_DIM] = CONVOLVED == 3 ? powers[m] : convolved_to(CONVOLVED, m);
    return c;
}
