// Prefetches the tile of a later work-group into the device's cache after this group's loads are issued. Memory would be
// idle while a group computes and exchanges.
#ifdef __NV_CL_C_VERSION
#define PREFETCH(place) __asm__ volatile("prefetch.global.L2 [%0];" ::"l"(place))
#else
#define PREFETCH(place) (void)(place)
#endif

#define lines_of_cache OF_PASS(lines_of_cache)
#define prefetch_tile OF_PASS(prefetch_tile)

// One work-item prefetches each line of the cache.
INLINE void lines_of_cache(struct butterfly* j, global const element* later) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = IN_STRIDES;
    const uint dim = j->dim;
    const struct coordinate c = input_place(j, 0);
    j->first = tile_offset(c, strides);
    j->step = (offset)strides[dim] * (tile.at[dim] / j->radix);
    j->inside = c.at[j->contiguous] % (128 / sizeof(element)) == 0;
}
// `later` is that tile's first element.
INLINE void prefetch_tile(complex z, const struct butterfly* j, global const element* later, uint k) {
    if (j->inside) PREFETCH(later + j->first + k * held_step(j->radix) * j->step);
}
