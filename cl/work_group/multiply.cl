// Multiplies the outputs of a forward transform by a spectrum and swaps real and imaginary parts, so that the inverse
// transform can use forward stages, too.
#define multiply OF_PASS(multiply)

INLINE complex multiply(complex z, const struct butterfly* j, global const element* spectrum, uint k) {
    const element w = j->inside ? spectrum_factor(spectrum, output_place(j, k, j->dim, j->span), j->where) : (element)(0);
    const complex multiplied = times(z, w);
    return make_complex(multiplied.y, multiplied.x);
}
