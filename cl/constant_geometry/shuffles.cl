// Exchanges within a word group by shuffles, if the device has them.
#pragma once

#include "cl/common/complex.cl"

// The word of the neighbour (the other part, or the other point), and of the work-item across a word group of four:
// work-items 0 .. 3 receive from 3, 2, 0, 1.
#define ALL_OF_WARP (WORK_ITEMS < 32 ? (1u << WORK_ITEMS % 32) - 1 : ~0u)
#if defined(__NV_CL_C_VERSION)
#define SHUFFLES 1
INLINE uint shuffled(uint word, uint mask) {
    uint taken;
    __asm__ volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, %3;" : "=r"(taken) : "r"(word), "r"(mask), "r"(ALL_OF_WARP));
    return taken;
}
INLINE uint word_of_neighbour(uint word) { return shuffled(word, 1); }
INLINE uint word_across(uint word) { return shuffled(word, get_local_id(0) & 2 ? 2 : 3); }
#elif defined(__AMDGCN__)
#define SHUFFLES 1
INLINE uint word_of_neighbour(uint word) { return __builtin_amdgcn_ds_swizzle(word, 0x1f | 1 << 10); }
INLINE uint word_across(uint word) { return __builtin_amdgcn_ds_swizzle(word, 0x8000 | 3 | 2 << 2 | 0 << 4 | 1 << 6); }
#else
#define SHUFFLES 0
#define word_of_neighbour(word) (word)
#define word_across(word) (word)
#endif
#if FP64_EXTENSION
INLINE REAL of_neighbour(REAL part) {
    const uint2 words = as_uint2(part);
    return as_double((uint2)(word_of_neighbour(words.x), word_of_neighbour(words.y)));
}
INLINE REAL across(REAL part) {
    const uint2 words = as_uint2(part);
    return as_double((uint2)(word_across(words.x), word_across(words.y)));
}
#else
INLINE REAL of_neighbour(REAL part) { return as_float(word_of_neighbour(as_uint(part))); }
INLINE REAL across(REAL part) { return as_float(word_across(as_uint(part))); }
#endif
