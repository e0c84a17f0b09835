// Twiddle factors between passes (the "t" steps of Gu, Li, Siegel 2010, formulas 3 and 4), on outputs on their way out, or on
// inputs on their way in.
//
// The factors of a butterfly's points along the dimension of the stage are its first point's times powers of one root that
// all work-items of a line share: a gather from the tables for each butterfly instead of each point.
//
// FACTOR_PARAMETERS  what factor(index, ..) takes: the two tables, and where they split an index; or the order of the root
#define BY_POWERS 0  // those powers are in a table of their own
#define BY_ROOTS 1   // they come from the same tables as the first factor
#define EACH 2       // each point has a factor of its own

INLINE void twiddle_points_RADIX(complex* x, const struct pass_numbers* numbers, struct loop_index loops, uint number,
                           uint way, FACTOR_PARAMETERS, global const element* powers, uint dim, struct coordinate first,
                           bool along, uint step) {
    const uint phase = twiddle_phase(numbers, number, first, loops), m = first.at[dim];
    const element w = factor(m * phase, FACTOR_ARGUMENTS);
#pragma unroll
    for (uint k = 0; k < held_points(RADIX); ++k) {
        const uint i = k * held_step(RADIX);
        x[k] = times(x[k], !along || i == 0   ? w
                           : way == EACH      ? factor((m + i * step) * phase, FACTOR_ARGUMENTS)
                           : way == BY_POWERS ? product(w, powers[i * phase])
                                              : product(w, factor(i * step * phase, FACTOR_ARGUMENTS)));
    }
}
