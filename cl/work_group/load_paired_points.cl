// Loads paired real lines, or their spectra, each point from its own address.
#define load_paired_points OF_PASS(load_paired_points)

// x + i y. Chirps and swapped parts change the sum, not its terms.
INLINE complex load_paired_points(complex z, const struct butterfly* j, struct in_side in, uint k) {
    const struct coordinate c = input_place(j, k, j->dim), second = on_second_line(c);
    const bool may_be_end = may_load_end(j, k);
    const element x = read_point(in, c, j->where, j->inside, may_be_end);
    const element y = read_point(in, second, j->where, has_second(j->c, j->where), may_be_end);
    return complex_of(point_as_loaded(in, c, j->where, (element)(x.x - y.y, x.y + y.x)));
}
