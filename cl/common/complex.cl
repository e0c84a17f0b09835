// Complex numbers whose real and imaginary parts are apart, so that a part may be a whole vector of lanes.
//
// REAL    float or double: the precision of a pass
// LANES   lines that one work-item carries side by side: 1 on GPUs, the vector's width on CPUs
#pragma once

#if FP64_EXTENSION == 1
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#elif FP64_EXTENSION == 2
#pragma OPENCL EXTENSION cl_amd_fp64 : enable
#endif

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

typedef PASTE(REAL, 2) element;  // one complex number in memory

#if LANES == 1
typedef REAL real;
#else
typedef PASTE(REAL, LANES) real;
#endif

typedef struct {
    real x, y;
} complex;

#define INLINE static inline __attribute__((always_inline))

INLINE complex make_complex(real x, real y) {
    complex z;
    z.x = x;
    z.y = y;
    return z;
}

INLINE complex add(complex a, complex b) { return make_complex(a.x + b.x, a.y + b.y); }
INLINE complex sub(complex a, complex b) { return make_complex(a.x - b.x, a.y - b.y); }

// a times -i
INLINE complex turned(complex a) { return make_complex(a.y, -a.x); }

// a times one twiddle factor for all lanes
INLINE complex times(complex a, element w) {
    return make_complex(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// a times a twiddle factor a lane
INLINE complex times_lanes(complex a, complex w) {
    return make_complex(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}
