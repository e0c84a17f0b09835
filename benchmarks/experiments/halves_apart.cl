// Splitting, products and combining as separate kernels that exchange data through global memory, as in paper 004. The
// library does the same within a pass, by the same functions (cl/split_half/butterfly_halves.cl).
//
//     x --split--> hi, lo, scales --products--> F hi, F lo --combine--> (F hi + F lo) / scale, times factors
//
//   x, sums, result   element VECTOR_LENGTH v + k: point k of vector v, complex f32
//   hi, lo            pairs of half-precision numbers in the order of work-items: pair u of all work-items of a
//                     work-group, then pair u + 1. The same work-items split and multiply, so accesses are contiguous
//   scales            one per vector: factor of its products (take_halves() in cl/split_half/halves.h)
//
// With matrix units, four work-items share a vector, each with HELD of its points, and process two vectors at a time.
// Without them, each work-item has one vector.
//
// RADIX       radix of the DFT matrix F: 2, 4, 8 or 16; with radix 2 a vector of four points holds two butterflies
// HALVES      1: F is rounded to half precision (exact for radix 2 and 4); 2: it is split
// UNITS       vendor of the matrix units, as in cl/split_half/butterfly_halves.cl, which can emulate them
// WORK_ITEMS  per work-group

#define FP64_EXTENSION 0
#define REAL float
#define LANES 1
#include "cl/common/complex.cl"
#include "cl/split_half/butterfly_halves.cl"
#include "cl/split_half/half_butterfly.cl"

#define VECTOR_LENGTH (RADIX < 4 ? 4 : RADIX)
#if UNITS == 0
#define SHARES 1
#define VECTORS 1
#define NEAR 1
#else
#define SHARES 4
#define VECTORS 2
#endif
#define HELD (VECTOR_LENGTH / SHARES)
#define NUMBERS (VECTORS * HELD)  // per work-item

// Emulated units need local memory; real ones do not.
#if EMULATED
#define DECLARE_SCRATCH local float scratch[512 * WORK_ITEMS / UNIT_LANES];
#else
#define DECLARE_SCRATCH local float* scratch = 0;
#endif

#define KERNEL kernel __attribute__((reqd_work_group_size(WORK_ITEMS, 1, 1)))

// A work-item's first or second vector, and the index of its number u among the points of all vectors.
INLINE uint own_vector(uint which) {
    const uint at_a_time = WORK_ITEMS / SHARES;
    return (get_group_id(0) * VECTORS + which) * at_a_time + own_butterfly(get_local_id(0), SHARES, NEAR);
}
INLINE uint own_number(uint u) {
    return own_vector(u / HELD) * VECTOR_LENGTH + own_point(get_local_id(0), SHARES, NEAR) + SHARES * (u % HELD);
}

// The index of that number's pair.
INLINE uint own_pair(uint u) { return (get_group_id(0) * NUMBERS + u) * WORK_ITEMS + get_local_id(0); }

// A pair in registers: two half-precision numbers in 32 bits, or two floats with half-precision values.
#if UNITS && !EMULATED
INLINE void store_pair(packed both, uint at, global uint* to) { to[at] = both; }
INLINE packed load_pair(uint at, global const uint* from) { return from[at]; }
#else
#if UNITS == 0
typedef float2 packed;
#endif
INLINE void store_pair(packed both, uint at, global uint* to) { vstore_half2(both, at, (global half*)to); }
INLINE packed load_pair(uint at, global const uint* from) { return vload_half2(at, (global const half*)from); }
#endif

#if UNITS == 0
INLINE void take(const complex* x, packed* hi, packed* lo, float* back, local float* scratch) {
#pragma unroll
    for (uint u = 0; u < NUMBERS; ++u) hi[u] = (float2)(x[u].x, x[u].y);
    back[0] = take_halves((float*)hi, (float*)lo, 2 * NUMBERS);
}

// F (or the remainder of F, if `rest`) times one vector in half precision, added to sums.
INLINE void multiply(const packed* h, uint rest, complex* sums, local float* scratch) {
#pragma unroll
    for (uint k = 0; k < VECTOR_LENGTH; ++k)
#pragma unroll
        for (uint j = 0; j < VECTOR_LENGTH; ++j)
            if (is_in_matrix(RADIX, k, j)) {
                const uint angle = matrix_angle(RADIX, k, 0, j);
                sums[k] = plus_turned(sums[k], make_complex(h[j].x, h[j].y), matrix_cosine(angle, rest),
                                      matrix_sine(angle, rest));
            }
}
#else
#define take OF_RADIX(take_packed)

// F (or the remainder of F, if `rest`) times two vectors in half precision, added to sums. A unit's block v of results
// is two numbers.
INLINE void multiply(const packed* h, uint rest, complex* sums, local float* scratch) {
    float4 d[HELD];
    UNROLLED for (uint v = 0; v < HELD; ++v) {
        const uint first = UNITS == 1 ? v : 2 * v, second = UNITS == 1 ? HELD + v : 2 * v + 1;
        d[v] = (float4)(sums[first].x, sums[first].y, sums[second].x, sums[second].y);
    }
    OF_RADIX(half_products)(h, rest, d, unit_lane(), scratch);
    UNROLLED for (uint v = 0; v < HELD; ++v) {
        const uint first = UNITS == 1 ? v : 2 * v, second = UNITS == 1 ? HELD + v : 2 * v + 1;
        sums[first] = make_complex(d[v].x, d[v].y);
        sums[second] = make_complex(d[v].z, d[v].w);
    }
}
#endif

KERNEL void split(global const float2* restrict x, global uint* restrict hi, global uint* restrict lo,
                  global float* restrict scales) {
    DECLARE_SCRATCH
    complex own[NUMBERS];
    packed own_hi[NUMBERS], own_lo[NUMBERS];
    float back[VECTORS];
#pragma unroll
    for (uint u = 0; u < NUMBERS; ++u) {
        const float2 number = x[own_number(u)];
        own[u] = make_complex(number.x, number.y);
    }
    take(own, own_hi, own_lo, back, scratch);
#pragma unroll
    for (uint u = 0; u < NUMBERS; ++u) {
        store_pair(own_hi[u], own_pair(u), hi);
        store_pair(own_lo[u], own_pair(u), lo);
    }
    if (own_point(get_local_id(0), SHARES, NEAR) == 0)
#pragma unroll
        for (uint p = 0; p < VECTORS; ++p) scales[own_vector(p)] = back[p];
}

// Products with lo and those with the remainder of F have a common sum.
KERNEL void products(global const uint* restrict hi, global const uint* restrict lo, global float2* restrict sums_hi,
                     global float2* restrict sums_lo) {
    DECLARE_SCRATCH
    packed own_hi[NUMBERS], own_lo[NUMBERS];
    complex of_hi[NUMBERS], of_lo[NUMBERS];
#pragma unroll
    for (uint u = 0; u < NUMBERS; ++u) {
        own_hi[u] = load_pair(own_pair(u), hi);
        own_lo[u] = load_pair(own_pair(u), lo);
        of_hi[u] = of_lo[u] = make_complex(0, 0);
    }
    if (HALVES == 2) multiply(own_hi, 1, of_lo, scratch);
    multiply(own_lo, 0, of_lo, scratch);
    multiply(own_hi, 0, of_hi, scratch);
#pragma unroll
    for (uint u = 0; u < NUMBERS; ++u) {
        sums_hi[own_number(u)] = (float2)(of_hi[u].x, of_hi[u].y);
        sums_lo[own_number(u)] = (float2)(of_lo[u].x, of_lo[u].y);
    }
}

// A work-item has two neighbouring points of a vector. The factors are the twiddles before a next stage of the same
// radix: for point k of transform t, w to the power k (t mod RADIX), where w has order RADIX^2. Their order is that
// of the first RADIX transforms.
KERNEL void combine(global const float4* restrict sums_hi, global const float4* restrict sums_lo,
                    global const float* restrict scales, global const float4* restrict factors,
                    global float4* restrict result) {
    const uint pair = get_global_id(0);
    const float4 sum = scales[2 * pair / VECTOR_LENGTH] * (sums_hi[pair] + sums_lo[pair]);
    const float4 factor = factors[pair % (RADIX * RADIX / 2)];
    const complex first = times(make_complex(sum.x, sum.y), factor.xy);
    const complex second = times(make_complex(sum.z, sum.w), factor.zw);
    result[pair] = (float4)(first.x, first.y, second.x, second.y);
}
