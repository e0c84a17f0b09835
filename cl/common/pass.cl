// A pass: one launch that loads tiles, runs a chain of Stockham stages on them, and stores them.
//
// A work-group owns one tile: up to four dimensions (N0 fastest), of which some are transformed and the others carry
// independent lines, the runs that make memory accesses wide. Loops (the batch, other axes, other digits of an axis)
// number the tiles. The chain is one line: LOAD, then STAGE and EXCHANGE in turn, then STORE, e.g. for 4096 points
//     LOAD(0,16,1,0) STAGE(0,0,16,1,0) EXCHANGE(0, 0,16,1,0, 0,16,16,0) STAGE(1,0,16,16,0) .. STORE(0,16,256,0)
// with (dim, radix, span, fast): the dimension, the radix, the product of the radices before, and the dimension along
// which neighbouring work-items lie in that stage. What these words do is the exchange file's business: registers and
// local memory on GPUs (exchange_local.cl), lanes in vectors on CPUs (exchange_lanes.cl), word groups in local memory
// where that is demanded (exchange_constant.cl). A pass may go to a spectrum and come back: STAGE .. MULTIPLY(the last
// stage) EXCHANGE STAGE .., once more along the same dimensions.
//
// A dimension that no chain makes up is transformed by a convolution: there, times a filter's spectrum, and by a forward
// transform once more, which makes it come out backwards. The tile has the convolution's points in that dimension
// (struct coordinate in cl/index.h says which is which): more than there are in memory, mapped and with chirps
// (Bluestein), or all but the first in the order of a primitive root's powers (Rader), which EXCHANGE_IN and EXCHANGE_OUT
// make from the order of memory and back.
//
// Real lines of even length are complex lines of half the length, packed and unpacked: PACK in the place of LOAD, UNPACK
// in that of STORE. Two real lines may be one complex line: UNTWIN in the place of STORE (cl/work_group/real_lines.cl).
//
// PASS            that line
// PASS_FUNCTION   the name of this pass
// N0 .. N3        sizes of the tile; lanes: LANE_DIM's size is in blocks of LANES
// LOOPS           how many loops number the tiles
// SCALED          1: multiply by `scale` on store
// IN_PLACE        1: a work-group stores where it has loaded
// LAYOUT          the numbers of struct tile_layout
// DECLARE_MAPS    in_map, in_growth, out_map, out_growth, spectrum_growth, where there are mapped axes and spectra
// GUARDS          dimensions (GUARD_DIM_0, ..) whose last tiles, numbered by GUARD_LOOP_0, .., may be partly filled
// CONJUGATED      1: MULTIPLY takes the spectrum's conjugates
// CONVOLVED       1: dimension CONVOLVED_DIM, with CONVOLVED_POINTS points in memory, goes by Bluestein's algorithm; 2: by
//                 Rader's, with a primitive root's `powers`; 3: likewise, and work-items that meet in local memory read
//                 and write global memory in the order of powers; 0: there is none
// FETCHES         1: the device's cache is told to fetch the tile that the group AHEAD of this one will load
// TABLES          the parameters for tables and for what cl/common/access.cl wants beside the buffers, each with a comma before
//                 it; KERNEL_TABLES those of the kernel, TABLE_NAMES their names alone

// It is a function, so that one kernel can hold two of them: the kernels are in cl/common/pass_kernel.cl and cl/common/two_passes.cl.
// `shared` is local memory enough for SHARED_SIZE of SHARED_TYPE.
INLINE void PASS_FUNCTION(global const IN_TYPE* in_base, global OUT_TYPE* out_base, const struct pass_numbers* numbers,
                          local void* shared, uint group, uint groups, REAL scale TABLES) {
    const struct coordinate tile = {{N0, N1, N2, N3}};
    const struct tile_layout layout = LAYOUT;
    DECLARE_MAPS
    const struct loop_index loops = loops_of(group, numbers, LOOPS);
    const ulong in_start = tile_start(loops, LOOPS, numbers->in_offset, numbers->loop_in);
    const ulong out_start = tile_start(loops, LOOPS, numbers->out_offset, numbers->loop_out);
    global const IN_TYPE* in = TILE_IN;
    global OUT_TYPE* out = TILE_OUT;
    DECLARE_SHARED
    DECLARE_STATE
    PASS
}
