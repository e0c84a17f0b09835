// Reads of tables, which no work-item writes. Compilers see this for a kernel's own parameters, but not for pointers that
// were members of a struct; then each read waits for the writes before it.
//
// NVIDIA's cards from Maxwell on have an instruction for such reads. Their drivers implement OpenCL 3.0, those of older cards
// do not.
#pragma once

#include "cl/common/complex.cl"

#if defined(__NV_CL_C_VERSION) && __OPENCL_VERSION__ >= 300
#if FP64_EXTENSION
#define READ_ENTRY "ld.global.nc.v2.f64 {%0, %1}, [%2];"
#define ENTRY_REGISTER "=d"
#else
#define READ_ENTRY "ld.global.nc.v2.f32 {%0, %1}, [%2];"
#define ENTRY_REGISTER "=f"
#endif
INLINE element table_entry(global const element* table, ulong index) {
    REAL x, y;
    __asm__(READ_ENTRY : ENTRY_REGISTER(x), ENTRY_REGISTER(y) : "l"(table + index));
    return (element)(x, y);
}
INLINE uint table_number(global const uint* table, ulong index) {
    uint x;
    __asm__("ld.global.nc.u32 %0, [%1];" : "=r"(x) : "l"(table + index));
    return x;
}
#else
#define table_entry(table, index) ((table)[index])
#define table_number(table, index) ((table)[index])
#endif
