// Exchanges that permute a dimension between memory's order and the order of powers of a primitive root. The points of a
// butterfly have no constant stride.
INLINE uint place_of_power(struct coordinate c, uint m, global const uint* powers) {
    const struct coordinate tile = TILE;
    c.at[CONVOLVED_DIM] = powers[m] - 1;
    return local_place(tile_address(c, tile), 0, 1, 1);
}
