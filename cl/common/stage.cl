// The twiddle factors of a stage.
#include "cl/common/tables.cl"

#define begin_chain OF_PASS(begin_chain)
#define chain_stage OF_PASS(chain_stage)
#define chain_factors OF_PASS(chain_factors)
#define sines_stage OF_PASS(sines_stage)

// From the chain's table, which is 0 for the first stage. chain_stage() is for stages of butterflies, chain_factors() for
// factors alone.
INLINE void begin_chain(struct butterfly* j, global const element* chain, uint dim, uint span) {
    const struct coordinate c = j->c;
    j->chain = chain + twiddle_at(c.at[dim], 1, span) + first_held(j->radix) * span;
}
INLINE complex chain_stage(complex z, const struct butterfly* j, global const element* chain, uint k) {
    const uint i = k * held_step(j->radix), span = j->span;
    return span > 1 && first_held(j->radix) + i > 0 ? times(z, table_entry(j->chain, ((int)i - 1) * (int)span)) : z;
}
INLINE complex chain_factors(complex z, const struct butterfly* j, global const element* chain, uint k) {
    return chain_stage(z, j, chain, k);
}

// From sines and cosines.
#if FACTORS != TABLE_FACTORS
INLINE complex sines_stage(complex z, const struct butterfly* j, struct root_of_unity root, uint k) {
    const struct coordinate c = j->c;
    const uint span = j->span;
    return span > 1 && k > 0 ? times(z, factor(c.at[j->dim] % span * k, root)) : z;
}
#endif
