// The order in which memory has the points of a dimension that is transformed by a convolution (cl/common/convolved.h).
//
// CONVOLVED         0: there is none; 1: by Bluestein's algorithm; 2: by Rader's. CONVOLVED_DIM: which dimension it is
// CONVOLVED_POINTS  its points that are in memory
#pragma once_per_pass

#include "cl/common/convolved.h"
#include "cl/common/offsets.cl"
#include "cl/lanes/orders.h"

// Where global memory has the first point of a block that a buffer has at `c`: buffers are without Rader's point 0.
INLINE struct coordinate memory_place(struct coordinate c, struct coordinate tile) {
    if (CONVOLVED)
        c.at[CONVOLVED_DIM] = convolved_from(CONVOLVED, c.at[CONVOLVED_DIM], tile.at[CONVOLVED_DIM]);
    return c;
}
INLINE struct coordinate result_place(struct coordinate c) {
    if (CONVOLVED) c.at[CONVOLVED_DIM] = convolved_to(CONVOLVED, c.at[CONVOLVED_DIM]);
    return c;
}

// Which point of a dimension of n points a chain's point m is.
INLINE uint ordered_point(uint m, uint n, enum point_order order, global const uint* powers) {
    if (order == backward_order) return convolved_from(1, m, n);
    if (order == power_order) return powers[m];
    return order == power_order_in_buffer ? powers[m] - 1 : m;
}
