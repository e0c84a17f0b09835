// Kernels for measurements: random input, poison that reveals unwritten places, and the distance between two results.
// REAL is that of cl/common/complex.cl. Work-items stride over the numbers.

#if FP64_EXTENSION == 1
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#elif FP64_EXTENSION == 2
#pragma OPENCL EXTENSION cl_amd_fp64 : enable
#endif

// No transform of numbers between -1 and 1 reaches this value, and its square overflows a float.
#define POISON ((REAL)-7.5e20f)

// Uniform in [-1, 1): the finaliser of splitmix64 over a counter, so the data do not depend on the number of work-items.
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

// sums[2 i] and sums[2 i + 1]: the sums over work-item i's numbers of squared differences and of squared wanted numbers.
// A number that should be unwritten (wanted is poison) but was written counts as an infinite difference.
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
