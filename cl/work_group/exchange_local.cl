// Work-items of a GPU: each holds POINTS points of the tile in registers, and they exchange them through local memory.
//
//   work-item t of stage (dim, radix, span, fast): butterflies t, t + WORK_ITEMS, ..; leg i of the b-th is x[b radix + i]
//
// Where a pass's butterflies are products by matrix units, up to four work-items share one (`own_butterfly` in
// cl/index.h), and each has some of its legs: then leg i is the u-th of its own, x[b LEGS + u].
//
//        global --LOAD--> x --STAGE--> x --EXCHANGE--> x --STAGE--> .. --STORE--> global
//                                          local[]
//
// WORK_ITEMS      work-items of a work-group
// POINTS          points of a work-item, at most: radices that do not divide a work-item's share leave some unused
// SPLIT_EXCHANGE  1: real parts, then imaginary parts go through local memory, which then holds half the bytes
//                 2: both at once, but apart: first all real parts, behind them all imaginary parts
// LOCAL_LAYOUT    0 plain, 1 padded after every LOCAL_PAD elements, 2 swizzled, 4 woven by the two numbers LOCAL_WEAVE
// LOCAL_SIZE      elements of local memory, padding included; 0 where the tile has one stage
// LOADS_POINTS, STORES_POINTS  0: the legs of a butterfly lie equally far apart in global memory; 1: each is found by
//                 itself; 2: they are twins' real numbers, two a leg; 3: they are of twins' spectra
// HALVES          0, or the butterflies are products of halves (cl/systems/split_half/butterfly_halves.cl)

#include "cl/work_group/local_layout.h"

#define LOCAL_LEG_0(first, i, step, radix) ((first) + (i) * (step))
#define LOCAL_LEG_1(first, i, step, radix) padded_leg(first, i, step, radix, LOCAL_PAD)
#define LOCAL_LEG_2(first, i, step, radix) swizzled_leg(first, i, step, radix)
#define LOCAL_LEG_4(first, i, step, radix) woven_leg(first, i, step, LOCAL_WEAVE)
#define LOCAL_LEG PASTE(LOCAL_LEG_, LOCAL_LAYOUT)

#define EXCHANGED_0 element
#define EXCHANGED_1 REAL
#define EXCHANGED_2 REAL
#define SHARED_TYPE PASTE(EXCHANGED_, SPLIT_EXCHANGE)
#define SHARED_SIZE ((SPLIT_EXCHANGE == 2 ? 2 * LOCAL_SIZE : LOCAL_SIZE) + SCRATCH_BYTES / sizeof(SHARED_TYPE))
// PoCL 7.1 loads again, behind a barrier, what a work-item loaded before it (tests/implementations/loaded_again.cl), but
// nothing volatile. Only PoCL defines this name.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define EXCHANGE_SPACE volatile local
#else
#define EXCHANGE_SPACE local
#endif
#define DECLARE_SHARED                                                                                                 \
    EXCHANGE_SPACE SHARED_TYPE* exchanged = (EXCHANGE_SPACE SHARED_TYPE*)((local uchar*)shared + SCRATCH_BYTES);       \
    local float* scratch = (local float*)shared;

// A matrix unit has all work-items' numbers, those without a butterfly included.
#define DECLARE_STATE                                                                                                  \
    complex x[POINTS];                                                                                                 \
    if (HALVES) _Pragma("unroll") for (uint k = 0; k < POINTS; ++k) x[k] = make_complex(0, 0);

// For each butterfly b of this work-item: its place in the tile. The last round may not have one for every work-item.
#define TILE_POINTS (N0 * N1 * N2 * N3)
#define SHARES(radix) (HALVES && UNITS ? (radix) < 4 ? (radix) : 4 : 1)
#define LEGS(radix) ((radix) / SHARES(radix))
#define AT_A_TIME(radix) (WORK_ITEMS / SHARES(radix))
#define ROUNDS(radix) ((TILE_POINTS / (radix) + AT_A_TIME(radix) - 1) / AT_A_TIME(radix))
// A work-item's butterfly of the first round. That it is one of that round is said for the compiler: all rounds' places
// then lie equally far apart.
#define FIRST_OWN(radix)                                                                                               \
    (SHARES(radix) > 1 ? own_butterfly(get_local_id(0), SHARES(radix), NEAR) % AT_A_TIME(radix) : get_local_id(0))
#define EACH_BUTTERFLY(dim, radix, fast)                                                                               \
    _Pragma("unroll") for (uint b = 0; b < ROUNDS(radix); ++b) {                                                       \
        const uint q = FIRST_OWN(radix) + b * AT_A_TIME(radix);                                                        \
        if (TILE_POINTS / (radix) % AT_A_TIME(radix) == 0 || q < TILE_POINTS / (radix)) {                              \
            struct coordinate c = place(q, butterflies(tile, dim, radix), fast);                                       \
            const uint j = c.at[dim], own = own_leg(get_local_id(0), SHARES(radix), NEAR);
// Of a butterfly's legs, a work-item has its `own`, and those i = SHARES, 2 SHARES .. after it.
#define EACH_LEG(radix)                                                                                                \
    _Pragma("unroll") for (uint u = 0, i = 0; u < LEGS(radix); ++u, i += SHARES(radix))
#define OWN(radix) x[b * LEGS(radix) + u]
#define END }}

INLINE complex complex_of(element e) { return make_complex(e.x, e.y); }
INLINE element element_of(complex z) { return (element)(z.x, z.y); }

// The legs of a butterfly are reached from one address, unless an axis is mapped or its points come in no order.
#define LOAD_LEGS_0(dim, radix)                                                                                        \
    c.at[dim] = leg_in(j, own, tile.at[dim], radix);                                                                   \
    FROM_MEMORY(c)                                                                                                     \
    const offset first = IN_OFFSET(c), step = (offset)layout.in_stride[dim] * (tile.at[dim] / (radix));                \
    EACH_LEG(radix)                                                                                                    \
    OWN(radix) =                                                                                                       \
        inside ? complex_of(SWAPPED(SWAP_LOAD != BACK_LOAD, FETCH(first + i * step))) : make_complex(0, 0);
#define LOAD_LEGS_1(dim, radix)                                                                                        \
    EACH_LEG(radix) {                                                                                                  \
        OWN(radix) = make_complex(0, 0);                                                                               \
        struct coordinate leg = c;                                                                                     \
        leg.at[dim] = leg_in(j, own + i, tile.at[dim], radix);                                                         \
        FROM_MEMORY(leg)                                                                                               \
        if (inside) {                                                                                                  \
            LOAD_POINT(leg, e)                                                                                         \
            OWN(radix) = complex_of(e);                                                                                \
        }                                                                                                              \
    }
// Twins: the parts of an element are two real lines; or it is made of the spectra of two, of which half is in memory, the
// points beyond it being the conjugates of those before.
#define TWIN_OFFSET(stride) ((offset)layout.stride[TWIN_DIM] * tile.at[TWIN_DIM])
#define LOAD_LEGS_2(dim, radix)                                                                                        \
    c.at[dim] = leg_in(j, own, tile.at[dim], radix);                                                                   \
    const offset first = IN_OFFSET(c), step = (offset)layout.in_stride[dim] * (tile.at[dim] / (radix));                \
    EACH_LEG(radix)                                                                                                    \
    OWN(radix) = inside ? make_complex(FETCH(first + i * step).x, FETCH(first + i * step + TWIN_OFFSET(in_stride)).x)  \
                        : make_complex(0, 0);
#define LOAD_LEGS_3(dim, radix)                                                                                        \
    EACH_LEG(radix) {                                                                                                  \
        const uint m = leg_in(j, own + i, tile.at[dim], radix), behind = tile.at[dim] - m;                             \
        const bool mirrored = m > tile.at[dim] / 2;                                                                    \
        struct coordinate leg = c;                                                                                     \
        leg.at[dim] = mirrored ? behind : m;                                                                           \
        element one = (element)(0), other = (element)(0);                                                              \
        if (inside) {                                                                                                  \
            one = FETCH(IN_OFFSET(leg));                                                                               \
            other = FETCH(IN_OFFSET(leg) + TWIN_OFFSET(in_stride));                                                    \
        }                                                                                                              \
        if (m == 0 || m == behind) one.y = other.y = 0; /* only the real parts of the ends count */                    \
        const element both = mirrored ? (element)(one.x + other.y, other.x - one.y)                                    \
                                      : (element)(one.x - other.y, other.x + one.y);                                   \
        OWN(radix) = complex_of(SWAPPED(SWAP_LOAD != BACK_LOAD, both));                                                \
    }
#define LOAD_LEGS PASTE(LOAD_LEGS_, LOADS_POINTS)
#define LOAD(dim, radix, span, fast)                                                                                   \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    const bool inside = INSIDE(c);                                                                                     \
    LOAD_LEGS(dim, radix)                                                                                              \
    const uint legs_dim = dim, legs_radix = radix;                                                                     \
    LOAD_ROTATIONS(ROTATE_LOADED)                                                                                      \
    END
// The legs' factors: see FIRST_ROTATION.
#define ROTATE_LOADED(number, dim, lanes_step)                                                                         \
    const uint legs_step_##number = tile.at[dim] / legs_radix;                                                         \
    struct coordinate first_leg_##number = c;                                                                          \
    if (legs_dim == dim) first_leg_##number.at[dim] = leg_in(j, own, tile.at[dim], legs_radix);                        \
    const uint phase_##number = rotation_phase(&layout, numbers, number, first_leg_##number, loops);                   \
    const element first_##number = ROOT(number, first_leg_##number.at[dim] * phase_##number);                          \
    EACH_LEG(legs_radix)                                                                                               \
    OWN(legs_radix) =                                                                                                  \
        times(OWN(legs_radix),                                                                                         \
              legs_dim != dim || i == 0 ? first_##number                                                               \
              : FACTORS ? ROOT(number, leg_in(j, own + i, tile.at[dim], legs_radix) * phase_##number)                  \
                        : product(first_##number, LEGS_##number                                                        \
                                                      ? legs_##number[i * phase_##number]                              \
                                                      : ROOT(number, i * legs_step_##number * phase_##number)));

// Tells the device's cache to fetch the tile that a group AHEAD of this one will load, once this one's loads are under
// way: while a group computes and exchanges, memory would have nothing to do.
#define FETCH_AHEAD_0(dim, radix, span, fast)
#define FETCH_AHEAD_1(dim, radix, span, fast)                                                                          \
    if (group + AHEAD < groups) {                                                                                      \
        global const IN_TYPE* later =                                                                                  \
            in_base + tile_start(loops_of(group + AHEAD, numbers, LOOPS), LOOPS, numbers->in_offset,                   \
                                 numbers->loop_in);                                                                    \
        EACH_BUTTERFLY(dim, radix, fast)                                                                               \
        c.at[dim] = leg_in(j, own, tile.at[dim], radix);                                                               \
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

#define STAGE_FACTOR_0(radix, span) w[((int)i - 1) * (int)(span)]
#define STAGE_FACTOR_1(radix, span) native_root(j % (span) * (own + i), (radix) * (span))
#define STAGE_FACTOR_2(radix, span) precise_root(j % (span) * (own + i), (radix) * (span))
#define STAGE_FACTOR PASTE(STAGE_FACTOR_, FACTORS)
#define STAGE(number, dim, radix, span, fast)                                                                          \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    global const element* w = chain_##dim + twiddle_at(j, 1, span) + own * (span);                                     \
    if ((span) > 1) EACH_LEG(radix)                                                                                    \
        if (own + i > 0) OWN(radix) = times(OWN(radix), STAGE_FACTOR(radix, span));                                    \
    PASTE(BUTTERFLY_, HALVES)(radix)                                                                                   \
    END                                                                                                                \
    PASTE(BUTTERFLIES_, HALVES)(radix)
#define BUTTERFLY_0(radix) butterfly(x + b * (radix), radix);
#define BUTTERFLY_1(radix)
#define BUTTERFLY_2(radix)
#define BUTTERFLIES_0(radix)
#define BUTTERFLIES_1(radix) BUTTERFLIES_BY(half_butterfly_##radix##_1, radix)
#define BUTTERFLIES_2(radix) BUTTERFLIES_BY(half_butterfly_##radix##_2, radix)
#define BUTTERFLIES_BY(name, radix)                                                                                    \
    {                                                                                                                  \
        const uint lane = unit_lane();                                                                                 \
        UNROLLED for (uint at = 0; at < ROUNDS(radix) * LEGS(radix); at += AT_ONCE(radix)) {                           \
            name(x + at, ROUNDS(radix) * LEGS(radix) - at, lane, scratch);                                             \
        }                                                                                                              \
    }

// Registers to local memory in the order of the stage before, back in the order of the stage after. `PART` and `SLOT`
// say what moves: whole elements, or one part of them.
#define PUT(dim, radix, span, fast, FROM)                                                                              \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    c.at[dim] = leg_out(j, own, radix, span);                                                                          \
    const uint first = tile_address(c, tile), step = tile_step(dim, tile) * (span) * SHARES(radix);                    \
    EACH_LEG(radix) exchanged[LOCAL_LEG(first, u, step, LEGS(radix))] = FROM(OWN(radix));                              \
    END
#define GET(dim, radix, span, fast, INTO)                                                                              \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    c.at[dim] = leg_in(j, own, tile.at[dim], radix);                                                                   \
    const uint first = tile_address(c, tile), step = tile_step(dim, tile) * (tile.at[dim] / LEGS(radix));              \
    EACH_LEG(radix) INTO(OWN(radix), exchanged[LOCAL_LEG(first, u, step, LEGS(radix))]);                               \
    END

// Permuted dimensions: from the order of memory to that of the powers, and back. No two legs lie equally far apart.
#define POWER_PLACE(m) (c.at[CONVOLVED_DIM] = powers[m] - 1, LOCAL_LEG(tile_address(c, tile), 0, 1, 1))
#define GET_IN(dim, radix, span, fast, INTO)                                                                           \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    EACH_LEG(radix) INTO(OWN(radix), exchanged[POWER_PLACE(leg_in(j, own + i, tile.at[dim], radix))]);                 \
    END
#define PUT_OUT(dim, radix, span, fast, FROM)                                                                          \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    EACH_LEG(radix) exchanged[POWER_PLACE(leg_out(j, own + i, radix, span))] = FROM(OWN(radix));                       \
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

#define EXCHANGE_0(PUT, GET, number, dim, radix, span, fast, next_dim, next_radix, next_span, next_fast)               \
    if ((number) > 0) MEET                                                                                             \
    PUT(dim, radix, span, fast, WHOLE)                                                                                 \
    MEET_LOADED(number)                                                                                                \
    GET(next_dim, next_radix, next_span, next_fast, SET_WHOLE)
#define EXCHANGE_1(PUT, GET, number, dim, radix, span, fast, next_dim, next_radix, next_span, next_fast)               \
    if ((number) > 0) MEET                                                                                             \
    PUT(dim, radix, span, fast, REAL_PART)                                                                             \
    MEET_LOADED(number)                                                                                                \
    GET(next_dim, next_radix, next_span, next_fast, SET_REAL_PART)                                                     \
    MEET                                                                                                               \
    PUT(dim, radix, span, fast, IMAGINARY_PART)                                                                        \
    MEET                                                                                                               \
    GET(next_dim, next_radix, next_span, next_fast, SET_IMAGINARY_PART)
#define IMAGINARY_HALF(MOVE)                                                                                           \
    {                                                                                                                  \
        EXCHANGE_SPACE REAL* const imaginary = exchanged + LOCAL_SIZE;                                                 \
        EXCHANGE_SPACE REAL* exchanged = imaginary;                                                                    \
        MOVE                                                                                                           \
    }
#define EXCHANGE_2(PUT, GET, number, dim, radix, span, fast, next_dim, next_radix, next_span, next_fast)               \
    if ((number) > 0) MEET                                                                                             \
    PUT(dim, radix, span, fast, REAL_PART)                                                                             \
    IMAGINARY_HALF(PUT(dim, radix, span, fast, IMAGINARY_PART))                                                        \
    MEET_LOADED(number)                                                                                                \
    GET(next_dim, next_radix, next_span, next_fast, SET_REAL_PART)                                                     \
    IMAGINARY_HALF(GET(next_dim, next_radix, next_span, next_fast, SET_IMAGINARY_PART))
#define EXCHANGE_BY PASTE(EXCHANGE_, SPLIT_EXCHANGE)
#define EXCHANGE(number, dim, radix, span, fast, next_dim, next_radix, next_span, next_fast)                           \
    EXCHANGE_BY(PUT, GET, number, dim, radix, span, fast, next_dim, next_radix, next_span, next_fast)
#define EXCHANGE_IN(number, dim, radix, span, fast, next_dim, next_radix, next_span, next_fast)                        \
    EXCHANGE_BY(PUT, GET_IN, number, dim, radix, span, fast, next_dim, next_radix, next_span, next_fast)
#define EXCHANGE_OUT(number, dim, radix, span, fast, next_dim, next_radix, next_span, next_fast)                       \
    EXCHANGE_BY(PUT_OUT, GET, number, dim, radix, span, fast, next_dim, next_radix, next_span, next_fast)
// Point 0 of a dimension in the order of powers takes no part in its convolution: its transform is the sum of all points,
// and it is part of every other point's, which the spectrum's point 0 adds up to.
#define SUM_AND_FIRST_0(c, sum, z)
#define SUM_AND_FIRST_1(c, sum, z)
#define SUM_AND_FIRST_2(c, sum, z)                                                                                     \
    if (own + i == 0 && inside && c.at[CONVOLVED_DIM] == 0) {                                                          \
        LOAD_POINT(c, first)                                                                                           \
        z = add(z, complex_of(first));                                                                                 \
        const complex all = SCALE(add(sum, complex_of(first)));                                                        \
        STORE_POINT(c, element_of(all))                                                                                \
    }
#define SUM_AND_FIRST_3 SUM_AND_FIRST_2
#define SUM_AND_FIRST PASTE(SUM_AND_FIRST_, CONVOLVED)
// On the way from a spectrum's factors back, or once more forward.
#define MULTIPLY(dim, radix, span, fast)                                                                               \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    const bool inside = INSIDE(c);                                                                                     \
    EACH_LEG(radix) {                                                                                                  \
        c.at[dim] = leg_out(j, own + i, radix, span);                                                                  \
        const element w = inside ? SPECTRUM_FACTOR(c) : (element)(0);                                                  \
        complex z = times(OWN(radix), w);                                                                              \
        SUM_AND_FIRST(c, OWN(radix), z)                                                                                \
        OWN(radix) = CONVOLVED ? z : make_complex(z.y, z.x);                                                           \
    }                                                                                                                  \
    END
#define STORE_LEG_0(dim, radix, span, z)                                                                               \
    DELIVER(first + i * step, SWAPPED(SWAP_STORE != BACK_STORE, element_of(z)))
#define STORE_LEG_1(dim, radix, span, z)                                                                               \
    struct coordinate leg = c;                                                                                         \
    leg.at[dim] = leg_out(j, own + i, radix, span);                                                                    \
    TO_MEMORY(leg)                                                                                                     \
    STORE_POINT(leg, element_of(z))
#define STORE_LEG_2(dim, radix, span, z)                                                                               \
    const element both = SWAPPED(SWAP_STORE != BACK_STORE, element_of(z));                                             \
    DELIVER(first + i * step, both)                                                                                    \
    DELIVER(first + i * step + TWIN_OFFSET(out_stride), both.yx)
#define STORE_LEG PASTE(STORE_LEG_, STORES_POINTS)
#define STORE(dim, radix, span, fast)                                                                                  \
    EACH_BUTTERFLY(dim, radix, fast)                                                                                   \
    const bool inside = INSIDE(c);                                                                                     \
    struct coordinate first_leg = c;                                                                                   \
    first_leg.at[dim] = leg_out(j, own, radix, span);                                                                  \
    struct coordinate to = first_leg;                                                                                  \
    TO_MEMORY(to)                                                                                                      \
    const offset first = OUT_OFFSET(to), step = (offset)layout.out_stride[dim] * (span);                               \
    const uint legs_dim = dim, legs_radix = radix, legs_span = span;                                                   \
    ROTATIONS(FIRST_ROTATION)                                                                                          \
    EACH_LEG(radix) {                                                                                                  \
        complex z = OWN(radix);                                                                                        \
        ROTATIONS(ROTATE)                                                                                              \
        z = SCALE(z);                                                                                                  \
        if (inside) {                                                                                                  \
            STORE_LEG(dim, radix, span, z)                                                                             \
        }                                                                                                              \
    }                                                                                                                  \
    END
// The factors of a butterfly's legs are its first leg's times a power of one root that all work-items of a line share:
// a gather from the tables for each butterfly instead of each element. The phase is the same for all legs. Of a line that
// is convolved, points that memory has not are beyond the tables.
#define FIRST_ROTATION(number, dim, lanes_step)                                                                        \
    const uint phase_##number = rotation_phase(&layout, numbers, number, to, loops);                                   \
    const element first_##number = ROOT(number, ROTATED(first_leg.at[dim]) * phase_##number);
#define ROTATE(number, dim, lanes_step)                                                                                \
    z = times(z, legs_dim != dim || i == 0 ? first_##number                                                            \
                 : CONVOLVED || FACTORS    ? ROOT(number, ROTATED(leg_out(j, own + i, legs_radix, legs_span)) * phase_##number) \
                                           : product(first_##number, LEGS_##number                                     \
                                                                         ? legs_##number[i * phase_##number]           \
                                                                         : ROOT(number, i * legs_span * phase_##number)));

