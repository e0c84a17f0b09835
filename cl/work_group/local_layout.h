// Layouts of a tile in local memory that avoid bank conflicts.
#pragma once

#include "cl/common/tile.h"

#ifdef __cplusplus
namespace stockham {
namespace pass_index {
#endif

// Padding adds one empty element after every `pad`. If that does not fit, the lowest base-16 digit is XORed with the next
// one. The writes of a first stage of radix `pad` are then free of conflicts: outputs of neighbouring work-items are
// pad + 1 apart, or, beside l lines, l more than a multiple of 16.
INDEX_FUNCTION index32 padded(index32 address, index32 pad) { return address + address / pad; }
INDEX_FUNCTION index32 swizzled(index32 address) { return address ^ ((address >> 4) & 15); }

// The places of the points of one butterfly, which start at `first` and are `step` apart before padding. If the step is a
// multiple of the pad, or all points lie between two empty elements, their stride stays constant and one address is enough.
INDEX_FUNCTION index32 padded_place(index32 first, index32 i, index32 step, index32 radix, index32 pad) {
    if (step % pad == 0) return padded(first, pad) + i * (step + step / pad);
    if (pad % (step * radix) == 0) return padded(first, pad) + i * step;
    return padded(first + i * step, pad);
}
INDEX_FUNCTION index32 swizzled_place(index32 first, index32 i, index32 step, index32 radix) {
    (void)radix;
    return step % 256 == 0 ? swizzled(first) + i * step : swizzled(first + i * step);
}

// XORs the lowest five bits of an address with those `near` and `far` bits up (31: none). For lengths that are powers of
// two, the points of one butterfly are a separate bit field of the address.
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
