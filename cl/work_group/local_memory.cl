// Local memory for exchanges between work-items: the exchanged type, and the places of points.
//
// EXCHANGED     element: whole complex numbers; REAL: real and imaginary parts separately, one after the other in half the
//               memory or in two planes, all real parts before all imaginary parts
// PARTS         1: EXCHANGED is REAL
// LOCAL_LAYOUT  0 plain, 1 padded after every LOCAL_PAD elements, 2 swizzled, 4 swizzled by the two numbers LOCAL_SWIZZLE
#include "cl/work_group/exchange_space.cl"
#include "cl/work_group/local_layout.h"

#define exchange_buffer OF_PASS(exchange_buffer)
#define part_of OF_PASS(part_of)
#define with_part OF_PASS(with_part)
#define local_place OF_PASS(local_place)

// The points of a tile, or one part of them.
struct exchange_buffer {
    EXCHANGE_SPACE EXCHANGED* points;
    size_t part;  // as wide as the pointer: a structure without holes
};

#if PARTS
INLINE EXCHANGED part_of(complex z, struct exchange_buffer b) { return b.part == REAL_PART ? z.x : z.y; }
INLINE complex with_part(complex z, struct exchange_buffer b, EXCHANGED e) {
    return b.part == REAL_PART ? make_complex(e, z.y) : make_complex(z.x, e);
}
#else
INLINE EXCHANGED part_of(complex z, struct exchange_buffer b) { return element_of(z); }
INLINE complex with_part(complex z, struct exchange_buffer b, EXCHANGED e) { return complex_of(e); }
#endif

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
