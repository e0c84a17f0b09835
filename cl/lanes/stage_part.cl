// Butterflies of a stage of a digit of any length, and the memory that is fetched while they are computed.
#pragma once

#include "cl/common/complex.cl"

// Global memory that is read or written soon, which without this a core would wait for between stages: butterfly by butterfly,
// `step` bytes apart. The points of a butterfly are `apart` bytes apart. Addresses may lie behind the end of a buffer.
struct memory_ahead {
    global const char* at;  // of the next butterfly; 0: nothing is ahead
    size_t step, apart;
};

INLINE struct memory_ahead nothing_ahead(void) {
    const struct memory_ahead none = {0, 0, 0};
    return none;
}

// PoCL's prefetch() does nothing. Its address spaces are one.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define FETCH(place) __builtin_prefetch((const void*)(size_t)(place))
#else
#define FETCH(place) prefetch(place, 1)
#endif

// Point i of the next butterfly, in all lanes.
INLINE void fetch_ahead(struct memory_ahead ahead, uint i) {
    const uint cache_line = 64;
#pragma unroll
    for (uint line = 0; line < sizeof(complex); line += cache_line) FETCH(ahead.at + i * ahead.apart + line);
}

// `count` butterflies of a stage from number `first` on. Inputs of a butterfly are from_step apart, outputs to_step.
struct stage_part {
    local complex* to;  // of the first output
    local const complex* from;
    global const element* chain;
    struct memory_ahead ahead;
    uint to_step, from_step, span, first, count, unused;
};
