// Loads, stores, exchanges and transposes of vectors of LANES numbers.
#include "cl/common/complex.cl"

#define LOAD_VECTOR PASTE(vload, LANES)
#define STORE_VECTOR PASTE(vstore, LANES)

#define swapped_lanes OF_PASS(swapped_lanes)
#define conjugate_lanes OF_PASS(conjugate_lanes)
#define load_vector OF_PASS(load_vector)
#define store_vector OF_PASS(store_vector)
#define interleaved_low OF_PASS(interleaved_low)
#define interleaved_high OF_PASS(interleaved_high)
#define pairs_low OF_PASS(pairs_low)
#define pairs_high OF_PASS(pairs_high)
#define transpose_block OF_PASS(transpose_block)
#define transpose_pairs OF_PASS(transpose_pairs)

// Interleave the lower or the upper halves of two vectors. Clang makes several shuffles of an assignment to .even, which are
// slower to compile and to run, and one of its own function.
#ifdef __clang__
#if LANES == 2
#define LOWER_HALVES 0, 2
#define UPPER_HALVES 1, 3
#elif LANES == 4
#define LOWER_HALVES 0, 4, 1, 5
#define UPPER_HALVES 2, 6, 3, 7
#elif LANES == 8
#define LOWER_HALVES 0, 8, 1, 9, 2, 10, 3, 11
#define UPPER_HALVES 4, 12, 5, 13, 6, 14, 7, 15
#else
#define LOWER_HALVES 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define UPPER_HALVES 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#endif
INLINE real interleaved_low(real a, real b) { return __builtin_shufflevector(a, b, LOWER_HALVES); }
INLINE real interleaved_high(real a, real b) { return __builtin_shufflevector(a, b, UPPER_HALVES); }
#else
INLINE real interleaved_low(real a, real b) {
    real all;
    all.even = a.lo;
    all.odd = b.lo;
    return all;
}
INLINE real interleaved_high(real a, real b) {
    real all;
    all.even = a.hi;
    all.odd = b.hi;
    return all;
}
#endif

// The same for pairs of numbers, which are complex numbers in memory.
#if LANES > 2
#ifdef __clang__
#if LANES == 4
#define LOWER_PAIRS 0, 1, 4, 5
#define UPPER_PAIRS 2, 3, 6, 7
#elif LANES == 8
#define LOWER_PAIRS 0, 1, 8, 9, 2, 3, 10, 11
#define UPPER_PAIRS 4, 5, 12, 13, 6, 7, 14, 15
#else
#define LOWER_PAIRS 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23
#define UPPER_PAIRS 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31
#endif
INLINE real pairs_low(real a, real b) { return __builtin_shufflevector(a, b, LOWER_PAIRS); }
INLINE real pairs_high(real a, real b) { return __builtin_shufflevector(a, b, UPPER_PAIRS); }
#elif LANES == 4
INLINE real pairs_low(real a, real b) { return (real)(a.lo, b.lo); }
INLINE real pairs_high(real a, real b) { return (real)(a.hi, b.hi); }
#elif LANES == 8
INLINE real pairs_low(real a, real b) { return (real)(a.s01, b.s01, a.s23, b.s23); }
INLINE real pairs_high(real a, real b) { return (real)(a.s45, b.s45, a.s67, b.s67); }
#else
INLINE real pairs_low(real a, real b) {
    return (real)(a.s01, b.s01, a.s23, b.s23, a.s45, b.s45, a.s67, b.s67);
}
INLINE real pairs_high(real a, real b) {
    return (real)(a.s89, b.s89, a.sab, b.sab, a.scd, b.scd, a.sef, b.sef);
}
#endif
#endif

// Exchanges real and imaginary parts.
INLINE complex swapped_lanes(complex z) { return make_complex(z.y, z.x); }

INLINE complex conjugate_lanes(complex z) { return make_complex(z.x, -z.y); }

// Loads LANES contiguous complex numbers and splits them into real and imaginary parts.
INLINE complex load_vector(global const element* from) {
    global const REAL* p = (global const REAL*)from;
    const real low = LOAD_VECTOR(0, p), high = LOAD_VECTOR(1, p);
    return make_complex((real)(low.even, high.even), (real)(low.odd, high.odd));
}

INLINE void store_vector(global element* to, complex z) {
    global REAL* p = (global REAL*)to;
    STORE_VECTOR(interleaved_low(z.x, z.y), 0, p);
    STORE_VECTOR(interleaved_high(z.x, z.y), 1, p);
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
            next[2 * i] = interleaved_low(a, b);
            next[2 * i + 1] = interleaved_high(a, b);
        }
#pragma unroll
        for (uint i = 0; i < LANES; ++i)
            rows[i] = next[i];
    }
}

// Transposes LANES / 2 vectors of LANES / 2 complex numbers in the same way.
INLINE void transpose_pairs(real* rows) {
#if LANES > 2
    for (uint round = 1; round < LANES / 2; round *= 2) {
        real next[LANES / 2];
#pragma unroll
        for (uint i = 0; i < LANES / 4; ++i) {
            const real a = rows[i], b = rows[i + LANES / 4];
            next[2 * i] = pairs_low(a, b);
            next[2 * i + 1] = pairs_high(a, b);
        }
#pragma unroll
        for (uint i = 0; i < LANES / 2; ++i)
            rows[i] = next[i];
    }
#endif
}
