// Reads the inputs of a stage from a buffer, and writes its outputs to one.
#define get OF_PASS(get)
#define put OF_PASS(put)

INLINE complex get(complex z, const struct butterfly* j, struct lanes_buffer from, uint k) {
    const struct coordinate tile = TILE_OF(j->where);
    return from.points[tile_address(read_place(j, k, from.order), tile)];
}
INLINE void put(complex z, const struct butterfly* j, struct lanes_buffer to, uint k) {
    const struct coordinate tile = TILE_OF(j->where);
    to.points[tile_address(written_place(j, k, to.order), tile)] = z;
}
