// The lines above each kernel file of this folder, followed by boundary.cl: the types of the work's precision, and the
// elements of a work-item in a reduction.
//
// SINGLE  defined for single precision
// CPU     defined on a CPU
#ifdef SINGLE
typedef float real;
typedef float2 complex;
typedef float4 real4;
typedef float8 real8;
typedef float16 real16;
#define REAL(x) x##f
#else
#if defined(cl_amd_fp64) && !defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_amd_fp64 : enable
#else
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
typedef double real;
typedef double2 complex;
typedef double4 real4;
typedef double8 real8;
typedef double16 real16;
#define REAL(x) x
#endif

// EACH runs through the elements of a work-item in a reduction over n elements by `items` work-items: on a CPU consecutive
// ones, which suits its caches, elsewhere every items-th, which lets neighbouring work-items read neighbouring elements.
#ifdef CPU
#define PER_ITEM(n, items) (((n) + (items) - 1) / (items))
#define EACH(k, n, items)                                                                                        \
    for (ulong k = get_global_id(0) * PER_ITEM(n, items), k##_end = min((ulong)(n), k + PER_ITEM(n, items)); \
         k < k##_end; ++k)
#else
#define EACH(k, n, items) for (ulong k = get_global_id(0); k < (n); k += (items))
#endif

// For boundary.cl.
#define INDEX long
