// Stores outputs whose butterflies have a constant stride in global memory, so that one address is enough.
#define strided_outputs OF_PASS(strided_outputs)
#define store_strided OF_PASS(store_strided)

INLINE void strided_outputs(struct butterfly* j, struct out_side out, uint dim, uint span) {
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    j->first = tile_offset(output_place(j, 0, dim, span), strides);
    j->step = (offset)strides[dim] * span;
}
INLINE void store_strided(complex z, const struct butterfly* j, struct out_side out, uint k) {
    const element e = as_stored(element_of(z));
    if (j->inside) deliver(out, j->first + k * held_step(j->radix) * j->step, e);
}
