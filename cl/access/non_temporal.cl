// Reads and writes with a hint to the caches that the data are not used again.
#pragma once

#include "cl/common/complex.cl"

#ifdef __NV_CL_C_VERSION
#if FP64_EXTENSION
#define WORD "f64"
#define WORD_REGISTER "d"
#else
#define WORD "f32"
#define WORD_REGISTER "f"
#endif
INLINE element read_once(global const element* place) {
    REAL x, y;
    __asm__ volatile("ld.global.cs.v2." WORD " {%0, %1}, [%2];"
                     : "=" WORD_REGISTER(x), "=" WORD_REGISTER(y)
                     : "l"(place)
                     : "memory");
    return (element)(x, y);
}
INLINE void write_once(global element* place, element e) {
    __asm__ volatile("st.global.cs.v2." WORD " [%0], {%1, %2};" ::"l"(place), WORD_REGISTER(e.x), WORD_REGISTER(e.y)
                     : "memory");
}
#else
#define read_once(place) (*(place))
#define write_once(place, e) (*(place) = (e))
#endif
