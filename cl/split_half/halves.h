// Numbers as scaled halves, DFT matrices of halves, and the register layouts of matrix units. Kernels and the host's tests
// share this text, like cl/index.h.
//
// After Kang, Glaeser, D'Azevedo, Wong, Tomov, "Accelerating 3D FFT with Half-Precision Floating Point Hardware on GPU"
// (2019), algorithm 1: a vector x in single precision is scaled by its largest number and split into two vectors of halves.
// The paper scales by that number itself, and the second vector separately. Here one power of two scales both, so that only
// the halves are rounded and one sum takes all products:
//     x = (hi + lo) / scale,    F x = (F hi + F lo) / scale
// Products of halves are exact in single precision. The matrix of radix 2 or 4 has entries 0, 1 and -1. Those of radix 8
// and 16 are rounded to halves, as in the paper (relative L2 error 1e-4), or split as well: F = H + L, with H hi, L hi and
// H lo summed up (error 1e-7 to 2e-7 up to 2^24 points; L lo would not change it). All matrices are 16 times the DFT
// matrix, which keeps L out of the range of subnormal halves.
#pragma once

#include "cl/common/tile.h"

#ifdef __cplusplus
#include <cmath>
#include <cstring>
namespace stockham {
namespace pass_index {
INDEX_FUNCTION index32 as_uint(float x) {
    index32 bits = 0;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}
INDEX_FUNCTION float as_float(index32 bits) {
    float x = 0;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}
using std::fabs;
using std::fmax;
#endif

// The half nearest to x, ties to even: 11 significant bits, below 2^-14 multiples of 2^-24. For |x| < 65504.
INDEX_FUNCTION float nearest_half(float x) {
    const index32 bits = as_uint(x);
    const float normal = as_float((bits + 0xfff + (bits >> 13 & 1)) & ~(index32)0x1fff);
    return fabs(x) < 0x1p-14f ? (x + 0.75f) - 0.75f : normal;
}

// The exponent bits of a vector's largest number, but at least so large that both scales below are normal numbers.
INDEX_FUNCTION index32 half_exponent(float largest) {
    const index32 exponent = as_uint(largest) & 0x7f800000, least = (index32)19 << 23;
    return exponent > least ? exponent : least;
}
// The scale that brings the vector's largest number into [2^14, 2^15), and the one that undoes it and the matrix's 16.
INDEX_FUNCTION float half_scale(index32 exponent) { return as_float(((index32)268 << 23) - exponent); }
INDEX_FUNCTION float back_scale(index32 exponent) { return as_float(exponent - ((index32)18 << 23)); }

// Scales n numbers, replaces them by the nearest halves, and sets `rest` to the remainders as halves. Returns the scale for
// products with a matrix.
INDEX_FUNCTION float take_halves(float* x, float* rest, index32 n) {
    float largest = 0;
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 k = 0; k < n; ++k) largest = fmax(largest, fabs(x[k]));
    const index32 exponent = half_exponent(largest);
    const float scale = half_scale(exponent);
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 k = 0; k < n; ++k) {
        const float scaled = x[k] * scale;
        x[k] = nearest_half(scaled);
        rest[k] = nearest_half(scaled - x[k]);
    }
    return back_scale(exponent);
}

// 16 times the cosine of 2 pi e / 16 for e < 4, as a half; with `rest` = 1, the remainder as a half. (Without comparisons
// for equality: Oclgrind 21.10 computes radix 16 wrong with a chain of those.)
INDEX_FUNCTION float half_cosine(index32 e, index32 rest) {
    if (rest) return 0x1p-7f * (e < 2 ? (e < 1 ? 0.0f : 0.10528564453125f) : e < 3 ? 0.1546630859375f : 0.2357177734375f);
    return 16 * (e < 2 ? (e < 1 ? 1.0f : 0.923828125f) : e < 3 ? 0.70703125f : 0.382568359375f);
}
// The same for the sine.
INDEX_FUNCTION float half_sine(index32 e, index32 rest) { return e == 0 ? 0.0f : half_cosine(4 - e, rest); }

// The matrix of a vector has alternating real and imaginary parts: output (k, 0) is the real part of output k, and (k, 1)
// its imaginary part; likewise inputs (j, 0) and (j, 1). Its entries at output (k, part) and inputs (j, 0), (j, 1) are
//     16 times  cos a, sin a  for part 0,  -sin a, cos a  for part 1,  a = 2 pi j k / radix
// that is, the cosine and sine of a + part pi / 2. matrix_angle() returns this angle in sixteenths of a circle.
// A vector has at least four points. Two butterflies of radix 2 share one, with their matrices on the diagonal; j and k
// then count within a butterfly.
INDEX_FUNCTION index32 matrix_angle(index32 radix, index32 k, index32 part, index32 j) {
    return (16 / radix * (j % radix) * (k % radix) + 4 * part) % 16;
}
INDEX_FUNCTION bool is_in_matrix(index32 radix, index32 k, index32 j) { return j / radix == k / radix; }

// 16 times the cosine and sine of an angle in sixteenths of a circle.
INDEX_FUNCTION float matrix_cosine(index32 sixteenths, index32 rest) {
    const index32 quarter = sixteenths / 4, e = sixteenths % 4;
    const float size = quarter % 2 == 0 ? half_cosine(e, rest) : half_sine(e, rest);
    return quarter == 1 || quarter == 2 ? -size : size;
}
INDEX_FUNCTION float matrix_sine(index32 sixteenths, index32 rest) {
    return matrix_cosine((sixteenths + 12) % 16, rest);
}

// Register layouts of matrix units for D = A B + C: register r of a lane holds the element in this row and column. First
// NVIDIA's mma.m16n8k16 with 32 lanes: A is the data (one row per butterfly), B the matrix.
INDEX_FUNCTION index32 mma_a_row(index32 lane, index32 r) { return lane / 4 + r / 2 % 2 * 8; }
INDEX_FUNCTION index32 mma_a_column(index32 lane, index32 r) { return lane % 4 * 2 + r % 2 + r / 4 * 8; }
INDEX_FUNCTION index32 mma_b_row(index32 lane, index32 r) { return lane % 4 * 2 + r % 2 + r / 2 * 8; }
INDEX_FUNCTION index32 mma_b_column(index32 lane) { return lane / 4; }
INDEX_FUNCTION index32 mma_d_row(index32 lane, index32 r) { return lane / 4 + r / 2 * 8; }
INDEX_FUNCTION index32 mma_d_column(index32 lane, index32 r) { return lane % 4 * 2 + r % 2; }

// AMD's v_mfma_f32_16x16x16f16 with 64 lanes: A is the matrix, B the data (one column per butterfly).
INDEX_FUNCTION index32 mfma_a_row(index32 lane) { return lane % 16; }
INDEX_FUNCTION index32 mfma_a_column(index32 lane, index32 r) { return lane / 16 * 4 + r; }
INDEX_FUNCTION index32 mfma_b_row(index32 lane, index32 r) { return lane / 16 * 4 + r; }
INDEX_FUNCTION index32 mfma_b_column(index32 lane) { return lane % 16; }
INDEX_FUNCTION index32 mfma_d_row(index32 lane, index32 r) { return lane / 16 * 4 + r; }
INDEX_FUNCTION index32 mfma_d_column(index32 lane) { return lane % 16; }

#ifdef __cplusplus
}  // namespace pass_index
}  // namespace stockham
#endif
