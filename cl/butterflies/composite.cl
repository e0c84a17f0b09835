// The forward butterfly of a RADIX that is the product of two coprime radices, ROWS and COLUMNS, without twiddle factors
// (Good's mapping). Input (COLUMNS i + ROWS j) mod RADIX is in row i and column j. Row k and column l give the output that is
// k modulo ROWS and l modulo COLUMNS, at (OF_ROW k + OF_COLUMN l) mod RADIX.
INLINE void PASTE(butterfly, RADIX)(complex* x) {
    complex row[ROWS][COLUMNS], column[ROWS];
#pragma unroll
    for (uint i = 0; i < ROWS; ++i) {
#pragma unroll
        for (uint j = 0; j < COLUMNS; ++j) row[i][j] = x[(COLUMNS * i + ROWS * j) % RADIX];
        PASTE(butterfly, COLUMNS)(row[i]);
    }
#pragma unroll
    for (uint l = 0; l < COLUMNS; ++l) {
#pragma unroll
        for (uint i = 0; i < ROWS; ++i) column[i] = row[i][l];
        PASTE(butterfly, ROWS)(column);
#pragma unroll
        for (uint k = 0; k < ROWS; ++k) x[(OF_ROW * k + OF_COLUMN * l) % RADIX] = column[k];
    }
}
