// Stores complex numbers in half precision, their real and imaginary parts in two buffers. Pointers to half do not allow
// arithmetic, so `out` is the whole buffer.
INLINE void deliver(OUT_PARAMETERS, OUT_INDEX at, element e) {
    vstore_half_rte(e.x, out_start + at, out);
    vstore_half_rte(e.y, out_start + at, out_imaginary);
}
