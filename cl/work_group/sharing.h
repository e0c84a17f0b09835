// The part of a butterfly that a work-item holds when matrix units multiply.
#pragma once

#include "cl/common/tile.h"

#ifdef __cplusplus
namespace stockham {
namespace pass_index {
#endif

// Matrix units need the numbers of a butterfly in the registers of `shares` (up to four) work-items, `near` work-items
// apart; `near` butterflies are side by side. These functions return a work-item's butterfly within a round and its first
// point, which the others follow at stride `shares`. With shares = 1 a work-item has whole butterflies.
INDEX_FUNCTION index32 own_butterfly(index32 item, index32 shares, index32 near) {
    return item / (near * shares) * near + item % near;
}
INDEX_FUNCTION index32 own_point(index32 item, index32 shares, index32 near) { return item / near % shares; }

#ifdef __cplusplus
}  // namespace pass_index
}  // namespace stockham
#endif
