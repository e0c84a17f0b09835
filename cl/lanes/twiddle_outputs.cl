// Multiplies the outputs of the last stage by inter-pass twiddle factors.
//
// twiddle_outputs() applies the phase of lane 0 to all lanes. If the phase grows from lane to lane, twiddle_lanes() applies
// the rest from a separate table: w^(k l growth) for point k and l = 0 .. LANES - 1, real parts first.
//
// NUMBER  which of the pass's factors these functions apply
#define twiddle_outputs_0 OF_PASS(twiddle_outputs_0)
#define twiddle_outputs_1 OF_PASS(twiddle_outputs_1)
#define twiddle_lanes_0 OF_PASS(twiddle_lanes_0)
#define twiddle_lanes_1 OF_PASS(twiddle_lanes_1)

INLINE complex OF_FACTOR(twiddle_outputs)(complex z, const struct butterfly* j, struct inter_pass_twiddle t, uint k) {
    const struct coordinate c = twiddled_place(j, k);
    const uint phase = twiddle_phase(NUMBER, first_lane_of(c), j->where);
    return times(z, factor((along_axis)c.at[twiddle_dim(NUMBER)] * phase, t.root));
}

INLINE complex OF_FACTOR(twiddle_lanes)(complex z, const struct butterfly* j, struct inter_pass_twiddle t, uint k) {
    global const REAL* w = (global const REAL*)t.powers + 2 * LANES * twiddled_place(j, k).at[twiddle_dim(NUMBER)];
    return times_lanes(z, make_complex(LOAD_VECTOR(0, w), LOAD_VECTOR(1, w)));
}
