// What measuring a kernel needs beside it: random numbers to work on, poison to find unwritten places by, and the distance
// between two results. REAL as in cl/common/complex.cl; a work-item takes every so many-th number.

#if FP64_EXTENSION == 1
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#elif FP64_EXTENSION == 2
#pragma OPENCL EXTENSION cl_amd_fp64 : enable
#endif

// No result of numbers between -1 and 1 that the library can transform comes near it, and its square is no float.
#define POISON ((REAL)-7.5e20f)

// Uniform in [-1, 1): the finaliser of splitmix64 over a counter, so that any number of work-items makes the same data.
kernel void randomize(global REAL* to, const ulong count, const ulong seed) {
    for (ulong k = get_global_id(0); k < count; k += get_global_size(0)) {
        ulong x = seed + k * 0x9e3779b97f4a7c15UL;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9UL;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebUL;
        x ^= x >> 31;
        to[k] = (REAL)((int)(x >> 32)) * (REAL)4.656612873077392578125e-10f;
    }
}

kernel void poison(global REAL* to, const ulong count) {
    for (ulong k = get_global_id(0); k < count; k += get_global_size(0)) to[k] = POISON;
}

// sums[2 i], sums[2 i + 1]: the squares of the differences and of the wanted numbers that work-item i has seen. What
// should have been left alone (wanted is poison) and was not, counts as an infinite difference.
kernel void compare(global const REAL* found, global const REAL* wanted, const ulong count, global REAL* sums) {
    REAL difference = 0, norm = 0;
    for (ulong k = get_global_id(0); k < count; k += get_global_size(0)) {
        const REAL f = found[k], w = wanted[k];
        if (w == POISON) {
            if (f != POISON) difference = INFINITY;
        } else {
            difference += (f - w) * (f - w);
            norm += w * w;
        }
    }
    sums[2 * get_global_id(0)] = difference;
    sums[2 * get_global_id(0) + 1] = norm;
}
