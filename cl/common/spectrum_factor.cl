// The factor of a point, from the spectrum that a pass multiplies by.
//
// SPECTRUM_STRIDES  the numbers of struct spectrum_growth
// CONJUGATED        1: uses the conjugate spectrum
#include "cl/common/spectrum.h"
#include "cl/common/tables.cl"

#define spectrum_strides OF_PASS(spectrum_strides)
#define spectrum_factor OF_PASS(spectrum_factor)

constant struct spectrum_growth spectrum_strides = SPECTRUM_STRIDES;

INLINE element spectrum_factor(global const element* spectrum, struct coordinate c, struct loop_index loops) {
    const element w = table_entry(spectrum, spectrum_place(spectrum_strides, c, loops));
    return CONJUGATED ? (element)(w.x, -w.y) : w;
}
