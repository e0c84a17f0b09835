// Integers of index formulas, and division by a number that is known at launch.
//
// The index formulas of the transposes (*_index.h) say which work-item accesses which element. They are written in the
// common subset of OpenCL C and C++. The kernels include them, and so do the host code that lists the moves of a step and
// the tests that verify them. Indices in memory have 64 bits, indices in a tile 32. Structures are returned through
// pointers, since Oclgrind cannot run inlined functions that return them by value.
#pragma once

#include "cl/common/function.h"

#ifndef __cplusplus
typedef ulong index64;
typedef uint index32;
#else
#include <cstdint>
namespace stockham {
namespace transpose_index {
using index64 = std::uint64_t;
using index32 = std::uint32_t;
#endif

// A 64-bit division takes a device hundreds of instructions, a product with the reciprocal about a dozen.

struct divisor {
    index64 n;
    index64 reciprocal;  // floor((2^64 - 1) / n)
};

INDEX_FUNCTION index64 high_product(index64 x, index64 y) {
#ifndef __cplusplus
    return mul_hi(x, y);
#else
    const index64 low_mask = 0xffffffffu;
    const index64 x0 = x & low_mask, x1 = x >> 32, y0 = y & low_mask, y1 = y >> 32;
    const index64 middle = x1 * y0 + ((x0 * y0) >> 32);
    return x1 * y1 + (middle >> 32) + ((x0 * y1 + (middle & low_mask)) >> 32);
#endif
}

// x / n for every x. The reciprocal is at most 1 less than 2^64 / n, so the product is x / n or x / n - 1.
INDEX_FUNCTION index64 quotient(index64 x, struct divisor d) {
    const index64 q = high_product(x, d.reciprocal);
    return q + (x - q * d.n >= d.n ? 1u : 0u);
}

INDEX_FUNCTION index64 remainder_of(index64 x, struct divisor d) { return x - quotient(x, d) * d.n; }

#ifdef __cplusplus
}  // namespace transpose_index
}  // namespace stockham
#endif
