// The factor of a point, from the spectrum that a pass multiplies by.
//
// SPECTRUM_STRIDES  the numbers of struct spectrum_growth
// CONJUGATED        1: uses the conjugate spectrum
#include "cl/common/spectrum.h"
#include "cl/common/tables.cl"

#define spectrum_factor OF_PASS(spectrum_factor)

INLINE element spectrum_factor(global const element* spectrum, struct coordinate c, struct loop_index loops) {
    const struct spectrum_growth strides = SPECTRUM_STRIDES;
    const element w = table_entry(spectrum, spectrum_place(&strides, c, loops));
    return CONJUGATED ? (element)(w.x, -w.y) : w;
}
