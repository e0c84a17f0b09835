// Stages whose butterflies are fp16 split products (cl/systems/split_half/butterfly_halves.cl).

// Clears all points, because matrix units also read the numbers of work-items without a butterfly.
INLINE void clear_points(complex* x) {
#pragma unroll
    for (uint k = 0; k < POINTS; ++k) x[k] = make_complex(0, 0);
}

// All butterflies of a stage, by one of the functions half_butterfly_RADIX_MATRICES. Without branches: all work-items take
// part in every product, whether they have a butterfly or not.
#define HALF_BUTTERFLIES(half_butterfly, radix)                                                                        \
    {                                                                                                                  \
        const uint lane = unit_lane(), count = rounds(radix) * held_points(radix);                                      \
        UNROLLED for (uint at = 0; at < count; at += AT_ONCE(radix))                                             \
            half_butterfly(x + at, count - at, lane, scratch);                                                         \
    }
