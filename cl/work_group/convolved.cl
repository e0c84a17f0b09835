// A dimension of the tile that is transformed by a convolution: forward, times a filter's spectrum, and forward once more,
// which makes it come out backwards. In memory it has other points, or another order, than in the tile (cl/common/convolved.h).
//
// CONVOLVED         1: Bluestein's algorithm; 2: Rader's; 3: Rader's, and global memory is read and written in the order of
//                   powers of a primitive root
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
