// Exchanges of a dimension in the order of powers of a primitive root, from the order of memory and back. No two points of a
// butterfly lie equally far apart.
INLINE uint place_of_power(struct coordinate c, uint m, global const uint* powers) {
    const struct coordinate tile = TILE;
    c.at[CONVOLVED_DIM] = powers[m] - 1;
    return local_place(tile_address(c, tile), 0, 1, 1);
}
