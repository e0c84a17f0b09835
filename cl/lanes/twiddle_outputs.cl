// Multiplies the outputs of the last stage by inter-pass twiddle factor `number`, along dimension `along`.
// twiddle_outputs applies the phase of lane 0 to all lanes. If the phase grows from lane to lane, twiddle_lanes applies the
// rest from a separate table: w^(k l growth) for point k and l = 0 .. LANES - 1, real parts first.
#include "cl/lanes/lanes.cl"
#include "cl/lanes/point_order.cl"
#include "cl/lanes/vectors.cl"

// The index of a point for twiddle factors. Along a convolved dimension, it is that of a point in memory.
INLINE uint twiddled_point(uint m, global const uint* powers) {
    if (CONVOLVED == 2) return powers[m];
    return CONVOLVED == 1 ? min(m, (uint)CONVOLVED_POINTS - 1) : m;
}

INLINE void twiddle_outputs_RADIX(complex* x, struct coordinate c, const struct pass_numbers* numbers, struct loop_index loops,
                                  uint number, uint along, FACTOR_PARAMETERS, global const uint* powers, uint dim, uint span) {
    const uint j = c.at[dim];
#pragma unroll
    for (uint i = 0; i < RADIX; ++i) {
        c.at[dim] = twiddled_point(output_point(j, i, RADIX, span), powers);
        x[i] = times(x[i], factor(c.at[along] * twiddle_phase(numbers, number, first_lane_of(c), loops), FACTOR_ARGUMENTS));
    }
}

INLINE void twiddle_lanes_RADIX(complex* x, struct coordinate c, uint along, global const element* lanes, global const uint* powers,
                                uint dim, uint span) {
    const uint j = c.at[dim];
#pragma unroll
    for (uint i = 0; i < RADIX; ++i) {
        c.at[dim] = twiddled_point(output_point(j, i, RADIX, span), powers);
        global const REAL* w = (global const REAL*)lanes + 2 * LANES * c.at[along];
        x[i] = times_lanes(x[i], make_complex(LOAD_VECTOR(0, w), LOAD_VECTOR(1, w)));
    }
}
