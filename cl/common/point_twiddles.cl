// The inter-pass twiddle factors of a single point, for stores that handle one point at a time.
//
// ON_STORE  1 for each of the two factors that is applied on store
#define on_store_side OF_PASS(on_store_side)
#define twiddle_point OF_PASS(twiddle_point)

constant uint on_store_side[TWIDDLE_COUNT] = ON_STORE;

INLINE complex twiddle_point(complex z, struct coordinate c, struct tile_index where,
                             const struct inter_pass_twiddle* twiddles) {
#pragma unroll
    for (uint r = 0; r < TWIDDLE_COUNT; ++r)
        if (on_store_side[r])
            z = times(z, factor((along_axis)c.at[twiddle_dim(r)] * twiddle_phase(r, c, where), twiddles[r].root));
    return z;
}
