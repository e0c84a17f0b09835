// Local memory for exchanges between work-items: the exchanged type, and the places of points.
//
// EXCHANGED     element or REAL
// LOCAL_LAYOUT  0 plain, 1 padded after every LOCAL_PAD elements, 2 swizzled, 4 swizzled by the two numbers LOCAL_SWIZZLE
#include "cl/work_group/exchange_space.cl"
#include "cl/work_group/local_layout.h"

// The place of the k-th of `count` points, which start at `first` and are `step` apart.
INLINE uint local_place(uint first, uint k, uint step, uint count) {
#if LOCAL_LAYOUT == 1
    return padded_place(first, k, step, count, LOCAL_PAD);
#elif LOCAL_LAYOUT == 2
    return swizzled_place(first, k, step, count);
#elif LOCAL_LAYOUT == 4
    return xor_swizzled_place(first, k, step, LOCAL_SWIZZLE);
#else
    return first + k * step;
#endif
}
