/* What the library keeps: sessions, the program cache; and what it has to say. */
#ifndef STOCKHAM_C_LIBRARY_H
#define STOCKHAM_C_LIBRARY_H

#include <stockham/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Keeps a context's compiled programs and tables while no plan of it does. */
typedef struct stockham_session stockham_session;

/* STOCKHAM_ARGUMENT for no context. */
STOCKHAM_API stockham_code stockham_session_create(cl_context context, stockham_session** session);
/* What no plan and no other session of the context uses is released. */
STOCKHAM_API void stockham_session_free(stockham_session* session);

/* Compiled kernels on disk: the folder (empty: nothing is kept) and the most bytes of all entries. Where a pointer that
 * gets something is NULL, it is not handed out. */
STOCKHAM_API stockham_code stockham_program_cache_get(char** folder, uint64_t* most_bytes);
STOCKHAM_API stockham_code stockham_program_cache_use(const char* folder, uint64_t most_bytes);
STOCKHAM_API stockham_code stockham_program_cache_measure(uint64_t* entries, uint64_t* bytes);
/* Removes all entries; what was removed. */
STOCKHAM_API stockham_code stockham_program_cache_clear(uint64_t* entries, uint64_t* bytes);

/* Called with one line of text whenever the library ignored something that was not the caller's fault; at first it goes
 * to stderr. From any thread, from several at once. NULL: silence. `before`, which may be NULL, gets the one before. */
typedef void (*stockham_message_handler)(const char* text);
STOCKHAM_API stockham_code stockham_set_message_handler(stockham_message_handler handler,
                                                        stockham_message_handler* before);

#ifdef __cplusplus
}
#endif

#endif
