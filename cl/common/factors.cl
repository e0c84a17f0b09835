// Powers of a root of unity: twiddle factors between passes, or of a stage without tables.
//
// FACTORS  their source. Sines and cosines of rounded angles are less precise than tables, and used only when a plan string
//          asks for them; the device's native ones exist in single precision only
#include "cl/common/tables.cl"

#define TABLE_FACTORS 0
#define NATIVE_FACTORS 1
#define PRECISE_FACTORS 2

#define root_of_unity OF_PASS(root_of_unity)
#define factor OF_PASS(factor)

#if FACTORS == TABLE_FACTORS
// A factor is the product of two entries, w^(high << split) w^low. Full tables would add half a pass of memory traffic; the
// product costs 0.02 of the accuracy gate.
struct root_of_unity {
    size_t split;
    global const element *coarse, *fine;
};
INLINE element factor(along_axis index, struct root_of_unity w) {
    return product(table_entry(w.coarse, index >> w.split), table_entry(w.fine, index & ((1u << w.split) - 1)));
}
#else
struct root_of_unity {
    along_axis order;
};
INLINE element factor(along_axis index, struct root_of_unity w) {
    const REAL angle = (REAL)index / (REAL)w.order * (REAL)-6.283185307179586;
#if FACTORS == NATIVE_FACTORS
    return (element)(native_cos(angle), native_sin(angle));
#else
    return (element)(cos(angle), sin(angle));
#endif
}
#endif
