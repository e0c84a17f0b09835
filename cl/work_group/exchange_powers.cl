// Exchanges that permute a dimension between memory's order and the order of powers of a primitive root. The points of a
// butterfly have no constant stride.
#define place_of_power OF_PASS(place_of_power)
#define get_powers OF_PASS(get_powers)
#define put_powers OF_PASS(put_powers)

INLINE uint place_of_power(struct coordinate c, uint m, global const uint* powers) {
    const struct coordinate tile = TILE;
    c.at[CONVOLVED_DIM] = table_number(powers, m) - (CONVOLVED == 2);
    return local_place(tile_address(c, tile), 0, 1, 1);
}

INLINE complex get_powers(complex z, const struct butterfly* j, struct exchange_buffer from, uint k) {
    const uint m = input_place(j, k, j->dim).at[j->dim];
    return with_part(z, from, from.points[place_of_power(j->c, m, j->where.powers)]);
}
INLINE void put_powers(complex z, const struct butterfly* j, struct exchange_buffer to, uint k) {
    const uint m = output_place(j, k, j->dim, j->span).at[j->dim];
    to.points[place_of_power(j->c, m, j->where.powers)] = part_of(z, to);
}
