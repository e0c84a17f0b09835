// The order in memory of the points of a dimension that is transformed by a convolution (cl/common/convolved.h).
//
// CONVOLVED         0: there is none; 1: Bluestein's algorithm; 2: Rader's. CONVOLVED_DIM: which dimension it is
// CONVOLVED_POINTS  its points in memory
#pragma once_per_pass

#include "cl/common/convolved.h"
#include "cl/common/offsets.cl"
#include "cl/lanes/orders.h"

// The place in global memory of the first point of a block that is at `c` in a buffer. Buffers do not contain Rader's
// point 0.
INLINE struct coordinate memory_place(struct coordinate c, struct coordinate tile) {
    if (CONVOLVED)
        c.at[CONVOLVED_DIM] = convolved_from(CONVOLVED, c.at[CONVOLVED_DIM], tile.at[CONVOLVED_DIM]);
    return c;
}
INLINE struct coordinate result_place(struct coordinate c) {
    if (CONVOLVED) c.at[CONVOLVED_DIM] = convolved_to(CONVOLVED, c.at[CONVOLVED_DIM]);
    return c;
}

// The point of a dimension of n points that is point m of a stage.
INLINE uint ordered_point(uint m, uint n, enum point_order order, global const uint* powers) {
    if (order == backward_order) return convolved_from(1, m, n);
    if (order == power_order) return powers[m];
    return order == power_order_in_buffer ? powers[m] - 1 : m;
}
