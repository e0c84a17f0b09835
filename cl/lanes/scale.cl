// Multiplies the outputs of the last stage by the transform's scale.
INLINE void scale_RADIX(complex* x, REAL scale) {
#pragma unroll
    for (uint i = 0; i < RADIX; ++i)
        x[i] = make_complex(x[i].x * scale, x[i].y * scale);
}
