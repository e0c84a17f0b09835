// Stores complex numbers, their real and imaginary parts in two buffers.
INLINE void deliver(OUT_PARAMETERS, OUT_INDEX at, element e) {
    out[at] = e.x;
    out_imaginary[out_start + at] = e.y;
}
