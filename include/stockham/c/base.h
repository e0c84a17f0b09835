/* Result codes, the last error, memory and the version check. */
#ifndef STOCKHAM_C_BASE_H
#define STOCKHAM_C_BASE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <stockham/export.h>
#include <stockham/opencl.h>
#include <stockham/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Result of a function. */
typedef enum stockham_code {
    STOCKHAM_OK = 0,          /* success */
    STOCKHAM_ARGUMENT = 1,    /* invalid argument: stockham_last_subject() names the argument or field */
    STOCKHAM_UNSUPPORTED = 2, /* beyond the library or the device: stockham_last_subject() names the rule */
    STOCKHAM_CALLBACK = 3,    /* a callback does not compile: see stockham_last_build_log() */
    STOCKHAM_OPENCL = 4,      /* an OpenCL call failed: stockham_last_subject() names the call */
    STOCKHAM_HANDLE = 5,      /* a handle is NULL, invalid, of another type, or (debug builds) freed */
    STOCKHAM_STRUCT = 6,      /* this library does not know the struct_size of a struct */
    STOCKHAM_VERSION = 7,     /* the library does not match these headers */
    STOCKHAM_MEMORY = 8,      /* out of memory */
    STOCKHAM_INTERNAL = 9     /* a bug in the library */
} stockham_code;

/* The code of the last failed call of this thread; STOCKHAM_OK if none failed. Successful calls do not reset it. */
STOCKHAM_API stockham_code stockham_last_code(void);
/* The message of that call. This text and the next two belong to the library, are never NULL, and stay valid until the
 * next failure in this thread. */
STOCKHAM_API const char* stockham_last_error(void);
/* The argument, field, rule or OpenCL call that the error is about; may be empty. */
STOCKHAM_API const char* stockham_last_subject(void);
/* The build log of a compilation; empty if nothing was compiled. */
STOCKHAM_API const char* stockham_last_build_log(void);
/* The OpenCL error code; 0 if OpenCL did not fail. */
STOCKHAM_API int stockham_last_opencl_code(void);

/* The name of a code, such as "STOCKHAM_OK"; "?" for an unknown code. */
STOCKHAM_API const char* stockham_code_name(int code);

/* Frees a string or a list that a function returned; NULL is allowed. */
STOCKHAM_API void stockham_free(void* text_or_list);

/* Version of the loaded library as "major.minor.patch". */
STOCKHAM_API const char* stockham_version(void);

/* Returns STOCKHAM_VERSION unless the loaded library supports headers of this version: same major and minor version
 * (before 1.0), and the same or a later patch version. */
STOCKHAM_API stockham_code stockham_check_version(int major, int minor, int patch);

/* Checks that the loaded library matches these headers. Call it first; nothing else needs initialisation. */
static inline stockham_code stockham_init(void) {
    return stockham_check_version(STOCKHAM_VERSION_MAJOR, STOCKHAM_VERSION_MINOR, STOCKHAM_VERSION_PATCH);
}

#ifdef __cplusplus
}
#endif

#endif
