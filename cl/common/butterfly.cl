// The butterfly of a work-item in a stage, and its points in the tile. A work-item holds held_points(radix) of them.
#define butterfly_of OF_PASS(butterfly_of)
#define input_place OF_PASS(input_place)
#define output_place OF_PASS(output_place)
#define has_line OF_PASS(has_line)

// (Computed places are variables of their own before they become members of the struct: compilers keep a struct in memory
// while an array in it has an index that they do not know yet.)
INLINE struct butterfly butterfly_of(uint number, uint radix, uint dim, uint span, uint contiguous,
                                     struct tile_index where) {
    const struct coordinate tile = TILE, c = place(number, butterflies(tile, dim, radix), contiguous);
    struct butterfly j;
    j.c = c;
    j.radix = radix;
    j.dim = dim;
    j.span = span;
    j.contiguous = contiguous;
    j.where = where;
    j.inside = is_inside(c, where);
    return j;
}

// The place in the tile of the k-th input or output that the work-item holds.
INLINE struct coordinate input_place(const struct butterfly* j, uint k, uint dim) {
    const struct coordinate tile = TILE_OF(j->where);
    const uint i = first_held(j->radix) + k * held_step(j->radix);
    struct coordinate c = j->c;
    c.at[dim] = input_point(c.at[dim], i, tile.at[dim], j->radix);
    return c;
}
INLINE struct coordinate output_place(const struct butterfly* j, uint k, uint dim, uint span) {
    const uint i = first_held(j->radix) + k * held_step(j->radix);
    struct coordinate c = j->c;
    c.at[dim] = output_point(c.at[dim], i, j->radix, span);
    return c;
}

// A WANTED for stores: whether the line of a butterfly exists.
INLINE bool has_line(const struct butterfly* j, uint dim, uint contiguous) { return j->inside; }

// The BEGIN of points that share nothing.
#define nothing(butterfly, source, dim, span)
