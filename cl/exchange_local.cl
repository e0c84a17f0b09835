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
// LOCAL_LAYOUT    0 plain, 1 padded after every LOCAL_PAD elements, 2 swizzled
// LOCAL_SIZE      elements of local memory, padding included; 0 where the tile has one stage
// STREAMS         1: the caches are told that what is loaded and stored here is not wanted again

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

INLINE complex load_element(global const element* from, offset at, bool streams) {
    const element e = streams ? read_once(from + at) : from[at];
    return INVERSE ? make_complex(e.y, e.x) : make_complex(e.x, e.y);
}
INLINE void store_element(global element* to, offset at, complex z, bool streams) {
    const element e = INVERSE ? (element)(z.y, z.x) : (element)(z.x, z.y);
    if (streams)
        write_once(to + at, e);
    else
        to[at] = e;
}

// Words whose meaning depends on a number are chosen by pasting it, since two passes of one kernel may differ in it.
#define LOCAL_LEG_0(first, i, step, radix) ((first) + (i) * (step))
#define LOCAL_LEG_1(first, i, step, radix) padded_leg(first, i, step, radix, LOCAL_PAD)
#define LOCAL_LEG_2(first, i, step, radix) swizzled_leg(first, i, step, radix)
#define LOCAL_LEG PASTE(LOCAL_LEG_, LOCAL_LAYOUT)

#define EXCHANGED_0 element
#define EXCHANGED_1 REAL
#define SHARED_TYPE PASTE(EXCHANGED_, SPLIT_EXCHANGE)
#define SHARED_SIZE LOCAL_SIZE
#define DECLARE_SHARED local SHARED_TYPE* exchanged = (local SHARED_TYPE*)shared;

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
    c.at[dim] = leg_in(j, 0, tile.at[dim], radix);                                                                     \
    global const element* from = in + IN_OFFSET(c);                                                                    \
    const offset step = (offset)layout.in_stride[dim] * (tile.at[dim] / (radix));                                      \
    EACH_LEG(radix) x[b * (radix) + i] = inside ? load_element(from, i * step, STREAMS) : make_complex(0, 0);                   \
    END

// Tells the device's cache to fetch the tile that a group AHEAD of this one will load, once this one's loads are under
// way: while a group computes and exchanges, memory would have nothing to do.
#define FETCH_AHEAD_0(dim, radix, span, fast)
#define FETCH_AHEAD_1(dim, radix, span, fast)                                                                          \
    if (group + AHEAD < groups) {                                                                                      \
        global const element* later =                                                                                  \
            in_base + tile_start(loops_of(group + AHEAD, numbers, LOOPS), LOOPS, numbers->in_offset,                   \
                                 numbers->loop_in);                                                                    \
        EACH_BUTTERFLY(dim, radix, fast)                                                                               \
        c.at[dim] = leg_in(j, 0, tile.at[dim], radix);                                                                 \
        const offset step = (offset)layout.in_stride[dim] * (tile.at[dim] / (radix));                                  \
        if (c.at[fast] % (128 / sizeof(element)) == 0)                                                                 \
            EACH_LEG(radix) PREFETCH(later + IN_OFFSET(c) + i * step)                                                  \
        END                                                                                                            \
    }
#define FETCH_AHEAD PASTE(FETCH_AHEAD_, FETCHES)
#ifdef __NV_CL_C_VERSION
#define PREFETCH(place) __asm__ volatile("prefetch.global.L2 [%0];" ::"l"(place));
#else
#define PREFETCH(place) (void)(place);
#endif

#define STAGE(number, dim, radix, span, fast)                                                                          \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    global const element* w = chain_##dim + twiddle_at(j, 1, span);                                                      \
    if ((span) > 1) _Pragma("unroll") for (uint i = 1; i < (radix); ++i)                                               \
        x[b * (radix) + i] = times(x[b * (radix) + i], w[(i - 1) * (span)]);                                           \
    butterfly(x + b * (radix), radix);                                                                                 \
    END

// Registers to local memory in the order of the stage before, back in the order of the stage after. `PART` and `SLOT`
// say what moves: whole elements, or one part of them.
#define PUT(dim, radix, span, fast, FROM)                                                                              \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    c.at[dim] = leg_out(j, 0, radix, span);                                                                            \
    const uint first = tile_address(c, tile), step = tile_step(dim, tile) * (span);                                    \
    EACH_LEG(radix) exchanged[LOCAL_LEG(first, i, step, radix)] = FROM(x[b * (radix) + i]);                            \
    END
#define GET(dim, radix, span, fast, INTO)                                                                              \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    c.at[dim] = leg_in(j, 0, tile.at[dim], radix);                                                                     \
    const uint first = tile_address(c, tile), step = tile_step(dim, tile) * (tile.at[dim] / (radix));                  \
    EACH_LEG(radix) INTO(x[b * (radix) + i], exchanged[LOCAL_LEG(first, i, step, radix)]);                             \
    END

#define WHOLE(z) ((element)((z).x, (z).y))
#define SET_WHOLE(z, e) z = make_complex((e).x, (e).y)
#define REAL_PART(z) (z).x
#define SET_REAL_PART(z, e) (z).x = (e)
#define IMAGINARY_PART(z) (z).y
#define SET_IMAGINARY_PART(z, e) (z).y = (e)
#define MEET barrier(CLK_LOCAL_MEM_FENCE);

// In place, a work-item stores where others have loaded: by the first exchange all loads of the group must be over.
#define MEET_LOADED(number)                                                                                            \
    barrier(IN_PLACE && (number) == 0 ? CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE : CLK_LOCAL_MEM_FENCE);

#define EXCHANGE_0(number, dim, radix, span, fast, next_dim, next_radix, next_span, next_fast)                         \
    if ((number) > 0) MEET                                                                                             \
    PUT(dim, radix, span, fast, WHOLE)                                                                                 \
    MEET_LOADED(number)                                                                                                \
    GET(next_dim, next_radix, next_span, next_fast, SET_WHOLE)
#define EXCHANGE_1(number, dim, radix, span, fast, next_dim, next_radix, next_span, next_fast)                         \
    if ((number) > 0) MEET                                                                                             \
    PUT(dim, radix, span, fast, REAL_PART)                                                                             \
    MEET_LOADED(number)                                                                                                \
    GET(next_dim, next_radix, next_span, next_fast, SET_REAL_PART)                                                     \
    MEET                                                                                                               \
    PUT(dim, radix, span, fast, IMAGINARY_PART)                                                                        \
    MEET                                                                                                               \
    GET(next_dim, next_radix, next_span, next_fast, SET_IMAGINARY_PART)
#define EXCHANGE PASTE(EXCHANGE_, SPLIT_EXCHANGE)

#define STORE(dim, radix, span, fast)                                                                                  \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    const bool inside = INSIDE(c);                                                                                     \
    c.at[dim] = leg_out(j, 0, radix, span);                                                                            \
    global element* to = out + OUT_OFFSET(c);                                                                          \
    const offset step = (offset)layout.out_stride[dim] * (span);                                                       \
    const uint legs_dim = dim, legs_span = span;                                                                       \
    ROTATIONS(FIRST_ROTATION)                                                                                          \
    EACH_LEG(radix) {                                                                                                  \
        complex z = x[b * (radix) + i];                                                                                \
        ROTATIONS(ROTATE)                                                                                              \
        if (inside) store_element(to, i * step, SCALE(z), STREAMS);                                                             \
    }                                                                                                                  \
    END

// The factors of a butterfly's legs are its first leg's times a power of one root that all work-items of a line share:
// a gather from the tables for each butterfly instead of each element. The phase is the same for all legs.
#define FIRST_ROTATION(number, dim, lanes_step)                                                                        \
    const uint phase_##number = rotation_phase(&layout, numbers, number, c, loops);                                    \
    const element first_##number =                                                                                     \
        root(c.at[dim] * phase_##number, SPLIT_##number, coarse_##number, fine_##number);
#define ROTATE(number, dim, lanes_step)                                                                                \
    z = times(z, legs_dim != dim || i == 0                                                                             \
                     ? first_##number                                                                                  \
                     : product(first_##number, LEGS_##number                                                           \
                                                   ? legs_##number[i * phase_##number]                                 \
                                                   : root(i * legs_span * phase_##number, SPLIT_##number,              \
                                                          coarse_##number, fine_##number)));
