// Loads paired real lines (cl/work_group/paired_real_lines.cl), or their spectra.
//
// HELD  points of a half spectrum in memory. The others are zero
#define load_paired_lines OF_PASS(load_paired_lines)
#define load_paired_spectra OF_PASS(load_paired_spectra)

// The parts of an element are numbers of two real lines.
INLINE complex load_paired_lines(complex z, const struct butterfly* j, struct in_side in, uint k) {
    const ulong strides[TILE_RANK] = IN_STRIDES;
    const offset at = j->first + k * held_step(j->radix) * j->step;
    return j->inside ? make_complex(fetch(in, at).x, fetch(in, at + pair_offset(strides)).x) : make_complex(0, 0);
}

// Memory holds half of each spectrum; the other points are conjugates.
INLINE complex load_paired_spectra(complex z, const struct butterfly* j, struct in_side in, uint k) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = IN_STRIDES;
    const uint dim = j->dim;
    struct coordinate point = input_place(j, k, j->dim);
    const uint m = point.at[dim], behind = tile.at[dim] - m;
    const bool conjugated = m > tile.at[dim] / 2;
    point.at[dim] = conjugated ? behind : m;
    element one = (element)(0), other = (element)(0);
    if (j->inside && (HELD > tile.at[dim] / 2 || point.at[dim] < HELD)) {
        one = fetch(in, tile_offset(point, strides));
        other = fetch(in, tile_offset(point, strides) + pair_offset(strides));
    }
    if (m == 0 || m == behind) one.y = other.y = 0;  // only the real parts of the ends count
    const element both =
        conjugated ? (element)(one.x + other.y, other.x - one.y) : (element)(one.x - other.y, other.x + one.y);
    return complex_of(as_loaded(both));
}
