// Complex numbers with separate real and imaginary parts, so that each part may be a vector of lanes.
//
// REAL    float or double: the precision of a pass
// LANES   lines that a work-item processes in vector lanes: 1 on GPUs, the vector's width on CPUs
#pragma once

#include "cl/common/function.h"
#include "cl/common/names.h"

#if FP64_EXTENSION == 1
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#elif FP64_EXTENSION == 2
#pragma OPENCL EXTENSION cl_amd_fp64 : enable
#endif

typedef PASTE(REAL, 2) element;  // one complex number in memory

#if LANES == 1
typedef REAL real;
#else
typedef PASTE(REAL, LANES) real;
#endif

typedef struct {
    real x, y;
} complex;

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

// a times the same twiddle factor in all lanes
INLINE complex times(complex a, element w) {
    return make_complex(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// a times one twiddle factor per lane
INLINE complex times_lanes(complex a, complex w) {
    return make_complex(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// The product of two elements.
INLINE element product(element a, element b) { return (element)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

#if LANES == 1
INLINE complex complex_of(element e) { return make_complex(e.x, e.y); }
INLINE element element_of(complex z) { return (element)(z.x, z.y); }
#endif
