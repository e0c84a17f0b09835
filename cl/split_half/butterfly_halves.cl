// Butterflies (without twiddle factors) as products of fp16 matrices: x = (hi + lo) / scale by
// cl/split_half/halves.h, and F x = (F hi + F lo) / scale. Products with hi are summed separately from those with
// lo and with a matrix's rest, because matrix units truncate numbers relative to the largest one that they add.
//
// UNITS   0: each work-item multiplies whole butterflies; 1: NVIDIA's matrix units (mma.sync, from sm_80 on); 2: AMD's
//         (v_mfma, gfx90a). For other devices, units are emulated through local memory with the same lanes and registers
//
// Matrix units process two rounds of butterflies at a time. Four work-items share a vector; each holds its points
// L, L + 4, .. (L = work-item / NEAR % 4) as h[u]: those of round b from h[0] on, those of round b + 1 after them.
//
//     NVIDIA   16 butterflies are the rows of A, F is B: columns 2 L, 2 L + 1 of A are a lane's h[0], then h[1]; likewise
//              those of the result
//     AMD      16 butterflies are the columns of B, F is A: rows 4 L .. 4 L + 3 of B are h[0] and h[1] (two points, or for
//              radix 2 and 4 one point of either round); likewise those of the result

#pragma once

#include "cl/split_half/halves.h"
#include "cl/work_group/sharing.h"

// Numbers of a work-item that one call of a butterfly processes.
#if UNITS == 0
#define AT_ONCE(radix) ((radix) < 4 ? 4 : (radix))
#else
#define AT_ONCE(radix) ((radix) < 4 ? 2 : (radix) / 2)
#endif

#if UNITS == 0
#define EMULATED 0

// z + (c - i s) h
INLINE complex plus_turned(complex z, complex h, float c, float s) {
    return make_complex(z.x + (c * h.x + s * h.y), z.y + (c * h.y - s * h.x));
}

#else

#if UNITS == 1
#define UNIT_LANES 32
#define NEAR 1
#else
#define UNIT_LANES 64
#define NEAR 16
#endif

// Two halves in a register; the maximum over four work-items, separately for both 16-bit parts of a register; the product
// of a matrix unit.
#if UNITS == 1 && defined(__NV_CL_C_VERSION)
#define EMULATED 0
typedef uint packed;
INLINE packed pack(float low, float high) {
    uint both;
    __asm__("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
}
INLINE complex unpacked(packed both) {
    complex z;
    __asm__("{.reg .b16 low, high;\n\t"
            "mov.b32 {low, high}, %2;\n\t"
            "cvt.f32.f16 %0, low;\n\t"
            "cvt.f32.f16 %1, high;}"
            : "=f"(z.x), "=f"(z.y)
            : "r"(both));
    return z;
}
INLINE uint larger(uint x, uint y) {
    uint z;
    __asm__("max.bf16x2 %0, %1, %2;" : "=r"(z) : "r"(x), "r"(y));  // positive numbers are ordered like their bits
    return z;
}
INLINE uint largest_of_four(uint x, local float* scratch) {
    uint other;
    __asm__ volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(other) : "r"(x));
    x = larger(x, other);
    __asm__ volatile("shfl.sync.bfly.b32 %0, %1, 2, 0x1f, 0xffffffff;" : "=r"(other) : "r"(x));
    return larger(x, other);
}
// With one register of B, the product is over 8 numbers; with two, over 16.
INLINE float4 unit_product(const packed* a, const packed* b, uint registers, float4 c, local float* scratch) {
    float4 d;
    if (registers == 1)
        __asm__ volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
                         "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
                         : "=f"(d.x), "=f"(d.y), "=f"(d.z), "=f"(d.w)
                         : "r"(a[0]), "r"(a[1]), "r"(b[0]), "f"(c.x), "f"(c.y), "f"(c.z), "f"(c.w));
    else
        __asm__ volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                         "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
                         : "=f"(d.x), "=f"(d.y), "=f"(d.z), "=f"(d.w)
                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c.x), "f"(c.y),
                           "f"(c.z), "f"(c.w));
    return d;
}
#elif UNITS == 2 && defined(__gfx90a__)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define EMULATED 0
typedef uint packed;
// These units flush subnormal halves to zero: less than 2^-28 of the vector's largest number, which is at least 2^14.
INLINE packed pack(float low, float high) { return as_uint((half2)((half)low, (half)high)); }
INLINE complex unpacked(packed both) {
    const half2 halves = as_half2(both);
    return make_complex((float)halves.x, (float)halves.y);
}
INLINE uint larger(uint x, uint y) { return as_uint(max(as_ushort2(x), as_ushort2(y))); }
INLINE uint of_lane(uint x, uint lane) {
    return (uint)__builtin_amdgcn_ds_bpermute((int)(lane % UNIT_LANES * 4), (int)x);
}
INLINE uint largest_of_four(uint x, local float* scratch) {
    const uint lane = get_local_id(0);
    x = larger(x, of_lane(x, lane ^ NEAR));
    return larger(x, of_lane(x, lane ^ 2 * NEAR));
}
INLINE float4 unit_product(const packed* a, const packed* b, uint registers, float4 c, local float* scratch) {
    return __builtin_amdgcn_mfma_f32_16x16x16f16(as_half4((uint2)(a[0], a[1])), as_half4((uint2)(b[0], b[1])), c, 0, 0,
                                                 0);
}
#else
#define EMULATED 1
typedef float2 packed;
INLINE packed pack(float low, float high) { return (float2)(nearest_half(low), nearest_half(high)); }
INLINE complex unpacked(packed both) { return make_complex(both.x, both.y); }
INLINE uint larger(uint x, uint y) { return as_uint(max(as_ushort2(x), as_ushort2(y))); }
INLINE uint largest_of_four(uint x, local float* scratch) {
    const uint item = get_local_id(0);
    local uint* others = (local uint*)scratch;
    barrier(CLK_LOCAL_MEM_FENCE);
    others[item] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    return larger(larger(x, others[item ^ NEAR]), larger(others[item ^ 2 * NEAR], others[item ^ 3 * NEAR]));
}
// A has 16 rows, and B at most 16 columns: 512 numbers for the lanes of a unit.
INLINE float4 unit_product(const packed* a, const packed* b, uint registers, float4 c, local float* scratch) {
    const uint lane = get_local_id(0) % UNIT_LANES;
    local float* rows = scratch + get_local_id(0) / UNIT_LANES * 512;
    local float* columns = rows + 256;
    float d[4] = {c.x, c.y, c.z, c.w};
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint r = 0; r < (UNITS == 1 ? 8 : 4); ++r) {
        const bool present = UNITS == 2 || r < 4 * registers;
        const float number = present ? (r % 2 ? a[r / 2].y : a[r / 2].x) : 0;
#if UNITS == 1
        rows[mma_a_row(lane, r) * 16 + mma_a_column(lane, r)] = number;
#else
        rows[mfma_a_row(lane) * 16 + mfma_a_column(lane, r)] = number;
#endif
    }
    for (uint r = 0; r < 4; ++r) {
        const bool present = UNITS == 2 || r < 2 * registers;
        const float number = present ? (r % 2 ? b[r / 2].y : b[r / 2].x) : 0;
#if UNITS == 1
        columns[mma_b_row(lane, r) * 16 + mma_b_column(lane)] = number;
#else
        columns[mfma_b_row(lane, r) * 16 + mfma_b_column(lane)] = number;
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint r = 0; r < 4; ++r) {
#if UNITS == 1
        const uint row = mma_d_row(lane, r), column = mma_d_column(lane, r);
#else
        const uint row = mfma_d_row(lane, r), column = mfma_d_column(lane);
#endif
        for (uint k = 0; k < 16; ++k) d[r] += rows[row * 16 + k] * columns[k * 16 + column];
    }
    return (float4)(d[0], d[1], d[2], d[3]);
}
#endif

// With emulated units, the following functions select by arithmetic: Intel's CPU runtime moves selections across barriers
// and computes wrong results or crashes (tests/implementations/sign_across_barriers.cl).

// Cosine and sine of an angle, turned by `quarters` quarters of a circle.
INLINE packed turned_pair(packed both, uint quarters) {
#if EMULATED
    const float odd = quarters % 2, sign = 1 - 2 * (float)(quarters % 4 / 2);
    return sign * ((1 - odd) * both + odd * (float2)(-both.y, both.x));
#else
    const uint turned = quarters % 2 ? both << 16 | both >> 16 : both;
    return turned ^ ((quarters + 1) % 4 < 2 ? 0 : 0x8000) ^ (quarters % 4 < 2 ? 0 : 0x80000000);
#endif
}

// Both numbers, negated if `negate`.
INLINE packed negated(packed both, bool negate) {
#if EMULATED
    return (1 - 2 * (float)negate) * both;
#else
    return both ^ (negate ? 0x80008000 : 0);
#endif
}

// Both numbers if `keep`, else zeros.
INLINE packed masked(packed both, bool keep) {
#if EMULATED
    return (float)keep * both;
#else
    return keep ? both : pack(0, 0);
#endif
}

// A matrix's entries at output (k + 4 v, part) and both inputs of point own + 4 u, for k, own < 4. All entries of a lane
// differ from `base` by quarters of a circle: u k + v own of them for radix 16, twice as many for radix 8. Pairs of
// quarters are signs, so that few entries have to be derived from the base.
struct matrix_row {
    uint radix, k, part, own;
};
INLINE packed matrix_entries(packed base, struct matrix_row r, uint v, uint u) {
    const uint w = r.radix > 8 ? 2 : 1;  // points of a block of four that are quarters apart
    const uint quarters = matrix_angle(r.radix, r.k, r.part, r.own) / 4 + u % w * r.k + v % w * r.own;
    const packed entries = negated(turned_pair(base, quarters), (u / w * r.k + v / w * r.own) % 2);
    return masked(entries, is_in_matrix(r.radix, r.k, r.own));
}
INLINE packed matrix_base(uint radix, uint k, uint j, uint rest) {
    const uint e = matrix_angle(radix, k, 0, j) % 4;
    return pack(half_cosine(e, rest), half_sine(e, rest));
}

#endif

// Loops over products. Emulated products have barriers, and PoCL's compiler needs few barriers in a kernel's text.
#define UNROLLED PASTE(UNROLLED_, EMULATED)
#define UNROLLED_0 _Pragma("unroll")
#define UNROLLED_1 _Pragma("nounroll")

// A work-item's lane in its unit. The assembly hides its value, so that NVIDIA's compiler does not compute all matrices at
// the start of the kernel and keep them in registers to its end.
INLINE uint unit_lane(void) {
#if UNITS == 0
    return 0;
#elif UNITS == 1 && !EMULATED
    uint lane;
    __asm__ volatile("mov.u32 %0, %1;" : "=r"(lane) : "r"((uint)get_local_id(0)));
    return lane % UNIT_LANES;
#else
    return get_local_id(0) % UNIT_LANES;
#endif
}

// Local memory for emulated matrix units, before that of the exchanges.
#if EMULATED
#define SCRATCH_BYTES (64 * WORK_ITEMS)
#else
#define SCRATCH_BYTES 0
#endif
