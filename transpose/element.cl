// The element type of transposes: plain bits, so that doubles need no fp64 extension.
//
// ELEMENT_BYTES  4, 8 or 16: real or complex, single or double
#if ELEMENT_BYTES == 4
typedef uint element;
#elif ELEMENT_BYTES == 8
typedef uint2 element;
#else
typedef uint4 element;
#endif

// log2 of the elements in a row of banks of local memory: 32 banks of 4 bytes.
#if ELEMENT_BYTES == 4
#define BANK_ROW 5
#elif ELEMENT_BYTES == 8
#define BANK_ROW 4
#else
#define BANK_ROW 3
#endif
#define PADDED(slots) ((slots) + ((slots) >> BANK_ROW) + ((slots) >> 2 * BANK_ROW))
