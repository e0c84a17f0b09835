// What passes over local memory say of it.
#pragma once

// What is exchanged at a time.
#define COMPLEX 0
#define REAL_PART 1
#define IMAGINARY_PART 2

// PoCL 7.1 loads again, behind a barrier, what a work-item loaded before it (tests/implementations/loaded_again.cl), but
// nothing volatile. Only PoCL defines this name.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define EXCHANGE_SPACE volatile local
#else
#define EXCHANGE_SPACE local
#endif
