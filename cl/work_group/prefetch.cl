// Prefetches the tile of a later work-group into the device's cache after this group's loads are issued. Memory would be
// idle while a group computes and exchanges.
#ifdef __NV_CL_C_VERSION
#define PREFETCH(place) __asm__ volatile("prefetch.global.L2 [%0];" ::"l"(place));
#else
#define PREFETCH(place) (void)(place);
#endif

// `later` is that tile's first element.
INLINE void prefetch_tile_RADIX(global const element* later, uint dim, uint contiguous) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = IN_STRIDES;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        struct coordinate c = place(q, butterflies(tile, dim, RADIX), contiguous);
        if (is_butterfly(q, RADIX)) {
            c.at[dim] = input_point(c.at[dim], first_held(RADIX), tile.at[dim], RADIX);
            const offset step = (offset)strides[dim] * (tile.at[dim] / RADIX);
            if (c.at[contiguous] % (128 / sizeof(element)) == 0) {
#pragma unroll
                for (uint k = 0; k < held_points(RADIX); ++k)
                    PREFETCH(later + tile_offset(c, strides) + k * held_step(RADIX) * step)
            }
        }
    }
}
