// Exchanges real and imaginary parts separately: one after the other in half the local memory, or in two planes, all real
// parts before all imaginary parts.
#include "cl/work_group/exchange_space.cl"

INLINE EXCHANGED part_of(complex z, uint part) { return part == REAL_PART ? z.x : z.y; }
INLINE complex with_part(complex z, uint part, EXCHANGED e) {
    return part == REAL_PART ? make_complex(e, z.y) : make_complex(z.x, e);
}
