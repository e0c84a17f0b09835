// What a pass does with a point on its way from and to global memory: the form of the numbers there, points that lie
// elsewhere or nowhere, chirps, and the swap of real and imaginary parts that makes an inverse transform of a forward one.
//
// IN_FORM, OUT_FORM      complex, real, planar (real and imaginary parts in two buffers), the same with half_ before
//                        (half-precision numbers), or callback (the user's function)
// IN_TYPE, OUT_TYPE      what the buffers are pointers to
// SWAP_LOAD, SWAP_STORE  1: the data are those of an inverse transform
// BACK_LOAD, BACK_STORE  1: at its beginning, at its end, the chain is on its way back (from a multiplied spectrum)
// IN_MAPPED, OUT_MAPPED  1: `in_map`, `out_map` tell where the points of an axis lie (struct axis_map)
// IN_MIRRORED, OUT_MIRRORED  1: of a Hermitian axis, only the first half is in memory
// IN_BEYOND, OUT_BEYOND      1: some indices are beyond the map's extent
// IN_CHIRPED, OUT_CHIRPED    1: point k of the axis is multiplied by in_chirp[k], out_chirp[k]
// STREAMS                1: the caches are told that what is loaded and stored is not wanted again
//
// Words whose meaning depends on a number are chosen by pasting it, since two passes of one kernel may differ in it.

#ifdef __NV_CL_C_VERSION
#if FP64_EXTENSION
#define WORD "f64"
#define WORD_REGISTER "d"
#else
#define WORD "f32"
#define WORD_REGISTER "f"
#endif
INLINE element read_once(global const element* place) {
    REAL x, y;
    __asm__ volatile("ld.global.cs.v2." WORD " {%0, %1}, [%2];"
                     : "=" WORD_REGISTER(x), "=" WORD_REGISTER(y)
                     : "l"(place)
                     : "memory");
    return (element)(x, y);
}
INLINE void write_once(global element* place, element e) {
    __asm__ volatile("st.global.cs.v2." WORD " [%0], {%1, %2};" ::"l"(place), WORD_REGISTER(e.x), WORD_REGISTER(e.y)
                     : "memory");
}
#else
#define read_once(place) (*(place))
#define write_once(place, e) (*(place) = (e))
#endif

// `in` and `out` are the tile's first elements; halves have no pointer arithmetic, callbacks want the whole index.
#define FETCH_complex(at) (STREAMS ? read_once(in + (at)) : in[at])
#define FETCH_real(at) ((element)(in[at], 0))
#define FETCH_planar(at) ((element)(in[at], in_imaginary[in_start + (at)]))
#define FETCH_half_complex(at) vload_half2(in_start + (at), in_base)
#define FETCH_half_real(at) ((element)(vload_half(in_start + (at), in_base), 0))
#define FETCH_half_planar(at)                                                                                          \
    ((element)(vload_half(in_start + (at), in_base), vload_half(in_start + (at), in_imaginary)))
#define FETCH_callback(at) on_load(in_base, in_start + (at), load_data)
#define FETCH PASTE(FETCH_, IN_FORM)

#define DELIVER_complex(at, e)                                                                                         \
    if (STREAMS)                                                                                                       \
        write_once(out + (at), e);                                                                                     \
    else                                                                                                               \
        out[at] = e;
#define DELIVER_real(at, e) out[at] = (e).x;
#define DELIVER_planar(at, e)                                                                                          \
    out[at] = (e).x;                                                                                                   \
    out_imaginary[out_start + (at)] = (e).y;
#define DELIVER_half_complex(at, e) vstore_half2_rte(e, out_start + (at), out_base);
#define DELIVER_half_real(at, e) vstore_half_rte((e).x, out_start + (at), out_base);
#define DELIVER_half_planar(at, e)                                                                                     \
    vstore_half_rte((e).x, out_start + (at), out_base);                                                                \
    vstore_half_rte((e).y, out_start + (at), out_imaginary);
#define DELIVER_callback(at, e) on_store(out_base, out_start + (at), e, store_data);
#define DELIVER PASTE(DELIVER_, OUT_FORM)

#define TILE_complex(base, start) ((base) + (start))
#define TILE_real(base, start) ((base) + (start))
#define TILE_planar(base, start) ((base) + (start))
#define TILE_half_complex(base, start) (base)
#define TILE_half_real(base, start) (base)
#define TILE_half_planar(base, start) (base)
#define TILE_callback(base, start) (base)
#define TILE_IN PASTE(TILE_, IN_FORM)(in_base, in_start)
#define TILE_OUT PASTE(TILE_, OUT_FORM)(out_base, out_start)

// How far behind point `index` its conjugate lies.
#define BEHIND(map, index) (((signed_offset)map.n - 2 * (signed_offset)(index)) * (signed_offset)map.unit)

// Makes `e` the element of the point at `c` as the chain begins with it. Where no axis is mapped, that is one read.
#define LOAD_POINT_0(c, e) element e = SWAPPED(SWAP_LOAD != BACK_LOAD, FETCH(IN_OFFSET(c)));
#define LOAD_POINT_1(c, e)                                                                                             \
    element e = (element)(0);                                                                                          \
    {                                                                                                                  \
        const uint index = axis_index(&in_growth, c, loops);                                                           \
        if (!IN_BEYOND || index < in_map.extent) {                                                                     \
            const bool mirrored = IN_MIRRORED && is_mirrored(&in_map, index);                                          \
            e = FETCH((signed_offset)IN_OFFSET(c) + (mirrored ? BEHIND(in_map, index) : 0));                           \
            if (mirrored) e.y = -e.y;                                                                                  \
            e = SWAPPED(SWAP_LOAD, e);                                                                                 \
            if (IN_CHIRPED) e = product(e, in_chirp[index]);                                                           \
            e = SWAPPED(BACK_LOAD, e);                                                                                 \
        }                                                                                                              \
    }
#define LOAD_POINT PASTE(LOAD_POINT_, IN_MAPPED)

// Stores what the chain ends with at `c`.
#define STORE_POINT_0(c, e)                                                                                            \
    {                                                                                                                  \
        const element stored = SWAPPED(SWAP_STORE != BACK_STORE, e);                                                   \
        DELIVER(OUT_OFFSET(c), stored)                                                                                 \
    }
#define STORE_POINT_1(c, e)                                                                                            \
    {                                                                                                                  \
        const uint index = axis_index(&out_growth, c, loops);                                                          \
        if ((!OUT_BEYOND || index < out_map.extent) && !(OUT_MIRRORED && comes_twice(&out_map, index))) {              \
            const bool mirrored = OUT_MIRRORED && is_mirrored(&out_map, index);                                        \
            element stored = SWAPPED(BACK_STORE, e);                                                                   \
            if (OUT_CHIRPED) stored = product(stored, out_chirp[index]);                                               \
            stored = SWAPPED(SWAP_STORE, stored);                                                                      \
            if (mirrored) stored.y = -stored.y;                                                                        \
            DELIVER((signed_offset)OUT_OFFSET(c) + (mirrored ? BEHIND(out_map, index) : 0), stored)                    \
        }                                                                                                              \
    }
#define STORE_POINT PASTE(STORE_POINT_, OUT_MAPPED)

// A place of the tile by the coordinates in memory, where a dimension is convolved; and the number by which a rotation
// knows a point of it: one that there is.
#define FROM_MEMORY(c)                                                                                                 \
    if (CONVOLVED)                                                                                                     \
        c.at[CONVOLVED_DIM] = CONVOLVED == 3                                                                           \
                                  ? powers[c.at[CONVOLVED_DIM]]                                                        \
                                  : convolved_from(CONVOLVED, c.at[CONVOLVED_DIM], tile.at[CONVOLVED_DIM]);
#define TO_MEMORY(c)                                                                                                   \
    if (CONVOLVED)                                                                                                     \
        c.at[CONVOLVED_DIM] =                                                                                          \
            CONVOLVED == 3 ? powers[c.at[CONVOLVED_DIM]] : convolved_to(CONVOLVED, c.at[CONVOLVED_DIM]);
#define ROTATED(m)                                                                                                     \
    (CONVOLVED == 0   ? (m)                                                                                            \
     : CONVOLVED == 1 ? min((uint)(m), (uint)CONVOLVED_POINTS - 1)                                                     \
     : CONVOLVED == 2 ? convolved_to(2, m)                                                                             \
                      : powers[m])
#define no_table ((global const element*)0)
#define SWAPPED(yes, e) ((yes) ? (e).yx : (e))
