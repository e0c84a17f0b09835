/* Wisdom: the fastest plans that searches found, by problem and device. */
#ifndef STOCKHAM_C_WISDOM_H
#define STOCKHAM_C_WISDOM_H

#include <stockham/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a plan is found: see stockham::rigor. */
typedef enum stockham_rigor {
    STOCKHAM_ESTIMATE = 0,    /* the plan from wisdom, else the cost model's */
    STOCKHAM_MEASURE = 1,     /* measures a few candidates */
    STOCKHAM_PATIENT = 2,     /* measures more candidates */
    STOCKHAM_EXHAUSTIVE = 3,  /* measures all candidates */
    STOCKHAM_WISDOM_ONLY = 10 /* the plan from wisdom, else STOCKHAM_UNSUPPORTED */
} stockham_rigor;

/* One measured plan, as stockham::wisdom_entry. The library never returns NULL texts; it reads NULL as an empty text.
 */
typedef struct stockham_wisdom_entry {
    size_t struct_size;       /* sizeof(stockham_wisdom_entry) */
    const char* problem;      /* problem string, without direction and scale */
    const char* plan;         /* plan string */
    const char* device;       /* device name */
    const char* architecture; /* device architecture */
    const char* vendor;       /* "nvidia", "amd", ..; "any" matches devices without a better entry */
    const char* driver;       /* driver version */
    const char* library;      /* version of the library that measured it */
    const char* kernels;      /* fingerprint of the kernel files; the entry is ignored if they changed */
    int rigor;                /* a stockham_rigor that measures */
    double seconds;           /* of one execution; the median */
    double spread;            /* interquartile range over the median */
    double estimate_seconds;  /* of the cost model's plan in the same search; 0: unknown */
} stockham_wisdom_entry;

/* Rigor STOCKHAM_MEASURE, empty texts. */
static inline stockham_wisdom_entry stockham_default_wisdom_entry(void) {
    stockham_wisdom_entry e;
    memset(&e, 0, sizeof e);
    e.struct_size = sizeof e;
    e.rigor = STOCKHAM_MEASURE;
    return e;
}

/* A set of entries. */
typedef struct stockham_wisdom stockham_wisdom;

/* Creates an empty set. */
STOCKHAM_API stockham_code stockham_wisdom_create(stockham_wisdom** wisdom);
/* The set that plans use by default. It lives as long as the process; freeing it does nothing. */
STOCKHAM_API stockham_code stockham_wisdom_standard(stockham_wisdom** wisdom);
/* Call it after all calls that use the set have returned. Plans do not refer to it. */
STOCKHAM_API void stockham_wisdom_free(stockham_wisdom* wisdom);

/* Add entries from JSON text, a file or another set; add one entry. */
STOCKHAM_API stockham_code stockham_wisdom_merge_text(stockham_wisdom* wisdom, const char* json);
STOCKHAM_API stockham_code stockham_wisdom_merge_file(stockham_wisdom* wisdom, const char* path);
STOCKHAM_API stockham_code stockham_wisdom_merge(stockham_wisdom* wisdom, const stockham_wisdom* other);
STOCKHAM_API stockham_code stockham_wisdom_add(stockham_wisdom* wisdom, const stockham_wisdom_entry* entry);

/* All entries as JSON text; replace a file by them; merge them into a file. */
STOCKHAM_API stockham_code stockham_wisdom_text(const stockham_wisdom* wisdom, char** json);
STOCKHAM_API stockham_code stockham_wisdom_write_file(const stockham_wisdom* wisdom, const char* path);
STOCKHAM_API stockham_code stockham_wisdom_merge_into_file(const stockham_wisdom* wisdom, const char* path);

/* Removes the entries of a problem (NULL or empty: all) for a device (NULL or empty: all), from a set or a file.
 * `removed`, if not NULL, receives their number. */
STOCKHAM_API stockham_code stockham_wisdom_forget(stockham_wisdom* wisdom, const char* problem, const char* device,
                                                  size_t* removed);
STOCKHAM_API stockham_code stockham_wisdom_forget_in_file(const char* path, const char* problem, const char* device,
                                                          size_t* removed);

/* The entries of a problem (NULL or empty: all) as an array with elements of `struct_size` bytes, the caller's
 * sizeof(stockham_wisdom_entry). NULL if there are none. */
STOCKHAM_API stockham_code stockham_wisdom_entries(const stockham_wisdom* wisdom, const char* problem,
                                                   size_t struct_size, stockham_wisdom_entry** entries, size_t* count);

/* A number that changes with every change of an entry. */
STOCKHAM_API stockham_code stockham_wisdom_revision(const stockham_wisdom* wisdom, size_t* revision);
/* 1 if plans of this library use the entry, else 0. */
STOCKHAM_API stockham_code stockham_wisdom_is_current(const stockham_wisdom_entry* entry, int* current);
/* The path of the user's wisdom file; empty if there is none. */
STOCKHAM_API stockham_code stockham_wisdom_user_file(char** path);

#ifdef __cplusplus
}
#endif

#endif
