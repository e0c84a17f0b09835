// The phase of inter-pass twiddle factors, w_order^(k phase) for point k along a dimension of the tile. It is the index of
// the element along those digits of the same axis that other passes transform.
//
// TWIDDLE_STRIDES  growth of the phases of factors 0 and 1 along the tile
INLINE uint twiddle_phase(const struct pass_numbers* numbers, uint number, struct coordinate c, struct loop_index l) {
    const uint strides[TWIDDLE_COUNT][TILE_RANK] = TWIDDLE_STRIDES;
    uint phase = 0;
#pragma unroll
    for (uint d = 0; d < TILE_RANK; ++d) phase += strides[number][d] * c.at[d];
#pragma unroll
    for (uint k = 0; k < LOOP_RANK; ++k) phase += numbers->twiddle_loop[number * LOOP_RANK + k] * l.at[k];
    return phase;
}
