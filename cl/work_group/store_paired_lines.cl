// Stores paired real lines: the parts of an element are numbers of two real lines.
#define store_paired_lines OF_PASS(store_paired_lines)

INLINE void store_paired_lines(complex z, const struct butterfly* j, struct out_side out, uint k) {
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    const element both = as_stored(element_of(z));
    const offset at = j->first + k * held_step(j->radix) * j->step;
    if (j->inside) deliver(out, at, both);
    if (has_second(j->c, j->where)) deliver(out, at + pair_offset(strides), both.yx);
}
