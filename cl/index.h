// The index formulas of a pass: which work-item touches which element, in one text for the kernels and for the host.
//
// It is written in the common subset of OpenCL C and C++: the kernels include it, and so does the host interpreter
// (host/interpreter/), which runs a plan on the CPU by the very formulas that the device uses.
//
// A tile is an array of up to four dimensions, fastest first. Some are transformed, the others carry independent lines.
// A Stockham stage of radix R and span S (the product of the radices before it) along a dimension of n points consists
// of n / R butterflies j: leg i reads point j + i n / R and writes point (j / S) S R + j % S + i S.
#ifndef STOCKHAM_INDEX_H
#define STOCKHAM_INDEX_H

#ifndef __cplusplus
#define INDEX_FUNCTION static inline __attribute__((always_inline))
typedef ulong index64;
typedef uint index32;
#else
#include <cstdint>
#define INDEX_FUNCTION inline
namespace stockham {
namespace pass_index {
using index64 = std::uint64_t;
using index32 = std::uint32_t;
#endif

#define TILE_RANK 4
#define LOOP_RANK 6
#define ROTATION_COUNT 2
#define GUARD_COUNT 2

// A place in the tile, or the tile's sizes. Where work-items carry lanes (several lines each, in vectors), the lanes'
// dimension counts blocks of that many lines.
struct coordinate {
    index32 at[TILE_RANK];
};

// How a tile lies in global memory: constants of the code, so that the legs of a butterfly are reached from one address.
struct tile_layout {
    index64 in_stride[TILE_RANK];  // elements between neighbours along each dimension of the tile
    index64 out_stride[TILE_RANK];
    index32 rotation[ROTATION_COUNT][TILE_RANK];  // how a rotation's phase grows along the tile
};

// The numbers of a pass that do not shape its code: one kernel argument, laid out alike on host and device. No array in
// it is of arrays: Mesa 22.3 counts too few bytes of those (tests/implementations/nested_array_argument.cl).
struct pass_numbers {
    index64 in_offset;
    index64 out_offset;
    index64 loop_in[LOOP_RANK];      // elements between neighbouring tiles along each loop
    index64 loop_out[LOOP_RANK];
    index64 guard_extent[GUARD_COUNT];  // lines of the guarded dimensions, over all their tiles
    index32 loop_n[LOOP_RANK];       // tiles along each loop, fastest first
    index32 rotation_loop[ROTATION_COUNT * LOOP_RANK];  // how a rotation's phase grows along the loops, one's after the other's
};

// A side of a pass where an axis's points lie elsewhere than their indices say, or not at all.
struct axis_map {
    index64 unit;               // elements between neighbours along the axis in memory
    index32 n;                  // length of the axis: a mirrored side keeps its points 0 .. n / 2, and n - k is k's conjugate
    index32 extent;             // points from here on are zero (loads) or not wanted (stores)
    index32 rows;               // mirrored stores: lines of points congruent modulo this are in one pass
};

// How the index along a mapped axis, or a place in the spectrum that a pass multiplies by, grows along the tile and along
// the loops: constants of the code, most of which are 0 or 1.
struct axis_growth {
    index32 tile[TILE_RANK];
    index32 loop[LOOP_RANK];
};
struct spectrum_growth {
    index64 tile[TILE_RANK];
    index64 loop[LOOP_RANK];
};

// The sizes of the tile counted in butterflies of `radix` along dimension `dim`.
INDEX_FUNCTION struct coordinate butterflies(struct coordinate tile, index32 dim, index32 radix) {
    tile.at[dim] /= radix;
    return tile;
}

// The q-th place of an array of these sizes if dimension `fast` runs fastest and the others follow in their order.
INDEX_FUNCTION struct coordinate place(index32 q, struct coordinate sizes, index32 fast) {
    struct coordinate c;
    c.at[fast] = q % sizes.at[fast];
    q /= sizes.at[fast];
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 d = 0; d < TILE_RANK; ++d) {
        if (d == fast) continue;
        c.at[d] = q % sizes.at[d];
        q /= sizes.at[d];
    }
    return c;
}

// The point that leg i of butterfly j reads, as a first point and a step between legs.
INDEX_FUNCTION index32 leg_in(index32 j, index32 i, index32 n, index32 radix) { return j + i * (n / radix); }

// The point that leg i of butterfly j writes.
INDEX_FUNCTION index32 leg_out(index32 j, index32 i, index32 radix, index32 span) {
    return (j / span) * span * radix + j % span + i * span;
}

// Matrix units have the numbers of a butterfly in the registers of several work-items, up to four. Those that share one
// lie `near` work-items apart, and as many butterflies lie side by side: which butterfly of a round is a work-item's, and
// the first of its legs, which the others follow `shares` apart. With shares = 1 a work-item has whole butterflies.
INDEX_FUNCTION index32 own_butterfly(index32 item, index32 shares, index32 near) {
    return item / (near * shares) * near + item % near;
}
INDEX_FUNCTION index32 own_leg(index32 item, index32 shares, index32 near) { return item / near % shares; }

// A dimension that is transformed by a convolution of `length` points: which of its points is where point m of the tile
// comes from, and which is where it goes. By Bluestein's algorithm (convolved = 1) it comes in backwards; by Rader's (2) the
// tile is without point 0. In the order of powers of a primitive root, point m is powers[m].
INDEX_FUNCTION index32 convolved_from(index32 convolved, index32 m, index32 length) {
    return convolved == 1 ? (m == 0 ? 0 : length - m) : m + (convolved == 2);
}
INDEX_FUNCTION index32 convolved_to(index32 convolved, index32 m) { return m + (convolved == 2); }

// Where a chain's table has the twiddle factor of leg i > 0 of butterfly j (see twiddle_table in kernel/launch.hpp).
INDEX_FUNCTION index32 twiddle_at(index32 j, index32 i, index32 span) { return span - 1 + (i - 1) * span + j % span; }

// The place of a point in the tile's local memory, before padding; and the step between neighbours along a dimension.
INDEX_FUNCTION index32 tile_address(struct coordinate c, struct coordinate tile) {
    return c.at[0] + tile.at[0] * (c.at[1] + tile.at[1] * (c.at[2] + tile.at[2] * c.at[3]));
}
INDEX_FUNCTION index32 tile_step(index32 dim, struct coordinate tile) {
    return (dim > 0 ? tile.at[0] : 1) * (dim > 1 ? tile.at[1] : 1) * (dim > 2 ? tile.at[2] : 1);
}

// Local memory without bank conflicts: one empty element after every `pad`, or (where that would not fit) the low digit
// of base 16 exclusive-or'ed with the next one. What a first stage of radix `pad` writes is then conflict-free: its
// work-items' legs lie pad + 1 apart, or, where they lie beside l lines, l more than a multiple of 16.
INDEX_FUNCTION index32 padded(index32 address, index32 pad) { return address + address / pad; }
INDEX_FUNCTION index32 swizzled(index32 address) { return address ^ ((address >> 4) & 15); }

// The places of the legs of one butterfly, `step` apart from `first` on before padding: where the step is a multiple of
// the pad, or all legs lie between two of them, padding leaves them equally far apart, and one address reaches them all.
INDEX_FUNCTION index32 padded_leg(index32 first, index32 i, index32 step, index32 radix, index32 pad) {
    if (step % pad == 0) return padded(first, pad) + i * (step + step / pad);
    if (pad % (step * radix) == 0) return padded(first, pad) + i * step;
    return padded(first + i * step, pad);
}
INDEX_FUNCTION index32 swizzled_leg(index32 first, index32 i, index32 step, index32 radix) {
    (void)radix;
    return step % 256 == 0 ? swizzled(first) + i * step : swizzled(first + i * step);
}

// Every address exclusive-or'ed with digits of its own, which lie `near` and `far` bits up (31: nowhere), into its place
// among 32. The legs of one butterfly are a field of their own in the address, if all lengths are powers of two.
INDEX_FUNCTION index32 woven(index32 address, index32 near, index32 far) {
    return address ^ (((address >> near) ^ (address >> far)) & 31);
}
INDEX_FUNCTION index32 woven_leg(index32 first, index32 i, index32 step, index32 near, index32 far) {
    return woven(first, near, far) ^ woven(i * step, near, far);
}

// Constant geometry, and the conventional one beside it: decimation in frequency by word groups of `radix` points. Word
// group t of an epoch of span S (the product of the radices before it), 0 <= t < n / radix, reads the points t + i n /
// radix and writes radix t + i whatever the epoch; conventionally, it writes where it reads, in blocks of n / S points.
INDEX_FUNCTION index32 group_block(index32 n, index32 radix, index32 span) { return n / (span * radix); }
INDEX_FUNCTION index32 group_in(bool conventional, index32 t, index32 i, index32 n, index32 radix, index32 span) {
    const index32 apart = group_block(n, radix, span);
    return conventional ? t / apart * apart * radix + t % apart + i * apart : t + i * (n / radix);
}
INDEX_FUNCTION index32 group_out(bool conventional, index32 t, index32 i, index32 n, index32 radix, index32 span) {
    return conventional ? group_in(true, t, i, n, radix, span) : radix * t + i;
}

// The lowest log2(n) bits of k in reverse order, n a power of two: where point k of the result lies after the last epoch.
// (Not unrolled, lest a compiler makes the loop an instruction that Oclgrind does not know.)
INDEX_FUNCTION index32 reversed(index32 k, index32 n) {
#if defined(__NV_CL_C_VERSION)
    index32 all;
    __asm__("brev.b32 %0, %1;" : "=r"(all) : "r"(k));
    return (all >> 1) / (0x80000000u / n);
#elif defined(__AMDGCN__)
    return (__builtin_bitreverse32(k) >> 1) / (0x80000000u / n);
#else
    index32 r = 0;
#ifndef __cplusplus
#pragma nounroll
#endif
    for (index32 bit = 1; bit < n; bit *= 2) {
        r = 2 * r + k % 2;
        k /= 2;
    }
    return r;
#endif
}

// What a word group writes at leg i is rotated by w_n to this power: e times the bits of i reversed (by exclusive-or's,
// lest a compiler makes them the instruction that Oclgrind does not know).
INDEX_FUNCTION index32 group_power(bool conventional, index32 t, index32 i, index32 n, index32 radix, index32 span) {
    const index32 e = conventional ? t % group_block(n, radix, span) * span : t / span * span;
    return e * (radix == 4 ? i ^ (i ^ i / 2) % 2 * 3 : i);
}

// Local memory without bank conflicts for word groups. A row of `row` elements (8 or 16) has a turn of all banks; the
// digits of base `row` above the lowest are exclusive-or'ed into it, the highest bit with the parity of them all. That
// keeps apart: neighbouring points, every second or fourth one, points in bit-reversed order, and neighbouring points
// beside those that lie farther off by any power of two. Above `points` nothing is folded.
INDEX_FUNCTION index32 folded(index32 address, index32 row, index32 points) {
    const index32 above = address % points / row;
    const index32 x = above ^ above / row ^ above / row / row ^ above / row / row / row;
    return address ^ (x & (row / 2 - 1)) ^ ((x ^ x << 1 ^ x << 2 ^ x << 3) & (row / 2));
}

// All these are linear in the bits of work-items, rounds and legs. So the place that one has by its work-item (`own`)
// and the one that it has by its round and leg (`fixed`, a constant) make the place by both: the lowest digits by an
// exclusive-or, which few rounds need or many share, the others by a sum, which costs no instruction.
INDEX_FUNCTION index32 joined(index32 own, index32 fixed, index32 row) {
    return (own ^ fixed % row) + fixed / row * row;
}

// The loop indices of a work-group.
struct loop_index {
    index32 at[LOOP_RANK];
};

INDEX_FUNCTION struct loop_index loops_of(index32 group, const struct pass_numbers* numbers, index32 loops) {
    struct loop_index l;
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 k = 0; k < LOOP_RANK; ++k) {
        if (k + 1 < loops) {
            l.at[k] = group % numbers->loop_n[k];
            group /= numbers->loop_n[k];
        } else {  // the last loop needs no division, those beyond it do not exist
            l.at[k] = k + 1 == loops ? group : 0;
        }
    }
    return l;
}

// The index along a mapped axis of a place in the tile.
INDEX_FUNCTION index32 axis_index(const struct axis_growth* map, struct coordinate c, struct loop_index l) {
    index32 index = 0;
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 d = 0; d < TILE_RANK; ++d) index += map->tile[d] * c.at[d];
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 k = 0; k < LOOP_RANK; ++k) index += map->loop[k] * l.at[k];
    return index;
}

// Whether a mirrored side has the conjugate of point n - index in the place of this point.
INDEX_FUNCTION bool is_mirrored(const struct axis_map* map, index32 index) { return index > map->n / 2; }

// Both k and n - k may come up in one pass: then only the first of them is stored.
INDEX_FUNCTION bool comes_twice(const struct axis_map* map, index32 index) {
    return is_mirrored(map, index) && 2 * (index % map->rows) % map->rows == 0;
}

// Where a pass finds its factors in the spectrum.
INDEX_FUNCTION index64 spectrum_place(const struct spectrum_growth* numbers, struct coordinate c,
                                      struct loop_index l) {
    index64 at = 0;
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 d = 0; d < TILE_RANK; ++d) at += numbers->tile[d] * c.at[d];
#ifndef __cplusplus
#pragma unroll
#endif
    for (index32 k = 0; k < LOOP_RANK; ++k) at += numbers->loop[k] * l.at[k];
    return at;
}

#ifdef __cplusplus
}  // namespace pass_index
}  // namespace stockham
#endif

#endif
