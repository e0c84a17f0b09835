// Forward butterflies of radix 2, 4, 8, 16 and 32 in natural order, without twiddle factors. An inverse transform is a
// forward one with real and imaginary parts swapped on load and store.
#pragma once

#define ROOT_HALF ((REAL)0.70710678118654752440084436210484904)  // cos(pi / 4)
#define COS_EIGHTH ((REAL)0.92387953251128675612818318939678829)  // cos(pi / 8)
#define SIN_EIGHTH ((REAL)0.38268343236508977172845998403039887)  // sin(pi / 8)
#define COS_SIXTEENTH ((REAL)0.98078528040323044912618223613423904)  // cos(pi / 16), and of 3 pi / 16
#define SIN_SIXTEENTH ((REAL)0.19509032201612826784828486847702224)
#define COS_3_SIXTEENTHS ((REAL)0.83146961230254523707878837761790576)
#define SIN_3_SIXTEENTHS ((REAL)0.55557023301960222474283081394853287)

// Butterflies of points that are not neighbours.
INLINE void two_points(complex* a, complex* b) {
    const complex sum = add(*a, *b);
    *b = sub(*a, *b);
    *a = sum;
}
INLINE void four_points(complex* a, complex* b, complex* c, complex* d) {
    two_points(a, c);
    two_points(b, d);
    const complex e = turned(*d), f = *c;
    two_points(a, b);
    *d = sub(f, e);
    *c = *b;
    *b = add(f, e);
}

INLINE void butterfly2(complex* x) { two_points(x, x + 1); }
INLINE void butterfly4(complex* x) { four_points(x, x + 1, x + 2, x + 3); }

// a times exp(-i pi / 4) and exp(-3 i pi / 4)
INLINE complex turned_eighth(complex a) { return make_complex((a.x + a.y) * ROOT_HALF, (a.y - a.x) * ROOT_HALF); }
INLINE complex turned_three_eighths(complex a) {
    return make_complex((a.y - a.x) * ROOT_HALF, -((a.x + a.y) * ROOT_HALF));
}

INLINE complex times_constant(complex a, REAL c, REAL s) {
    return make_complex(a.x * c + a.y * s, a.y * c - a.x * s);
}

INLINE void swap(complex* a, complex* b) {
    const complex t = *a;
    *a = *b;
    *b = t;
}

// 8 = 2 x 4: even and odd inputs, then a twiddled radix 2.
INLINE void butterfly8(complex* x) {
    four_points(x + 0, x + 2, x + 4, x + 6);
    four_points(x + 1, x + 3, x + 5, x + 7);
    x[3] = turned_eighth(x[3]);
    x[5] = turned(x[5]);
    x[7] = turned_three_eighths(x[7]);
    two_points(x + 0, x + 1);
    two_points(x + 2, x + 3);
    two_points(x + 4, x + 5);
    two_points(x + 6, x + 7);
    // x[2 k + h] holds output k + 4 h: a permutation of two cycles of three brings them into order.
    swap(x + 1, x + 2);
    swap(x + 2, x + 4);
    swap(x + 3, x + 6);
    swap(x + 5, x + 6);
}

// 16 = 4 x 4: columns, inner twiddle factors, rows. The transposition only renames registers.
INLINE void butterfly16(complex* x) {
    four_points(x + 0, x + 4, x + 8, x + 12);
    four_points(x + 1, x + 5, x + 9, x + 13);
    four_points(x + 2, x + 6, x + 10, x + 14);
    four_points(x + 3, x + 7, x + 11, x + 15);
    x[5] = times_constant(x[5], COS_EIGHTH, SIN_EIGHTH);
    x[6] = turned_eighth(x[6]);
    x[7] = times_constant(x[7], SIN_EIGHTH, COS_EIGHTH);
    x[9] = turned_eighth(x[9]);
    x[10] = turned(x[10]);
    x[11] = turned_three_eighths(x[11]);
    x[13] = times_constant(x[13], SIN_EIGHTH, COS_EIGHTH);
    x[14] = turned_three_eighths(x[14]);
    x[15] = times_constant(x[15], -COS_EIGHTH, -SIN_EIGHTH);
    four_points(x + 0, x + 1, x + 2, x + 3);
    four_points(x + 4, x + 5, x + 6, x + 7);
    four_points(x + 8, x + 9, x + 10, x + 11);
    four_points(x + 12, x + 13, x + 14, x + 15);
    swap(x + 1, x + 4);
    swap(x + 2, x + 8);
    swap(x + 3, x + 12);
    swap(x + 6, x + 9);
    swap(x + 7, x + 13);
    swap(x + 11, x + 14);
}

// 32 = 2 x 16: even and odd inputs, then a twiddled radix 2.
INLINE void butterfly32(complex* x) {
    complex even[16], odd[16];
#pragma unroll
    for (uint k = 0; k < 16; ++k) {
        even[k] = x[2 * k];
        odd[k] = x[2 * k + 1];
    }
    butterfly16(even);
    butterfly16(odd);
    odd[1] = times_constant(odd[1], COS_SIXTEENTH, SIN_SIXTEENTH);
    odd[2] = times_constant(odd[2], COS_EIGHTH, SIN_EIGHTH);
    odd[3] = times_constant(odd[3], COS_3_SIXTEENTHS, SIN_3_SIXTEENTHS);
    odd[4] = turned_eighth(odd[4]);
    odd[5] = times_constant(odd[5], SIN_3_SIXTEENTHS, COS_3_SIXTEENTHS);
    odd[6] = times_constant(odd[6], SIN_EIGHTH, COS_EIGHTH);
    odd[7] = times_constant(odd[7], SIN_SIXTEENTH, COS_SIXTEENTH);
    odd[8] = turned(odd[8]);
    odd[9] = times_constant(odd[9], -SIN_SIXTEENTH, COS_SIXTEENTH);
    odd[10] = times_constant(odd[10], -SIN_EIGHTH, COS_EIGHTH);
    odd[11] = times_constant(odd[11], -SIN_3_SIXTEENTHS, COS_3_SIXTEENTHS);
    odd[12] = turned_three_eighths(odd[12]);
    odd[13] = times_constant(odd[13], -COS_3_SIXTEENTHS, SIN_3_SIXTEENTHS);
    odd[14] = times_constant(odd[14], -COS_EIGHTH, SIN_EIGHTH);
    odd[15] = times_constant(odd[15], -COS_SIXTEENTH, SIN_SIXTEENTH);
#pragma unroll
    for (uint k = 0; k < 16; ++k) {
        x[k] = add(even[k], odd[k]);
        x[k + 16] = sub(even[k], odd[k]);
    }
}
