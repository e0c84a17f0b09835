// Inter-pass twiddle factors (the "t" steps of Gu, Li, Siegel 2010, formulas 3 and 4), applied to outputs on store or to
// inputs on load.
//
// Along the dimension of the stage, the factors of a butterfly's points are that of the first point times powers of a root.
// All work-items of a line share the root, so each butterfly takes one gather from the tables instead of one per point.
//
// NUMBER  which of the pass's factors these functions apply
// WAY     where the factors of a butterfly's other points come from
#define BY_POWERS 0  // those powers are in a separate table
#define BY_ROOTS 1   // they come from the same tables as the first factor
#define EACH 2       // each factor is computed by itself

#define first_factor_0 OF_PASS(first_factor_0)
#define first_factor_1 OF_PASS(first_factor_1)
#define factors_of_inputs_0 OF_PASS(factors_of_inputs_0)
#define factors_of_inputs_1 OF_PASS(factors_of_inputs_1)
#define factors_of_outputs_0 OF_PASS(factors_of_outputs_0)
#define factors_of_outputs_1 OF_PASS(factors_of_outputs_1)
#define factor_of_point_0 OF_PASS(factor_of_point_0)
#define factor_of_point_1 OF_PASS(factor_of_point_1)
#define twiddle_inputs_0 OF_PASS(twiddle_inputs_0)
#define twiddle_inputs_1 OF_PASS(twiddle_inputs_1)
#define twiddle_outputs_0 OF_PASS(twiddle_outputs_0)
#define twiddle_outputs_1 OF_PASS(twiddle_outputs_1)

// The first point, at `c`.
INLINE void OF_FACTOR(first_factor)(struct butterfly* j, struct inter_pass_twiddle t, struct coordinate c) {
    j->m = c.at[twiddle_dim(NUMBER)];
    j->phase = twiddle_phase(NUMBER, c, j->where);
    const element w = factor((along_axis)j->m * j->phase, t.root);
    j->w_x = w.x;
    j->w_y = w.y;
}
INLINE void OF_FACTOR(factors_of_inputs)(struct butterfly* j, struct inter_pass_twiddle t, uint dim, uint span) {
    OF_FACTOR(first_factor)(j, t, twiddle_dim(NUMBER) == dim ? input_place(j, 0, dim) : j->c);
}
INLINE void OF_FACTOR(factors_of_outputs)(struct butterfly* j, struct inter_pass_twiddle t, uint dim, uint span) {
    OF_FACTOR(first_factor)(j, t, output_place(j, 0, dim, span));
}

// The factor of the k-th point; the points are `apart`. All have the same one unless the butterfly is along the dimension of
// the factors.
INLINE element OF_FACTOR(factor_of_point)(const struct butterfly* j, struct inter_pass_twiddle t, uint k, uint apart) {
    const uint i = k * held_step(j->radix);
    const element w = (element)(j->w_x, j->w_y);
    if (twiddle_dim(NUMBER) != j->dim || i == 0) return w;
    if (WAY == EACH) return factor((along_axis)(j->m + i * apart) * j->phase, t.root);
    return product(w, WAY == BY_POWERS ? table_entry(t.powers, i * j->phase)
                                          : factor((along_axis)(i * apart) * j->phase, t.root));
}

INLINE complex OF_FACTOR(twiddle_inputs)(complex z, const struct butterfly* j, struct inter_pass_twiddle t, uint k) {
    const struct coordinate tile = TILE;
    return times(z, OF_FACTOR(factor_of_point)(j, t, k, tile.at[j->dim] / j->radix));
}
INLINE complex OF_FACTOR(twiddle_outputs)(complex z, const struct butterfly* j, struct inter_pass_twiddle t, uint k) {
    return times(z, OF_FACTOR(factor_of_point)(j, t, k, j->span));
}
