/* Wisdom: plans that were measured to be the fastest, by problem and device. */
#ifndef STOCKHAM_C_WISDOM_H
#define STOCKHAM_C_WISDOM_H

#include <stockham/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a plan is found: see stockham::rigor. */
typedef enum stockham_rigor {
    STOCKHAM_ESTIMATE = 0,    /* wisdom's plan, or the cost model's */
    STOCKHAM_MEASURE = 1,     /* the fastest of a few that are measured */
    STOCKHAM_PATIENT = 2,     /* .. of more */
    STOCKHAM_EXHAUSTIVE = 3,  /* .. of all */
    STOCKHAM_WISDOM_ONLY = 10 /* wisdom's plan, or STOCKHAM_UNSUPPORTED */
} stockham_rigor;

/* One plan that was measured, as stockham::wisdom_entry. No text is NULL in what the library hands out; in what it is
 * given NULL is an empty text. */
typedef struct stockham_wisdom_entry {
    size_t struct_size;       /* sizeof(stockham_wisdom_entry) */
    const char* problem;      /* problem string, without direction and scale */
    const char* plan;         /* plan string */
    const char* device;       /* its name */
    const char* architecture; /* .. and architecture, as in its description */
    const char* vendor;       /* "nvidia", "amd", ..; "any": for whatever has no better entry */
    const char* driver;       /* its version */
    const char* library;      /* version of this library that measured it */
    const char* kernels;      /* fingerprint of the kernel files: with others the entry is ignored */
    int rigor;                /* a stockham_rigor that measures */
    double seconds;           /* of one execution, the median */
    double spread;            /* the quartiles' distance over the median */
    double estimate_seconds;  /* what the cost model's plan took, measured beside it; 0: not known */
} stockham_wisdom_entry;

/* STOCKHAM_MEASURE, and nothing else. */
static inline stockham_wisdom_entry stockham_default_wisdom_entry(void) {
    stockham_wisdom_entry e;
    memset(&e, 0, sizeof e);
    e.struct_size = sizeof e;
    e.rigor = STOCKHAM_MEASURE;
    return e;
}

/* A set of entries. */
typedef struct stockham_wisdom stockham_wisdom;

/* Empty. */
STOCKHAM_API stockham_code stockham_wisdom_create(stockham_wisdom** wisdom);
/* What plans consult unless their options name another. It lives as long as the process: freeing it does nothing. */
STOCKHAM_API stockham_code stockham_wisdom_standard(stockham_wisdom** wisdom);
/* Not before a call that uses it has returned; plans need it no longer. */
STOCKHAM_API void stockham_wisdom_free(stockham_wisdom* wisdom);

/* Import: from JSON text, from a file, from another set; or one entry. */
STOCKHAM_API stockham_code stockham_wisdom_merge_text(stockham_wisdom* wisdom, const char* json);
STOCKHAM_API stockham_code stockham_wisdom_merge_file(stockham_wisdom* wisdom, const char* path);
STOCKHAM_API stockham_code stockham_wisdom_merge(stockham_wisdom* wisdom, const stockham_wisdom* other);
STOCKHAM_API stockham_code stockham_wisdom_add(stockham_wisdom* wisdom, const stockham_wisdom_entry* entry);

/* Export: as JSON text; into a file, which is replaced; into a file, beside what is there. */
STOCKHAM_API stockham_code stockham_wisdom_text(const stockham_wisdom* wisdom, char** json);
STOCKHAM_API stockham_code stockham_wisdom_write_file(const stockham_wisdom* wisdom, const char* path);
STOCKHAM_API stockham_code stockham_wisdom_merge_into_file(const stockham_wisdom* wisdom, const char* path);

/* Removes the entries of a problem (NULL or empty: of all) for a device (NULL or empty: for all); `removed`, which may
 * be NULL, gets how many. */
STOCKHAM_API stockham_code stockham_wisdom_forget(stockham_wisdom* wisdom, const char* problem, const char* device,
                                                  size_t* removed);
STOCKHAM_API stockham_code stockham_wisdom_forget_in_file(const char* path, const char* problem, const char* device,
                                                          size_t* removed);

/* The entries of a problem (NULL or empty: all), as an array whose elements have `struct_size` bytes, the caller's
 * sizeof(stockham_wisdom_entry). NULL where there are none. */
STOCKHAM_API stockham_code stockham_wisdom_entries(const stockham_wisdom* wisdom, const char* problem,
                                                   size_t struct_size, stockham_wisdom_entry** entries, size_t* count);

/* Changes whenever an entry does. */
STOCKHAM_API stockham_code stockham_wisdom_revision(const stockham_wisdom* wisdom, size_t* revision);
/* Whether this library may use the entry's plan: 1 or 0. */
STOCKHAM_API stockham_code stockham_wisdom_is_current(const stockham_wisdom_entry* entry, int* current);
/* The user's file; empty if there is none. */
STOCKHAM_API stockham_code stockham_wisdom_user_file(char** path);

#ifdef __cplusplus
}
#endif

#endif
