// Prefetches the tile of a later work-group into the device's cache after this group's loads are issued. Memory would be
// idle while a group computes and exchanges.
#ifdef __NV_CL_C_VERSION
#define PREFETCH(place) __asm__ volatile("prefetch.global.L2 [%0];" ::"l"(place))
#else
#define PREFETCH(place) (void)(place)
#endif

#define places_of_later OF_PASS(places_of_later)
#define starts_line OF_PASS(starts_line)
#define prefetch_tile OF_PASS(prefetch_tile)

INLINE void places_of_later(struct butterfly* j, global const element* later, uint dim, uint span) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = IN_STRIDES;
    j->first = tile_offset(input_place(j, 0, dim), strides);
    j->step = (offset)strides[dim] * (tile.at[dim] / j->radix);
}
// One work-item prefetches each line of the cache.
INLINE bool starts_line(const struct butterfly* j, uint dim, uint contiguous) {
    return input_place(j, 0, dim).at[contiguous] % (128 / sizeof(element)) == 0;
}
// `later` is that tile's first element.
INLINE void prefetch_tile(complex z, const struct butterfly* j, global const element* later, uint k) {
    PREFETCH(later + j->first + k * held_step(j->radix) * j->step);
}
