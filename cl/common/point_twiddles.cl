// The inter-pass twiddle factors of a single point, for stores that handle one point at a time.
//
// ON_STORE  1 for each of the two factors that is applied on store
#define on_store_side OF_PASS(on_store_side)
#define twiddled_by OF_PASS(twiddled_by)
#define twiddle_point OF_PASS(twiddle_point)

constant uint on_store_side[TWIDDLE_COUNT] = ON_STORE;

INLINE complex twiddled_by(complex z, uint number, struct coordinate c, struct tile_index where, struct root_of_unity root) {
    return times(z, factor((along_axis)c.at[twiddle_dim(number)] * twiddle_phase(number, c, where), root));
}
INLINE complex twiddle_point(complex z, struct coordinate c, struct tile_index where,
                             const struct inter_pass_twiddle* twiddles) {
    if (on_store_side[0]) z = twiddled_by(z, 0, c, where, twiddles[0].root);
    if (on_store_side[1]) z = twiddled_by(z, 1, c, where, twiddles[1].root);
    return z;
}
