// One forward butterfly on registers, in natural order, after the twiddle factors are in.
// An inverse transform is the forward one with real and imaginary parts swapped on load and store.

#include "cl/butterfly_two.cl"
#if ODD_RADICES
#include "cl/butterfly_odd.cl"
#endif
#if LARGE_RADICES
#include "cl/butterfly_large.cl"
#endif

// The radix is a constant, so only one case remains. Radix 1 is a plain copy.
INLINE void butterfly(complex* x, uint radix) {
    if (radix == 2) butterfly2(x, x + 1);
    if (radix == 4) butterfly4(x, x + 1, x + 2, x + 3);
    if (radix == 8) butterfly8(x);
    if (radix == 16) butterfly16(x);
    if (radix == 32) butterfly32(x);
#if LARGE_RADICES
    if (radix == 64) butterfly64(x);
    if (radix == 128) butterfly128(x);
    if (radix == 256) butterfly256(x);
#endif
#if ODD_RADICES
    if (radix == 3) butterfly3(x);
    if (radix == 5) butterfly5(x);
    if (radix == 6) butterfly6(x);
    if (radix == 7) butterfly7(x);
    if (radix == 9) butterfly9(x);
    if (radix == 10) butterfly10(x);
    if (radix == 11) butterfly11(x);
    if (radix == 12) butterfly12(x);
    if (radix == 13) butterfly13(x);
    if (radix == 14) butterfly14(x);
    if (radix == 15) butterfly15(x);
    if (radix == 17) butterfly17(x);
    if (radix == 18) butterfly18(x);
    if (radix == 19) butterfly19(x);
    if (radix == 20) butterfly20(x);
    if (radix == 21) butterfly21(x);
    if (radix == 22) butterfly22(x);
    if (radix == 23) butterfly23(x);
    if (radix == 24) butterfly24(x);
    if (radix == 25) butterfly25(x);
    if (radix == 26) butterfly26(x);
    if (radix == 27) butterfly27(x);
    if (radix == 28) butterfly28(x);
    if (radix == 29) butterfly29(x);
    if (radix == 30) butterfly30(x);
    if (radix == 31) butterfly31(x);
#endif
}
