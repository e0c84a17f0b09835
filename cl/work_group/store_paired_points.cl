// Stores paired real lines, each point to its own address.
#define store_paired_points OF_PASS(store_paired_points)

INLINE void store_paired_points(complex z, const struct butterfly* j, struct out_side out, uint k) {
    const struct coordinate c = output_place(j, k, j->dim, j->span);
    const element both = point_as_stored(out, c, j->where, element_of(z));
    if (j->inside) write_point(out, c, j->where, both, false);
    if (has_second(j->c, j->where)) write_point(out, on_second_line(c), j->where, both.yx, false);
}
