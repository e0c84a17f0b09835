// The twiddle factors between two passes of an axis, w^(k phase) for point k along a dimension of the tile. The phase is the
// index of the element along those digits of the axis that other passes transform. A pass has up to two such factors.
//
// TWIDDLE_DIMS     the dimensions of factors 0 and 1
// TWIDDLE_STRIDES  growth of their phases along the tile
#define inter_pass_twiddle OF_PASS(inter_pass_twiddle)
#define twiddle_dim OF_PASS(twiddle_dim)
#define twiddle_phase OF_PASS(twiddle_phase)

#if ANY_LENGTH
#define TWIDDLE_STRIDE(number, d) ((d) == 1 ? where.shape->twiddle_growth[number] : 0)
#define TWIDDLE_DIM(number) 0
#else
#define twiddle_dims OF_PASS(twiddle_dims)
#define twiddle_strides OF_PASS(twiddle_strides)
constant uint twiddle_dims[TWIDDLE_COUNT] = TWIDDLE_DIMS;
constant uint twiddle_strides[TWIDDLE_COUNT][TILE_RANK] = TWIDDLE_STRIDES;
#define TWIDDLE_STRIDE(number, d) twiddle_strides[number][d]
#define TWIDDLE_DIM(number) twiddle_dims[number]
#endif

struct inter_pass_twiddle {
    struct root_of_unity root;
    global const element* powers;  // a table of powers of the root, or the factors of lanes
};

INLINE uint twiddle_dim(uint number) { return TWIDDLE_DIM(number); }

INLINE uint twiddle_phase(uint number, struct coordinate c, struct tile_index where) {
    uint phase = 0;
#pragma unroll
    for (uint d = 0; d < TILE_RANK; ++d) phase += TWIDDLE_STRIDE(number, d) * c.at[d];
#pragma unroll
    for (uint k = 0; k < LOOP_RANK; ++k)
        phase += where.numbers->twiddle_loop[number * LOOP_RANK + k] * where.loops.at[k];
    return phase;
}
