// The factor of a point, from the spectrum that a pass multiplies by.
//
// SPECTRUM_STRIDES  the numbers of struct spectrum_growth
// CONJUGATED        1: uses the conjugate spectrum
#include "cl/common/spectrum.h"
#include "cl/common/tables.cl"

#define spectrum_factor OF_PASS(spectrum_factor)

#if ANY_LENGTH
#define spectrum_strides                                                                                                \
    ((struct spectrum_growth){{where.spectrum->growth[0], where.spectrum->growth[1], 0, 0},                 \
                              {where.spectrum->loops[0], where.spectrum->loops[1],                          \
                               where.spectrum->loops[2], where.spectrum->loops[3],                          \
                               where.spectrum->loops[4], where.spectrum->loops[5]}})
#else
#define spectrum_strides OF_PASS(spectrum_strides)
constant struct spectrum_growth spectrum_strides = SPECTRUM_STRIDES;
#endif

INLINE element spectrum_factor(global const element* spectrum, struct coordinate c, struct tile_index where) {
    const element w = table_entry(spectrum, spectrum_place(spectrum_strides, c, where.loops));
    return CONJUGATED ? (element)(w.x, -w.y) : w;
}
