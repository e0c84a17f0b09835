// Loads complex numbers in half precision whose real and imaginary parts are in two buffers. Pointers to half do not
// allow arithmetic, so `in` is the whole buffer.
INLINE element fetch(IN_PARAMETERS, IN_INDEX at) {
    return (element)(vload_half(in_start + at, in), vload_half(in_start + at, in_imaginary));
}
