// The address space and the parts of an exchange through local memory.
#pragma once

// The part of complex numbers that an exchange moves.
#define COMPLEX 0
#define REAL_PART 1
#define IMAGINARY_PART 2

// PoCL 7.1 repeats a work-item's load after a barrier that follows it (tests/implementations/loaded_again.cl), but not a
// volatile load. Only PoCL defines this name.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define EXCHANGE_SPACE volatile local
#else
#define EXCHANGE_SPACE local
#endif
