/* Sessions: a device with its memory and the way to it, as stockham::session (stockham/session.hpp, docs/sessions.md).
 */
#ifndef STOCKHAM_C_SESSION_H
#define STOCKHAM_C_SESSION_H

#include <stockham/c/base.h>
#include <stockham/c/plan.h>
#include <stockham/c/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A device with its memory. */
typedef struct stockham_session stockham_session;

/* As stockham::session_options. Numbers of 0 stand for the default. The newest session of a context sets how much the
 * context keeps. */
typedef struct stockham_session_options {
    size_t struct_size; /* sizeof(stockham_session_options) */
    size_t memory;      /* bytes of device memory; by default STOCKHAM_MEMORY, else nine tenths (CPU: half of that) */
    size_t plans;       /* plans that stockham_session_run() keeps */
    unsigned copy_threads;   /* threads that copy in host memory */
    size_t kept_programs;    /* programs that the context keeps */
    size_t kept_plans;       /* prepared plans that it keeps */
    size_t kept_tables;      /* tables that it keeps */
    size_t kept_table_bytes; /* bytes of these tables */
} stockham_session_options;

/* The defaults. */
static inline stockham_session_options stockham_default_session_options(void) {
    stockham_session_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    return o;
}

/* A session for the first device of a context, which it retains, with default options. STOCKHAM_ARGUMENT if it is NULL.
 */
STOCKHAM_API stockham_code stockham_session_create(cl_context context, stockham_session** session);
/* A session with a context of its own. Options: NULL for the defaults. */
STOCKHAM_API stockham_code stockham_session_open(cl_device_id device, const stockham_session_options* options,
                                                 stockham_session** session);
/* A session for an in-order queue, which it retains, with the queue's context and device. */
STOCKHAM_API stockham_code stockham_session_of_queue(cl_command_queue queue, const stockham_session_options* options,
                                                     stockham_session** session);
/* Waits for the commands of the session's queue. Releases what no plan and no other session of the context uses. */
STOCKHAM_API void stockham_session_free(stockham_session* session);

/* Objects of the session, which owns them. Pointers to results may be NULL. */
STOCKHAM_API stockham_code stockham_session_objects(const stockham_session* session, cl_context* context,
                                                    cl_device_id* device, cl_command_queue* queue);
/* Bytes that buffers of the session may have in all at this moment, those of the largest buffer, and those of idle
 * buffers; 1 if the device shares the host's memory, else 0. Pointers to results may be NULL. */
STOCKHAM_API stockham_code stockham_session_memory(const stockham_session* session, size_t* usable,
                                                   size_t* max_allocation, size_t* idle, int* shares_host_memory);
/* Why the device cannot hold the input, the output and the workspace of a problem; an empty text if it can. Compiles
 * nothing. */
STOCKHAM_API stockham_code stockham_session_shortage(const stockham_session* session, const stockham_problem* problem,
                                                     char** text);

/* Copies host memory to a buffer, from byte `offset` of it on: on return the host memory may be changed. Or from a
 * buffer, after all commands of the session's queue, and waits. */
STOCKHAM_API stockham_code stockham_session_upload(const stockham_session* session, cl_mem to, size_t offset,
                                                   const void* from, size_t bytes);
STOCKHAM_API stockham_code stockham_session_download(const stockham_session* session, cl_mem from, size_t offset,
                                                     void* to, size_t bytes);
/* Transforms host memory, and waits: uploads, executes and downloads. The plan is kept for the next run. `input` has
 * stockham_problem_bytes() of STOCKHAM_INPUT, `output` those of STOCKHAM_OUTPUT; in place, the same. Options: NULL for
 * the defaults. After a failure `output` is undefined. */
STOCKHAM_API stockham_code stockham_session_run(const stockham_session* session, const stockham_problem* problem,
                                                const stockham_plan_options* options, const void* input, void* output);
/* Waits for all commands of the session's queue. */
STOCKHAM_API stockham_code stockham_session_finish(const stockham_session* session);
/* Releases idle buffers. `and_plans` not 0: also the plans, programs and tables that nothing uses. */
STOCKHAM_API stockham_code stockham_session_trim(const stockham_session* session, int and_plans);

#ifdef __cplusplus
}
#endif

#endif
