// Multiplies all points of a work-item by the transform's scale.
#define scale_points OF_PASS(scale_points)

INLINE void scale_points(complex* x, REAL scale) {
#pragma unroll
    for (uint k = 0; k < POINTS; ++k) x[k] = make_complex(x[k].x * scale, x[k].y * scale);
}
