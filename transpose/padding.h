// Padding of arrays in local memory against bank conflicts.
#pragma once

#include "transpose/division.h"

#ifdef __cplusplus
namespace stockham {
namespace transpose_index {
#endif

// The position of a slot in local memory. A row of banks holds 2^row elements. One element of padding follows each row,
// and another follows 2^row rows, so that slots whose numbers differ in a few adjacent bits never share a bank. For
// 16 x 16 elements and rows of 16 this is the classic tile of 16 x 17.
INDEX_FUNCTION index32 padded(index32 slot, index32 row) { return slot + (slot >> row) + (slot >> 2 * row); }

#ifdef __cplusplus
}  // namespace transpose_index
}  // namespace stockham
#endif
