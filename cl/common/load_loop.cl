// The loop over a work-item's butterflies that loads the inputs of a stage into registers.
//
// POINT   a function that loads one point: POINT(z, butterfly, from, k) returns the k-th; z is what its register holds
// BEGIN   a function that computes what a butterfly's points share: BEGIN(butterfly, from, dim, span)
// SOURCE  the type of `from`
INLINE void OF_RADIX(POINT)(complex* x, SOURCE from, struct tile_index where, uint dim, uint span, uint contiguous) {
#pragma unroll
    for (uint b = 0; b < rounds(RADIX, dim); ++b) {
        const uint number = butterfly_number(b, RADIX, where);
        struct butterfly j = butterfly_of(number, RADIX, dim, span, contiguous, where);
        if (is_butterfly(number, RADIX, dim)) {
            complex* const held = x + b * held_points(RADIX);
            BEGIN(&j, from, dim, span);
#pragma unroll
            for (uint k = 0; k < held_points(RADIX); ++k) held[k] = POINT(held[k], &j, from, k);
        }
    }
}
