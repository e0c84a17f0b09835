// Loads paired real lines (cl/work_group/paired_real_lines.cl) whose butterflies have a constant stride in global memory.
#define load_paired_lines OF_PASS(load_paired_lines)

// The parts of an element are numbers of two real lines.
INLINE complex load_paired_lines(complex z, const struct butterfly* j, struct in_side in, uint k) {
    const ulong strides[TILE_RANK] = IN_STRIDES;
    const offset at = j->first + k * held_step(j->radix) * j->step;
    return make_complex(j->inside ? fetch(in, at).x : 0, has_second(j->c, j->where) ? fetch(in, at + pair_offset(strides)).x : 0);
}
