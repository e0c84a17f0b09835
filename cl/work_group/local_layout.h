// Where the points of a tile lie in local memory, so that work-items meet no bank conflicts.
#pragma once

#include "cl/common/tile.h"

#ifdef __cplusplus
namespace stockham {
namespace pass_index {
#endif

// Local memory without bank conflicts: one empty element after every `pad`, or (where that would not fit) the low digit
// of base 16 exclusive-or'ed with the next one. What a first stage of radix `pad` writes is then conflict-free: its
// work-items' legs lie pad + 1 apart, or, where they lie beside l lines, l more than a multiple of 16.
INDEX_FUNCTION index32 padded(index32 address, index32 pad) { return address + address / pad; }
INDEX_FUNCTION index32 swizzled(index32 address) { return address ^ ((address >> 4) & 15); }

// The places of the legs of one butterfly, `step` apart from `first` on before padding: where the step is a multiple of
// the pad, or all legs lie between two of them, padding leaves them equally far apart, and one address reaches them all.
INDEX_FUNCTION index32 padded_place(index32 first, index32 i, index32 step, index32 radix, index32 pad) {
    if (step % pad == 0) return padded(first, pad) + i * (step + step / pad);
    if (pad % (step * radix) == 0) return padded(first, pad) + i * step;
    return padded(first + i * step, pad);
}
INDEX_FUNCTION index32 swizzled_place(index32 first, index32 i, index32 step, index32 radix) {
    (void)radix;
    return step % 256 == 0 ? swizzled(first) + i * step : swizzled(first + i * step);
}

// Every address exclusive-or'ed with digits of its own, which lie `near` and `far` bits up (31: nowhere), into its place
// among 32. The legs of one butterfly are a field of their own in the address, if all lengths are powers of two.
INDEX_FUNCTION index32 xor_swizzled(index32 address, index32 near, index32 far) {
    return address ^ (((address >> near) ^ (address >> far)) & 31);
}
INDEX_FUNCTION index32 xor_swizzled_place(index32 first, index32 i, index32 step, index32 near, index32 far) {
    return xor_swizzled(first, near, far) ^ xor_swizzled(i * step, near, far);
}

#ifdef __cplusplus
}  // namespace pass_index
}  // namespace stockham
#endif
