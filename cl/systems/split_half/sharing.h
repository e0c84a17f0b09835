// Which part of a butterfly a work-item holds where matrix units multiply.
#pragma once

#include "cl/common/tile.h"

#ifdef __cplusplus
namespace stockham {
namespace pass_index {
#endif

// Matrix units have the numbers of a butterfly in the registers of several work-items, up to four. Those that share one
// lie `near` work-items apart, and as many butterflies lie side by side: which butterfly of a round is a work-item's, and
// the first of its legs, which the others follow `shares` apart. With shares = 1 a work-item has whole butterflies.
INDEX_FUNCTION index32 own_butterfly(index32 item, index32 shares, index32 near) {
    return item / (near * shares) * near + item % near;
}
INDEX_FUNCTION index32 own_point(index32 item, index32 shares, index32 near) { return item / near % shares; }

#ifdef __cplusplus
}  // namespace pass_index
}  // namespace stockham
#endif
