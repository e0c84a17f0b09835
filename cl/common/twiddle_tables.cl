// Inter-pass twiddle factors from tables: a factor is the product of two entries, w^(high << split) w^low. Full tables
// would add half a pass of memory traffic; the product costs 0.02 of the accuracy gate.
INLINE element factor(uint index, FACTOR_PARAMETERS) {
    return product(coarse[index >> split], fine[index & ((1u << split) - 1)]);
}
