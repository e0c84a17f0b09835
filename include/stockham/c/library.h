/* The program cache and messages. */
#ifndef STOCKHAM_C_LIBRARY_H
#define STOCKHAM_C_LIBRARY_H

#include <stockham/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The cache of compiled kernels on disk: its folder (empty: no cache) and the limit of its size in bytes. Pointers to
 * results may be NULL. */
STOCKHAM_API stockham_code stockham_program_cache_get(char** folder, uint64_t* most_bytes);
STOCKHAM_API stockham_code stockham_program_cache_use(const char* folder, uint64_t most_bytes);
STOCKHAM_API stockham_code stockham_program_cache_measure(uint64_t* entries, uint64_t* bytes);
/* Removes all entries and returns how much was removed. */
STOCKHAM_API stockham_code stockham_program_cache_clear(uint64_t* entries, uint64_t* bytes);
/* Writes a kernel pack for the plans of `count` problem strings, or adds the entries of one to the cache; returns the
 * entries of the pack and their size. See stockham::export_programs() and import_programs(). */
STOCKHAM_API stockham_code stockham_program_cache_export(cl_device_id device, const char* const* problems, size_t count,
                                                         const char* file, uint64_t* entries, uint64_t* bytes);
/* The same for all programs that `work` uses, which is called once with `data`: see stockham::export_used_programs().
 */
STOCKHAM_API stockham_code stockham_program_cache_export_used(cl_device_id device, void (*work)(void* data), void* data,
                                                              const char* file, uint64_t* entries, uint64_t* bytes);
STOCKHAM_API stockham_code stockham_program_cache_import(cl_device_id device, const char* file, uint64_t* entries,
                                                         uint64_t* bytes);

/* Receives one line of text when the library ignores something that the caller did not cause. Called from any thread,
 * possibly from several at once. By default such lines go to stderr; NULL discards them. `before`, if not NULL,
 * receives the previous handler. */
typedef void (*stockham_message_handler)(const char* text);
STOCKHAM_API stockham_code stockham_set_message_handler(stockham_message_handler handler,
                                                        stockham_message_handler* before);

#ifdef __cplusplus
}
#endif

#endif
