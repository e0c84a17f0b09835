// The factor of a point in the spectrum that a pass multiplies by (see MULTIPLY in cl/common/pass.cl).
#include "cl/common/spectrum.h"

INLINE element spectrum_factor(global const element* spectrum, const struct spectrum_growth* growth,
                               struct coordinate c, struct loop_index l, bool conjugated) {
    const element w = spectrum[spectrum_place(growth, c, l)];
    return conjugated ? (element)(w.x, -w.y) : w;
}
#define SPECTRUM_FACTOR(c) spectrum_factor(spectrum, &spectrum_growth, c, loops, CONJUGATED)
