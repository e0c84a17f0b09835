// The loop over a work-item's butterflies that stores the outputs of a stage from registers.
//
// POINT   a function that stores one point: POINT(z, butterfly, to, k) stores z, the k-th
// BEGIN   a function that computes what a butterfly's points share: BEGIN(butterfly, to, dim, span)
// SOURCE  the type of `to`
// WANTED  if it is defined, a function that tells whether the points of a butterfly are stored at all
INLINE void OF_RADIX(POINT)(const complex* x, SOURCE to, struct tile_index where, uint dim, uint span, uint contiguous) {
#pragma unroll
    for (uint b = 0; b < rounds(RADIX, dim); ++b) {
        const uint number = butterfly_number(b, RADIX, where);
        struct butterfly j = butterfly_of(number, RADIX, dim, span, contiguous, where);
        if (is_butterfly(number, RADIX, dim)) {
            const complex* const held = x + b * held_points(RADIX);
            BEGIN(&j, to, dim, span);
#ifdef WANTED
            if (!WANTED(&j, dim, contiguous)) continue;
#endif
#pragma unroll
            for (uint k = 0; k < held_points(RADIX); ++k) POINT(held[k], &j, to, k);
        }
    }
}
