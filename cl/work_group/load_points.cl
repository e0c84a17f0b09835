// Loads inputs, each from its own address.
#define load_points OF_PASS(load_points)

INLINE complex load_points(complex z, const struct butterfly* j, struct in_side in, uint k) {
    z = make_complex(0, 0);
    if (j->inside) z = complex_of(load_point(in, from_memory(input_place(j, k, j->dim), j->where.powers), j->where));
    return z;
}
