// Multiplies the outputs of the last stage by the transform's scale.
#define scale_outputs OF_PASS(scale_outputs)

INLINE complex scale_outputs(complex z, const struct butterfly* j, REAL scale, uint k) {
    return make_complex(z.x * scale, z.y * scale);
}
