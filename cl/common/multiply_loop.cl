// The loop over a work-item's butterflies that multiplies points in registers: by the twiddle factors of a stage, by those
// between passes, by a spectrum.
//
// POINT   a function that multiplies one point: POINT(z, butterfly, by, k) returns the product of z, the k-th
// BEGIN   a function that computes what a butterfly's points share: BEGIN(butterfly, by, dim, span)
// SOURCE  the type of `by`
// STAGE   1: the products are the inputs of a butterfly, which follows
INLINE void OF_RADIX(POINT)(complex* x, SOURCE by, struct tile_index where, uint dim, uint span, uint contiguous) {
#pragma unroll
    for (uint b = 0; b < rounds(RADIX, dim); ++b) {
        const uint number = butterfly_number(b, RADIX, where);
        struct butterfly j = butterfly_of(number, RADIX, dim, span, contiguous, where);
        if (is_butterfly(number, RADIX, dim)) {
            complex* const held = x + b * held_points(RADIX);
            BEGIN(&j, by, dim, span);
#pragma unroll
            for (uint k = 0; k < held_points(RADIX); ++k) held[k] = POINT(held[k], &j, by, k);
#if STAGE
            PASTE(butterfly, RADIX)(held);
#endif
        }
    }
}
