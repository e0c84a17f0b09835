// Constant-geometry FFTs: the points that word groups read and write, their twiddle factors and places in local memory.
#pragma once

#include "cl/common/tile.h"

#ifdef __cplusplus
namespace stockham {
namespace pass_index {
#endif

// Constant and conventional geometry: decimation in frequency by word groups of `radix` points. An epoch of span S (the
// product of the radices before it) has word groups 0 <= t < n / radix. In constant geometry, group t reads points
// t + i n / radix and writes points radix t + i in every epoch. Conventionally, it writes the points that it reads, in
// blocks of n / S points.
INDEX_FUNCTION index32 group_block(index32 n, index32 radix, index32 span) { return n / (span * radix); }
INDEX_FUNCTION index32 group_in(bool conventional, index32 t, index32 i, index32 n, index32 radix, index32 span) {
    const index32 apart = group_block(n, radix, span);
    return conventional ? t / apart * apart * radix + t % apart + i * apart : t + i * (n / radix);
}
INDEX_FUNCTION index32 group_out(bool conventional, index32 t, index32 i, index32 n, index32 radix, index32 span) {
    return conventional ? group_in(true, t, i, n, radix, span) : radix * t + i;
}

// The lowest log2(n) bits of k in reverse order, for n a power of two: the place of result k after the last epoch. (Not
// unrolled, because compilers may turn the loop into an instruction that Oclgrind does not support.)
INDEX_FUNCTION index32 reversed(index32 k, index32 n) {
#if defined(__NV_CL_C_VERSION)
    index32 all;
    __asm__("brev.b32 %0, %1;" : "=r"(all) : "r"(k));
    return (all >> 1) / (0x80000000u / n);
#elif defined(__AMDGCN__)
    return (__builtin_bitreverse32(k) >> 1) / (0x80000000u / n);
#else
    index32 r = 0;
#ifndef __cplusplus
#pragma nounroll
#endif
    for (index32 bit = 1; bit < n; bit *= 2) {
        r = 2 * r + k % 2;
        k /= 2;
    }
    return r;
#endif
}

// Output i of a word group is multiplied by w_n to this power: e times the reversed bits of i. (By XORs, because compilers
// may turn other code into the instruction that Oclgrind does not support.)
INDEX_FUNCTION index32 group_power(bool conventional, index32 t, index32 i, index32 n, index32 radix, index32 span) {
    const index32 e = conventional ? t % group_block(n, radix, span) * span : t / span * span;
    return e * (radix == 4 ? i ^ (i ^ i / 2) % 2 * 3 : i);
}

// A swizzle of local memory for word groups. A row of `row` elements (8 or 16) covers all banks once. The higher digits of
// base `row` are XORed into the lowest one, and the parity of all bits into its highest bit. No bank conflicts remain for
// neighbouring points, every second or fourth point, points in bit-reversed order, and neighbouring points beside those at
// a distance of any power of two. Address bits from `points` on are not folded.
INDEX_FUNCTION index32 folded(index32 address, index32 row, index32 points) {
    const index32 above = address % points / row;
    const index32 x = above ^ above / row ^ above / row / row ^ above / row / row / row;
    return address ^ (x & (row / 2 - 1)) ^ ((x ^ x << 1 ^ x << 2 ^ x << 3) & (row / 2));
}

// All these functions are linear in the bits of work-items, rounds, inputs and outputs. So a place combines the place of
// the work-item (`own`) and that of the round and output (`fixed`, a constant). The lowest digits are XORed, which few
// rounds need or many share; the others are added, which costs no instruction.
INDEX_FUNCTION index32 joined(index32 own, index32 fixed, index32 row) {
    return (own ^ fixed % row) + fixed / row * row;
}

#ifdef __cplusplus
}  // namespace pass_index
}  // namespace stockham
#endif
