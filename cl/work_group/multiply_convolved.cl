// Multiplies the outputs of a convolved dimension's forward transform by the spectrum of its filter.
#define filter OF_PASS(filter)
#define place_of_zero OF_PASS(place_of_zero)
#define read_zero OF_PASS(read_zero)
#define write_zero OF_PASS(write_zero)
#define with_point_zero OF_PASS(with_point_zero)
#define multiply_convolved OF_PASS(multiply_convolved)

// The spectrum, and what Rader's algorithm needs for point 0.
struct filter {
    global const element* spectrum;
    struct in_side in;
    struct out_side out;
#if CONVOLVED > 3
    EXCHANGE_SPACE EXCHANGED* points;  // of the tile, with point 0
#endif
};

#if CONVOLVED > 3
// Point 0 of a line in local memory.
INLINE uint place_of_zero(struct coordinate c) {
    const struct coordinate tile = TILE;
    c.at[CONVOLVED_DIM] = 0;
    return local_place(tile_address(c, tile), 0, 1, 1);
}
#if PARTS
INLINE complex read_zero(struct filter by, uint at) { return make_complex(by.points[at], by.points[at + LOCAL_SIZE]); }
INLINE void write_zero(struct filter by, uint at, complex z) {
    by.points[at] = z.x;
    by.points[at + LOCAL_SIZE] = z.y;
}
#else
INLINE complex read_zero(struct filter by, uint at) { return complex_of(by.points[at]); }
INLINE void write_zero(struct filter by, uint at, complex z) { by.points[at] = element_of(z); }
#endif
#endif

// In Rader's algorithm, point 0 takes no part in the convolution: its output is the sum of all points. Its input is added to
// point 0 of the product, and so to all other outputs.
INLINE complex with_point_zero(complex z, complex sum, struct filter by, struct coordinate c, struct tile_index where) {
#if CONVOLVED > 3
    const complex zero = read_zero(by, place_of_zero(c)), all = add(sum, zero);
#else
    const complex zero = complex_of(load_point(by.in, c, where, true, true)), all = add(sum, zero);
#endif
#if CONVOLVED == 5
    write_zero(by, place_of_zero(c), all);
    return add(z, zero);
#endif
    store_point(by.out, c, where, (element)(all.x * by.out.scale, all.y * by.out.scale), true);
    return add(z, zero);
}

INLINE complex multiply_convolved(complex sum, const struct butterfly* j, struct filter by, uint k) {
    const struct coordinate c = output_place(j, k, j->dim, j->span);
    const element w = j->inside ? spectrum_factor(by.spectrum, c, j->where) : (element)(0);
    complex z = times(sum, w);
    if (CONVOLVED > 1 && k == 0 && first_held(j->radix) == 0 && j->inside && c.at[CONVOLVED_DIM] == 0)
        z = with_point_zero(z, sum, by, c, j->where);
    return z;
}
