/* Codes, the last error, memory, and whether the library is as new as these headers. */
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

/* What functions return. */
typedef enum stockham_code {
    STOCKHAM_OK = 0,          /* done */
    STOCKHAM_ARGUMENT = 1,    /* the caller is wrong: stockham_last_subject() names the field or the argument */
    STOCKHAM_UNSUPPORTED = 2, /* the library or the device cannot do it: stockham_last_subject() names the rule */
    STOCKHAM_CALLBACK = 3,    /* a callback's text does not compile: stockham_last_build_log() */
    STOCKHAM_OPENCL = 4,      /* an OpenCL call failed: stockham_last_subject() names it */
    STOCKHAM_HANDLE = 5,      /* NULL, no handle, a handle of another type, or (debug builds) a freed one */
    STOCKHAM_STRUCT = 6,      /* the size that a struct begins with is none that this library knows */
    STOCKHAM_VERSION = 7,     /* the library does not fit these headers */
    STOCKHAM_MEMORY = 8,      /* out of memory */
    STOCKHAM_INTERNAL = 9     /* an error of the library's own */
} stockham_code;

/* The code of the last call of this thread that failed; STOCKHAM_OK before one has. Calls that succeed leave it. */
STOCKHAM_API stockham_code stockham_last_code(void);
/* One sentence about it. This and what follows belong to the library, are never NULL, and are valid until the next call
 * of this thread fails. */
STOCKHAM_API const char* stockham_last_error(void);
/* The field, argument, rule or OpenCL call; empty where there is none. */
STOCKHAM_API const char* stockham_last_subject(void);
/* What a compiler said; empty where none was called. */
STOCKHAM_API const char* stockham_last_build_log(void);
/* The code of OpenCL; 0 where it was not OpenCL. */
STOCKHAM_API int stockham_last_opencl_code(void);

/* The name of a code: "STOCKHAM_OK", ..; "?" of what is none. */
STOCKHAM_API const char* stockham_code_name(int code);

/* Frees a string or a list that a function handed out; NULL is taken, too. */
STOCKHAM_API void stockham_free(void* text_or_list);

/* Version of the loaded library as "major.minor.patch". */
STOCKHAM_API const char* stockham_version(void);

/* STOCKHAM_VERSION unless the loaded library has what headers of this version declare: the same major and minor version
 * (before 1.0), and a patch version that is not older. */
STOCKHAM_API stockham_code stockham_check_version(int major, int minor, int patch);

/* Call this first: whether the loaded library fits the headers that the program was compiled with. Nothing else needs
 * to be initialised. */
static inline stockham_code stockham_init(void) {
    return stockham_check_version(STOCKHAM_VERSION_MAJOR, STOCKHAM_VERSION_MINOR, STOCKHAM_VERSION_PATCH);
}

#ifdef __cplusplus
}
#endif

#endif
