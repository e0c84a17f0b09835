// Places in the spectrum that a pass multiplies by.
#pragma once

#include "cl/common/tile.h"

#ifdef __cplusplus
namespace stockham {
namespace pass_index {
#endif

// The growth of the place in the spectrum, per step along the tile and the loops: constants.
struct spectrum_growth {
    index64 tile[TILE_RANK];
    index64 loop[LOOP_RANK];
};

INDEX_FUNCTION index64 spectrum_place(struct spectrum_growth growth, struct coordinate c, struct loop_index l) {
    index64 at = 0;
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 d = 0; d < TILE_RANK; ++d) at += growth.tile[d] * c.at[d];
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 k = 0; k < LOOP_RANK; ++k) at += growth.loop[k] * l.at[k];
    return at;
}

#ifdef __cplusplus
}  // namespace pass_index
}  // namespace stockham
#endif
