// The numbers of a lane pass that one kernel for digits of all lengths takes as arguments (ANY_LENGTH). The tile of such a pass
// has two dimensions, the points of the digit and the lines that lanes carry.
#pragma once

#include "cl/common/tile.h"

#ifdef __cplusplus
namespace stockham {
namespace pass_index {
#endif

#define DIGIT_STAGES 32
#define BLOCK_POINTS 64  // that a stage loads or stores at a time

// Kernel arguments with the same layout on host and device. A kernel takes those that it needs, since all arguments together
// have little room. Arrays of two: along the points, along the lines.
struct digit_shape {
    index64 in_strides[2], out_strides[2];
    index64 lines;        // of all tiles along the loop `line_loop`
    index32 loops;        // over tiles
    index32 line_loop;
    index32 n;            // points in the tile
    index32 in_points, out_points;  // in memory, if blocks of them are transposed
    index32 convolved_points;       // in memory, if the digit is convolved
    index32 twiddle_growth[TWIDDLE_COUNT], twiddle_split[TWIDDLE_COUNT];
    index32 stages;
    index32 spectrum_after;         // the number of stages before the multiplication by a spectrum
};

// The radices of its stages, in an array of their own: they are read by index, which would keep the shape in memory.
struct digit_radices {
    unsigned char at[DIGIT_STAGES];
};

// Of a pass with a mapped axis: the members of struct axis_map and struct axis_growth on either side.
struct digit_axes {
    index64 in_map[5], out_map[5];
    index64 in_growth[2], out_growth[2], in_loops[LOOP_RANK], out_loops[LOOP_RANK];
    index32 real_periods[2];
};

// Of a pass that multiplies by a spectrum: the members of struct spectrum_growth.
struct digit_spectrum {
    index64 growth[2], loops[LOOP_RANK];
};

#ifdef __cplusplus
}  // namespace pass_index
}  // namespace stockham
#endif
