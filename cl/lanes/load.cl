// Loads the inputs of a butterfly from global memory, one vector of lanes each.
#include "cl/lanes/load_lanes.cl"
#include "cl/lanes/point_order.cl"

INLINE void load_RADIX(complex* x, IN_PARAMETERS, struct coordinate c, struct loop_index loops, uint inside, enum point_order order,
                       global const uint* powers, uint dim) {
    const struct coordinate tile = TILE;
    const uint j = c.at[dim];
#pragma unroll
    for (uint i = 0; i < RADIX; ++i) {
        c.at[dim] = ordered_point(input_point(j, i, tile.at[dim], RADIX), tile.at[dim], order, powers);
        x[i] = load_lanes(IN_ARGUMENTS, c, loops, inside);
    }
}
