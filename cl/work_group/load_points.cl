// Loads inputs, each from its own address.
#define load_points OF_PASS(load_points)

INLINE complex load_points(complex z, const struct butterfly* j, struct in_side in, uint k) {
    const struct coordinate c = from_memory(input_place(j, k, j->dim), j->where.powers);
    return complex_of(load_point(in, c, j->where, j->inside));
}
