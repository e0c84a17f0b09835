// Constant-geometry FFTs: what word groups read and write, their twiddle factors, and where they lie in local memory.
#pragma once

#include "cl/common/tile.h"

#ifdef __cplusplus
namespace stockham {
namespace pass_index {
#endif

// Constant geometry, and the conventional one beside it: decimation in frequency by word groups of `radix` points. Word
// group t of an epoch of span S (the product of the radices before it), 0 <= t < n / radix, reads the points t + i n /
// radix and writes radix t + i whatever the epoch; conventionally, it writes where it reads, in blocks of n / S points.
INDEX_FUNCTION index32 group_block(index32 n, index32 radix, index32 span) { return n / (span * radix); }
INDEX_FUNCTION index32 group_in(bool conventional, index32 t, index32 i, index32 n, index32 radix, index32 span) {
    const index32 apart = group_block(n, radix, span);
    return conventional ? t / apart * apart * radix + t % apart + i * apart : t + i * (n / radix);
}
INDEX_FUNCTION index32 group_out(bool conventional, index32 t, index32 i, index32 n, index32 radix, index32 span) {
    return conventional ? group_in(true, t, i, n, radix, span) : radix * t + i;
}

// The lowest log2(n) bits of k in reverse order, n a power of two: where point k of the result lies after the last epoch.
// (Not unrolled, lest a compiler makes the loop an instruction that Oclgrind does not know.)
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

// What a word group writes at leg i is multiplied by w_n to this power: e times the bits of i reversed (by exclusive-or's,
// lest a compiler makes them the instruction that Oclgrind does not know).
INDEX_FUNCTION index32 group_power(bool conventional, index32 t, index32 i, index32 n, index32 radix, index32 span) {
    const index32 e = conventional ? t % group_block(n, radix, span) * span : t / span * span;
    return e * (radix == 4 ? i ^ (i ^ i / 2) % 2 * 3 : i);
}

// Local memory without bank conflicts for word groups. A row of `row` elements (8 or 16) has a turn of all banks; the
// digits of base `row` above the lowest are exclusive-or'ed into it, the highest bit with the parity of them all. That
// keeps apart: neighbouring points, every second or fourth one, points in bit-reversed order, and neighbouring points
// beside those that lie farther off by any power of two. Above `points` nothing is folded.
INDEX_FUNCTION index32 folded(index32 address, index32 row, index32 points) {
    const index32 above = address % points / row;
    const index32 x = above ^ above / row ^ above / row / row ^ above / row / row / row;
    return address ^ (x & (row / 2 - 1)) ^ ((x ^ x << 1 ^ x << 2 ^ x << 3) & (row / 2));
}

// All these are linear in the bits of work-items, rounds and legs. So the place that one has by its work-item (`own`)
// and the one that it has by its round and leg (`fixed`, a constant) make the place by both: the lowest digits by an
// exclusive-or, which few rounds need or many share, the others by a sum, which costs no instruction.
INDEX_FUNCTION index32 joined(index32 own, index32 fixed, index32 row) {
    return (own ^ fixed % row) + fixed / row * row;
}

#ifdef __cplusplus
}  // namespace pass_index
}  // namespace stockham
#endif
