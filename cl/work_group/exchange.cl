// Exchanges between stages through local memory: put() writes outputs, get() reads inputs after a barrier. The points of a
// butterfly have a constant stride before padding.
#define local_inputs OF_PASS(local_inputs)
#define local_outputs OF_PASS(local_outputs)
#define place_in_tile OF_PASS(place_in_tile)
#define get OF_PASS(get)
#define put OF_PASS(put)

// The place of the k-th point of a butterfly. Without point 0, its points may lie on both sides of an empty element.
INLINE uint place_in_tile(const struct butterfly* j, uint k) {
    if (leaves_out_zero(j->radix, j->dim)) return local_place(j->first + k * j->step, 0, 1, 1);
    return local_place(j->first, k, j->step, held_points(j->radix));
}

INLINE void local_inputs(struct butterfly* j, struct exchange_buffer from, uint dim, uint span) {
    const struct coordinate tile = TILE;
    j->first = tile_address(input_place(j, 0, dim), tile) + leaves_out_zero(j->radix, dim) * tile_step(dim, tile);
    j->step = tile_step(dim, tile) * (tile.at[dim] / held_points(j->radix));
}
INLINE complex get(complex z, const struct butterfly* j, struct exchange_buffer from, uint k) {
    return with_part(z, from, from.points[place_in_tile(j, k)]);
}

INLINE void local_outputs(struct butterfly* j, struct exchange_buffer to, uint dim, uint span) {
    const struct coordinate tile = TILE;
    j->first = tile_address(output_place(j, 0, dim, span), tile) + leaves_out_zero(j->radix, dim) * tile_step(dim, tile);
    j->step = tile_step(dim, tile) * span * held_step(j->radix);
}
INLINE void put(complex z, const struct butterfly* j, struct exchange_buffer to, uint k) {
    to.points[place_in_tile(j, k)] = part_of(z, to);
}
