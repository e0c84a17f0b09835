// Clears all points, because matrix units also read the numbers of work-items without a butterfly.
#define clear_points OF_PASS(clear_points)

INLINE void clear_points(complex* x) {
#pragma unroll
    for (uint k = 0; k < POINTS; ++k) x[k] = make_complex(0, 0);
}
