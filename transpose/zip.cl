// Transposes square blocks of elements in a CPU's vector registers.
//
// A line of 64 bytes, a cache line, holds SIDE elements; a block is SIDE lines. Zipping lines i and i + SIDE / 2 into
// lines 2 i and 2 i + 1 rotates the bits of an element's (row, column) number by one position. After log2(SIDE) rounds
// row and column have changed places.
//
//     a b c d    0, 2 -> 0, 1:   a i b j    0, 2 -> 0, 1:   a e i m
//     e f g h                    c k d l                    b f j n
//     i j k l    1, 3 -> 2, 3:   e m f n    1, 3 -> 2, 3:   c g k o
//     m n o p                    g o h p                    d h l p
#if ELEMENT_BYTES == 4
#define SIDE 16
typedef uint16 line;
#define LOAD_LINE(from) vload16(0, from)
#define STORE_LINE(value, to) vstore16(value, 0, to)
#define ZIP_LOW(x, y) \
    (line)(x.s0, y.s0, x.s1, y.s1, x.s2, y.s2, x.s3, y.s3, x.s4, y.s4, x.s5, y.s5, x.s6, y.s6, x.s7, y.s7)
#define ZIP_HIGH(x, y) \
    (line)(x.s8, y.s8, x.s9, y.s9, x.sa, y.sa, x.sb, y.sb, x.sc, y.sc, x.sd, y.sd, x.se, y.se, x.sf, y.sf)
#elif ELEMENT_BYTES == 8
#define SIDE 8
typedef ulong8 line;
#define LOAD_LINE(from) vload8(0, (global const ulong*)(from))
#define STORE_LINE(value, to) vstore8(value, 0, (global ulong*)(to))
#define ZIP_LOW(x, y) (line)(x.s0, y.s0, x.s1, y.s1, x.s2, y.s2, x.s3, y.s3)
#define ZIP_HIGH(x, y) (line)(x.s4, y.s4, x.s5, y.s5, x.s6, y.s6, x.s7, y.s7)
#else
#define SIDE 4
typedef ulong8 line;
#define LOAD_LINE(from) vload8(0, (global const ulong*)(from))
#define STORE_LINE(value, to) vstore8(value, 0, (global ulong*)(to))
#define ZIP_LOW(x, y) (line)(x.s01, y.s01, x.s23, y.s23)
#define ZIP_HIGH(x, y) (line)(x.s45, y.s45, x.s67, y.s67)
#endif

// Transposes the block in place. Unrolled, it consists only of register shuffles.
INDEX_FUNCTION void transpose_lines(line* block) {
#pragma unroll
    for (uint round = 1; round < SIDE; round *= 2) {
        line zipped[SIDE];
#pragma unroll
        for (uint i = 0; i < SIDE / 2; ++i) {
            zipped[2 * i] = ZIP_LOW(block[i], block[i + SIDE / 2]);
            zipped[2 * i + 1] = ZIP_HIGH(block[i], block[i + SIDE / 2]);
        }
#pragma unroll
        for (uint i = 0; i < SIDE; ++i) block[i] = zipped[i];
    }
}
