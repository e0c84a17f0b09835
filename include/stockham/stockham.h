/* The C interface of stockham, C11 and C++11: batched fast Fourier transforms on any OpenCL device.
 *
 * What holds for all functions:
 * - They return STOCKHAM_OK or another stockham_code, and then have written nothing through their pointers;
 *   stockham_last_error() says what was wrong. No exception leaves them.
 * - Handles are made by functions that take a pointer to one, and freed by the function named .._free, which takes NULL
 *   too. A handle that is NULL, of another type, or no handle is STOCKHAM_HANDLE. A freed handle must not be used: a
 *   debug build of the library says so, another one need not.
 * - Structs that a caller fills begin with their size: make them by stockham_default_..(), which sets it, and change
 * what you want. A library newer than the program takes the size that the program knows, and defaults for the rest; an
 *   older one refuses it.
 * - What they hand out as char* or as a list belongs to the caller, who frees it with stockham_free(), a list by one
 *   call. Strings are UTF-8, up to 1 MiB (wisdom and callbacks 16 MiB); what they are given is copied.
 * - Any number of threads may call them at once, also with the same handle, but for one that is being freed.
 */
#ifndef STOCKHAM_STOCKHAM_H
#define STOCKHAM_STOCKHAM_H

#include <stockham/c/base.h>
#include <stockham/c/convolution.h>
#include <stockham/c/device.h>
#include <stockham/c/library.h>
#include <stockham/c/plan.h>
#include <stockham/c/problem.h>
#include <stockham/c/transposition.h>
#include <stockham/c/wisdom.h>

#endif
