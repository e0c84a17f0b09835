// Multiplies the points of one butterfly by inter-pass twiddle factors.
INLINE void twiddle_points_RADIX(complex* x, const struct pass_numbers* numbers, struct loop_index loops, uint number,
                                 uint way, FACTOR_PARAMETERS, global const element* powers, uint dim,
                                 struct coordinate first, bool along, uint step) {
    const uint phase = twiddle_phase(numbers, number, first, loops), m = first.at[dim];
    const element w = factor(m * phase, FACTOR_ARGUMENTS);
#pragma unroll
    for (uint k = 0; k < held_points(RADIX); ++k)
        x[k] = times(x[k], twiddle_of_point(w, k * held_step(RADIX), m, phase, along, step, way, FACTOR_ARGUMENTS, powers));
}
