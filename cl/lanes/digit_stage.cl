// Butterflies of RADIX points in a stage of a digit of any length, from one buffer to another.
//
// Compilers do not inline this function: all calls in a kernel share it, which makes it quick to compile.
#include "cl/lanes/stage_part.cl"

static __attribute__((noinline)) void OF_RADIX(digit_stage)(struct stage_part s) {
    local complex* to = s.to;
    local const complex *from = s.from, *const end = from + s.count;
    global const element* const factors = s.chain + (s.span - 1);
    uint p = s.first % s.span;
    for (; from != end; ++from) {
        complex x[RADIX];
        if (s.ahead.at) {
#pragma unroll
            for (uint i = 0; i < RADIX; ++i) fetch_ahead(s.ahead, i);
            s.ahead.at += s.ahead.step;
        }
#pragma unroll
        for (uint i = 0; i < RADIX; ++i) x[i] = from[i * s.from_step];
        if (s.span > 1) {
#pragma unroll
            for (uint i = 1; i < RADIX; ++i) x[i] = times(x[i], factors[(i - 1) * s.span + p]);
        }
        PASTE(butterfly, RADIX)(x);
#pragma unroll
        for (uint i = 0; i < RADIX; ++i) to[i * s.to_step] = x[i];
        ++to;
        if (++p == s.span) {
            p = 0;
            to += (RADIX - 1) * s.to_step;
        }
    }
}
