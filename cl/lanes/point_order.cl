// The order in memory of the points of a dimension that is transformed by a convolution (cl/common/convolved.h).
//
// CONVOLVED         0: there is none; 1: Bluestein's algorithm; 2: Rader's. CONVOLVED_DIM: which dimension it is
// CONVOLVED_POINTS  its points in memory
#include "cl/common/convolved.h"
#include "cl/lanes/orders.h"

#define memory_place OF_PASS(memory_place)
#define result_place OF_PASS(result_place)
#define ordered_point OF_PASS(ordered_point)
#define read_place OF_PASS(read_place)
#define written_place OF_PASS(written_place)
#define twiddled_place OF_PASS(twiddled_place)

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

// The places of the k-th input and output of a butterfly, in this order.
INLINE struct coordinate read_place(const struct butterfly* j, uint k, enum point_order order) {
    const struct coordinate tile = TILE_OF(j->where);
    const uint dim = j->dim;
    struct coordinate c = input_place(j, k, j->dim);
    c.at[dim] = ordered_point(c.at[dim], tile.at[dim], order, j->where.powers);
    return c;
}
INLINE struct coordinate written_place(const struct butterfly* j, uint k, enum point_order order) {
    const struct coordinate tile = TILE_OF(j->where);
    const uint dim = j->dim;
    struct coordinate c = output_place(j, k, j->dim, j->span);
    c.at[dim] = ordered_point(c.at[dim], tile.at[dim], order, j->where.powers);
    return c;
}

// The place of a point for twiddle factors. Along a convolved dimension, it is that of a point in memory.
INLINE struct coordinate twiddled_place(const struct butterfly* j, uint k) {
    struct coordinate c = output_place(j, k, j->dim, j->span);
    const uint dim = j->dim, m = c.at[dim];
    if (CONVOLVED == 2) c.at[dim] = j->where.powers[m];
    if (CONVOLVED == 1) c.at[dim] = min(m, (uint)CONVOLVED_POINTS - 1);
    return c;
}
