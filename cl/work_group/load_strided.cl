// Loads inputs whose butterflies have a constant stride in global memory, so that one address is enough.
#define strided_inputs OF_PASS(strided_inputs)
#define load_strided OF_PASS(load_strided)

INLINE void strided_inputs(struct butterfly* j, struct in_side in, uint dim, uint span) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = IN_STRIDES;
    j->first = tile_offset(input_place(j, 0, dim), strides);
    j->step = (offset)strides[dim] * (tile.at[dim] / j->radix);
}
INLINE complex load_strided(complex z, const struct butterfly* j, struct in_side in, uint k) {
    const offset at = j->first + k * held_step(j->radix) * j->step;
    return j->inside ? complex_of(as_loaded(fetch(in, at))) : make_complex(0, 0);
}
