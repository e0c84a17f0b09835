// Stores outputs, each to its own address.
#define store_points OF_PASS(store_points)

INLINE void store_points(complex z, const struct butterfly* j, struct out_side out, uint k) {
    store_point(out, to_memory(output_place(j, k, j->dim, j->span), j->where.powers), j->where, element_of(z));
}
