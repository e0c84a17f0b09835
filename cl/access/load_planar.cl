// Loads complex numbers whose real and imaginary parts are in two buffers.
INLINE element fetch(IN_PARAMETERS, IN_INDEX at) { return (element)(in[at], in_imaginary[in_start + at]); }
