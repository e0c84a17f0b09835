// A stage whose butterflies are fp16 split products (cl/split_half/half_butterfly.cl).
#define half_stage OF_PASS(half_stage)

// All butterflies of the stage. Without branches: all work-items take part in every product, whether they have a butterfly
// or not.
INLINE void OF_RADIX(half_stage)(complex* x, local float* scratch) {
    const uint lane = unit_lane(), count = rounds(RADIX, 0) * held_points(RADIX);
    UNROLLED for (uint at = 0; at < count; at += AT_ONCE(RADIX))
        OF_RADIX(half_butterfly)(x + at, count - at, lane, scratch);
}
