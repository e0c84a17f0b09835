// Twiddle factors between passes: the "t" steps of the tensor language (Gu, Li, Siegel 2010, formulas 3 and 4).
//
// A rotation multiplies the point k of one dimension of the tile by w_order^(k phase), where the phase is the place of
// the element along the digits of the same axis that later passes transform. The factor is the product of two table
// entries, w^(high << split) w^low: full tables would add half a pass of memory traffic, the product costs 0.02 of the
// accuracy gate. Where a work-item carries lanes and the phase grows along them, a third table has the lanes' share.
//
// ROTATIONS(R)  for each rotation R(number, dim, lanes_step): `dim` is the rotated dimension of the tile, `lanes_step`
//               the growth of the phase from lane to lane (0: the same for all lanes)
// LOAD_ROTATIONS(R)  likewise for those of points on their way in, towards the digits that earlier passes transformed
// FACTORS       where factors come from: 0 tables, 1 fast sines, 2 precise sines of a rounded angle (both less precise than
//               tables; only who writes such a plan has them). ORDER_<number>: a rotation's order
// LEGS_<number> 1: the powers that a butterfly's legs differ by are in a table of their own
// The tables are the kernel's arguments coarse_<number>, fine_<number>, legs_<number>, lanes_<number>.

// The phase of a rotation at a place of the tile.
INLINE uint rotation_phase(const struct tile_layout* layout, const struct pass_numbers* numbers, uint number,
                           struct coordinate c, struct loop_index l) {
    uint phase = 0;
#pragma unroll
    for (uint d = 0; d < TILE_RANK; ++d)
        phase += layout->rotation[number][d] * c.at[d];
#pragma unroll
    for (uint k = 0; k < LOOP_RANK; ++k)
        phase += numbers->rotation_loop[number * LOOP_RANK + k] * l.at[k];
    return phase;
}

INLINE element product(element a, element b) { return (element)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

INLINE element root(uint index, uint split, global const element* coarse, global const element* fine) {
    return product(coarse[index >> split], fine[index & ((1u << split) - 1)]);
}

// w_order^index without a table. There are no fast sines of double precision, nor passes that ask for them.
#if FP64_EXTENSION
#define native_part(function) function
#else
#define native_part(function) native_##function
#endif
INLINE REAL angle_of(uint index, uint order) { return (REAL)index / (REAL)order * (REAL)-6.283185307179586; }
INLINE element native_root(uint index, uint order) {
    const REAL angle = angle_of(index, order);
    return (element)(native_part(cos)(angle), native_part(sin)(angle));
}
INLINE element precise_root(uint index, uint order) {
    const REAL angle = angle_of(index, order);
    return (element)(cos(angle), sin(angle));
}

// A rotation's factor by its index, whichever way.
#define ROOT_0(number, index) root(index, SPLIT_##number, coarse_##number, fine_##number)
#define ROOT_1(number, index) native_root(index, ORDER_##number)
#define ROOT_2(number, index) precise_root(index, ORDER_##number)
#define ROOT(number, index) PASTE(ROOT_, FACTORS)(number, index)
