// The forward butterfly of radix 9.
#pragma once

#include "cl/butterflies/powers_of_two.cl"
#include "cl/butterflies/radix_3.cl"

// cos and sin of 2 pi / 9, 4 pi / 9 and 8 pi / 9
#define COS_9 ((REAL)0.766044443118978035202392650555416674)
#define SIN_9 ((REAL)0.642787609686539326322643409907263433)
#define COS_2_9 ((REAL)0.173648177666930348851716626769314796)
#define SIN_2_9 ((REAL)0.984807753012208059366743024589523014)
#define COS_4_9 ((REAL)-0.93969262078590838405410927732473147)
#define SIN_4_9 ((REAL)0.342020143325668733044099614682259581)

// 9 = 3 x 3: butterflies of columns, inner twiddle factors, butterflies of rows, transposition.
INLINE void butterfly9(complex* x) {
    complex row[3][3];
#pragma unroll
    for (uint j = 0; j < 3; ++j) {
        complex column[3];
        column[0] = x[j];
        column[1] = x[j + 3];
        column[2] = x[j + 6];
        butterfly3(column);
        row[0][j] = column[0];
        row[1][j] = column[1];
        row[2][j] = column[2];
    }
    row[1][1] = times_constant(row[1][1], COS_9, SIN_9);
    row[1][2] = times_constant(row[1][2], COS_2_9, SIN_2_9);
    row[2][1] = times_constant(row[2][1], COS_2_9, SIN_2_9);
    row[2][2] = times_constant(row[2][2], COS_4_9, SIN_4_9);
#pragma unroll
    for (uint k = 0; k < 3; ++k) {
        butterfly3(row[k]);
        x[k] = row[k][0];
        x[k + 3] = row[k][1];
        x[k + 6] = row[k][2];
    }
}
