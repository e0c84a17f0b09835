/* The C interface of stockham, for C11 and C++11: batched fast Fourier transforms on any OpenCL device.
 *
 * - Results: functions return STOCKHAM_OK or another stockham_code. After a failure, nothing was written through the
 *   pointers, and stockham_last_error() has the message. No exception leaves a function.
 * - Handles: created through a pointer argument, freed by .._free(), which accepts NULL. Invalid handles (NULL, other
 *   types, other memory) give STOCKHAM_HANDLE. Only debug builds detect freed handles.
 * - Structs: initialise them by stockham_default_..(), which sets struct_size, then change fields. A newer library
 *   accepts a shorter struct and uses defaults for the rest; an older one refuses a longer struct.
 * - Memory: returned strings and lists belong to the caller, who frees each by one stockham_free(). Arguments are
 * copied. Strings are UTF-8 of up to 1 MiB (wisdom and callbacks 16 MiB).
 * - Threads: all functions are thread-safe, also with the same handle, except on a handle that is being freed.
 */
#ifndef STOCKHAM_STOCKHAM_H
#define STOCKHAM_STOCKHAM_H

#include <stockham/c/base.h>
#include <stockham/c/batch.h>
#include <stockham/c/convolution.h>
#include <stockham/c/device.h>
#include <stockham/c/job.h>
#include <stockham/c/library.h>
#include <stockham/c/plan.h>
#include <stockham/c/problem.h>
#include <stockham/c/session.h>
#include <stockham/c/transposition.h>
#include <stockham/c/wisdom.h>

#endif
