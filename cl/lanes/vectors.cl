// Loads, stores and transposes of vectors of LANES numbers.
#include "cl/common/complex.cl"

#define LOAD_VECTOR PASTE(vload, LANES)
#define STORE_VECTOR PASTE(vstore, LANES)

#define load_vector OF_PASS(load_vector)
#define store_vector OF_PASS(store_vector)
#define transpose_block OF_PASS(transpose_block)

// Loads LANES contiguous complex numbers and splits them into real and imaginary parts.
INLINE complex load_vector(global const element* from) {
    global const REAL* p = (global const REAL*)from;
    const real low = LOAD_VECTOR(0, p), high = LOAD_VECTOR(1, p);
    const real even = (real)(low.even, high.even), odd = (real)(low.odd, high.odd);
    return SWAP_LOAD != INVERSE_LOAD ? make_complex(odd, even) : make_complex(even, odd);
}

INLINE void store_vector(global element* to, complex z) {
    global REAL* p = (global REAL*)to;
    const bool swapped = SWAP_STORE != INVERSE_STORE;
    const real even = swapped ? z.y : z.x, odd = swapped ? z.x : z.y;
    real low, high;
    low.even = even.lo;
    low.odd = odd.lo;
    high.even = even.hi;
    high.odd = odd.hi;
    STORE_VECTOR(low, 0, p);
    STORE_VECTOR(high, 1, p);
}

// Transposes a block in log2(LANES) rounds that interleave rows from both halves. For 16 lanes, the rounds are a loop: if all
// are unrolled, LLVM takes 0.6 s to select their instructions.
INLINE void transpose_block(real* rows) {
#if LANES == 16
#pragma unroll 2
#else
#pragma unroll
#endif
    for (uint round = 1; round < LANES; round *= 2) {
        real next[LANES];
#pragma unroll
        for (uint i = 0; i < LANES / 2; ++i) {
            const real a = rows[i], b = rows[i + LANES / 2];
            next[2 * i].even = a.lo;
            next[2 * i].odd = b.lo;
            next[2 * i + 1].even = a.hi;
            next[2 * i + 1].odd = b.hi;
        }
#pragma unroll
        for (uint i = 0; i < LANES; ++i)
            rows[i] = next[i];
    }
}
