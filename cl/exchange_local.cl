// Work-items of a GPU: each holds POINTS points of the tile in registers, and they exchange them through local memory.
//
//   work-item t of stage (dim, radix, span, fast): butterflies t, t + WORK_ITEMS, ..; leg i of the b-th is x[b radix + i]
//
//        global --LOAD--> x --STAGE--> x --EXCHANGE--> x --STAGE--> .. --STORE--> global
//                                          local[]
//
// WORK_ITEMS      work-items of a work-group
// POINTS          points of a work-item; WORK_ITEMS x POINTS is the tile
// SPLIT_EXCHANGE  1: real parts, then imaginary parts go through local memory, which then holds half the bytes
// LOCAL_LAYOUT    0 plain, 1 padded, 2 swizzled
// LOCAL_SIZE      elements of local memory, padding included; 0 where the tile has one stage

INLINE complex load_element(global const element* from, offset at) {
    const element e = from[at];
    return INVERSE ? make_complex(e.y, e.x) : make_complex(e.x, e.y);
}
INLINE void store_element(global element* to, offset at, complex z) {
    to[at] = INVERSE ? (element)(z.y, z.x) : (element)(z.x, z.y);
}

#if LOCAL_LAYOUT == 1
#define LOCAL_PLACE(address) padded(address)
#elif LOCAL_LAYOUT == 2
#define LOCAL_PLACE(address) swizzled(address)
#else
#define LOCAL_PLACE(address) (address)
#endif

#if LOCAL_SIZE == 0
#define DECLARE_LOCAL
#elif SPLIT_EXCHANGE
#define DECLARE_LOCAL local REAL exchanged[LOCAL_SIZE];
#else
#define DECLARE_LOCAL local element exchanged[LOCAL_SIZE];
#endif

#define DECLARE_STATE complex x[POINTS];

// For each butterfly b of this work-item: its place in the tile.
#define EACH_BUTTERFLY(dim, radix, fast)                                                                               \
    _Pragma("unroll") for (uint b = 0; b < POINTS / (radix); ++b) {                                                    \
        struct coordinate c = place(get_local_id(0) + b * WORK_ITEMS, butterflies(tile, dim, radix), fast);            \
        const uint j = c.at[dim];
#define EACH_LEG(radix) _Pragma("unroll") for (uint i = 0; i < (radix); ++i)
#define END }

#define LOAD(dim, radix, span, fast)                                                                                   \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    const bool inside = INSIDE(c);                                                                                     \
    EACH_LEG(radix) {                                                                                                  \
        c.at[dim] = leg_in(j, i, tile.at[dim], radix);                                                                 \
        x[b * (radix) + i] = inside ? load_element(in, IN_OFFSET(c)) : make_complex(0, 0);                           \
    }                                                                                                                  \
    END

#define STAGE(number, dim, radix, span, fast)                                                                          \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    if ((span) > 1) _Pragma("unroll") for (uint i = 1; i < (radix); ++i)                                               \
        x[b * (radix) + i] = times(x[b * (radix) + i], chain_##dim[twiddle_at(j, i, span)]);                           \
    butterfly(x + b * (radix), radix);                                                                                 \
    END

// Registers to local memory in the order of the stage before, back in the order of the stage after. `PART` and `SLOT`
// say what moves: whole elements, or one part of them.
#define PUT(dim, radix, span, fast, FROM)                                                                              \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    EACH_LEG(radix) {                                                                                                  \
        c.at[dim] = leg_out(j, i, radix, span);                                                                        \
        exchanged[LOCAL_PLACE(tile_address(c, tile))] = FROM(x[b * (radix) + i]);                                      \
    }                                                                                                                  \
    END
#define GET(dim, radix, span, fast, INTO)                                                                              \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    EACH_LEG(radix) {                                                                                                  \
        c.at[dim] = leg_in(j, i, tile.at[dim], radix);                                                                 \
        INTO(x[b * (radix) + i], exchanged[LOCAL_PLACE(tile_address(c, tile))]);                                       \
    }                                                                                                                  \
    END

#define WHOLE(z) ((element)((z).x, (z).y))
#define SET_WHOLE(z, e) z = make_complex((e).x, (e).y)
#define REAL_PART(z) (z).x
#define SET_REAL_PART(z, e) (z).x = (e)
#define IMAGINARY_PART(z) (z).y
#define SET_IMAGINARY_PART(z, e) (z).y = (e)
#define MEET barrier(CLK_LOCAL_MEM_FENCE);

// In place, a work-item stores where others have loaded: by the first exchange all loads of the group must be over.
#if IN_PLACE
#define MEET_LOADED(number) barrier((number) == 0 ? CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE : CLK_LOCAL_MEM_FENCE);
#else
#define MEET_LOADED(number) MEET
#endif

#if SPLIT_EXCHANGE
#define EXCHANGE(number, dim, radix, span, fast, next_dim, next_radix, next_span, next_fast)                           \
    if ((number) > 0) MEET                                                                                             \
    PUT(dim, radix, span, fast, REAL_PART)                                                                             \
    MEET_LOADED(number)                                                                                                \
    GET(next_dim, next_radix, next_span, next_fast, SET_REAL_PART)                                                     \
    MEET                                                                                                               \
    PUT(dim, radix, span, fast, IMAGINARY_PART)                                                                        \
    MEET                                                                                                               \
    GET(next_dim, next_radix, next_span, next_fast, SET_IMAGINARY_PART)
#else
#define EXCHANGE(number, dim, radix, span, fast, next_dim, next_radix, next_span, next_fast)                           \
    if ((number) > 0) MEET                                                                                             \
    PUT(dim, radix, span, fast, WHOLE)                                                                                 \
    MEET_LOADED(number)                                                                                                \
    GET(next_dim, next_radix, next_span, next_fast, SET_WHOLE)
#endif

#define STORE(dim, radix, span, fast)                                                                                  \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    const bool inside = INSIDE(c);                                                                                     \
    EACH_LEG(radix) {                                                                                                  \
        c.at[dim] = leg_out(j, i, radix, span);                                                                        \
        complex z = x[b * (radix) + i];                                                                                \
        ROTATIONS(ROTATE)                                                                                              \
        if (inside) store_element(out, OUT_OFFSET(c), SCALE(z));                                                    \
    }                                                                                                                  \
    END

#define ROTATE(number, dim, lanes_step)                                                                                \
    z = rotated(z, c.at[dim] * rotation_phase(numbers, number, c, loops), SPLIT_##number, coarse_##number,             \
                fine_##number);
