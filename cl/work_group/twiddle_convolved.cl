// Inter-pass twiddle factors for outputs of a convolved dimension: each factor is computed by itself.
//
// NUMBER  which of the pass's factors these functions apply
#define convolved_factors_0 OF_PASS(convolved_factors_0)
#define convolved_factors_1 OF_PASS(convolved_factors_1)
#define twiddle_convolved_0 OF_PASS(twiddle_convolved_0)
#define twiddle_convolved_1 OF_PASS(twiddle_convolved_1)

INLINE void OF_FACTOR(convolved_factors)(struct butterfly* j, struct inter_pass_twiddle t, uint dim, uint span) {
    const struct coordinate c = output_place(j, 0, dim, span);
    j->m = c.at[twiddle_dim(NUMBER)];
    j->phase = twiddle_phase(NUMBER, to_memory(c, j->where.powers), j->where);
}
INLINE complex OF_FACTOR(twiddle_convolved)(complex z, const struct butterfly* j, struct inter_pass_twiddle t, uint k) {
    const uint i = j->dim == twiddle_dim(NUMBER) ? k * held_step(j->radix) : 0;
    const along_axis m = point_in_memory(j->m + i * j->span, j->where.powers);
    return times(z, factor(m * j->phase, t.root));
}
