/* Many executions in few launches: of one plan, or of transforms that differ. */
#ifndef STOCKHAM_C_BATCH_H
#define STOCKHAM_C_BATCH_H

#include <stockham/c/base.h>
#include <stockham/c/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The memory of one of many executions, as stockham::batch_item: for each array at most one of buffer and address.
 * Offsets are in bytes. */
typedef struct stockham_item {
    size_t struct_size;             /* sizeof(stockham_item); the same in all items of a list */
    cl_mem input;                   /* or input_address */
    cl_mem output;                  /* or output_address; in place: NULL or `input` */
    size_t input_offset;            /* where the input begins */
    size_t output_offset;           /* where the output begins; in place: 0 or `input_offset` */
    cl_mem input_imaginary;         /* planar input: imaginary parts */
    cl_mem output_imaginary;        /* planar output: imaginary parts */
    void* input_address;            /* in place of `input` */
    void* output_address;           /* in place of `output` */
    void* input_imaginary_address;  /* in place of `input_imaginary` */
    void* output_imaginary_address; /* in place of `output_imaginary` */
} stockham_item;

/* No memory, no offsets. */
static inline stockham_item stockham_default_item(void) {
    stockham_item i;
    memset(&i, 0, sizeof i);
    i.struct_size = sizeof i;
    return i;
}

/* Enqueues one execution of the plan for each of `count` items, in few launches. `shared` has the workspace and the
 * data of callbacks; NULL: none. Otherwise as stockham_plan_enqueue(). Errors: as stockham::plan::enqueue_many(). */
STOCKHAM_API stockham_code stockham_plan_enqueue_many(const stockham_plan* plan, cl_command_queue queue,
                                                      const stockham_item* items, size_t count,
                                                      const stockham_buffers* shared, cl_uint wait_count,
                                                      const cl_event* wait, cl_event* done);

/* A list of transforms that are executed together, as stockham::batch. Immutable; retains its context. */
typedef struct stockham_batch stockham_batch;

/* Plans and compiles `count` problems; `options` may be NULL. Errors: as the constructor of stockham::batch. */
STOCKHAM_API stockham_code stockham_batch_create(cl_context context, cl_device_id device,
                                                 const stockham_problem* const* problems, size_t count,
                                                 const stockham_plan_options* options, stockham_batch** batch);
/* Allowed while executions are running. */
STOCKHAM_API void stockham_batch_free(stockham_batch* batch);
/* How the transforms are computed, for people. */
STOCKHAM_API stockham_code stockham_batch_text(const stockham_batch* batch, char** text);
/* The number of transforms. */
STOCKHAM_API stockham_code stockham_batch_size(const stockham_batch* batch, size_t* count);
/* The least bytes of a workspace per execution. */
STOCKHAM_API stockham_code stockham_batch_workspace_size(const stockham_batch* batch, size_t* bytes);
/* Enqueues all transforms: items[k] has the memory of problem k. Otherwise as stockham_plan_enqueue_many(). */
STOCKHAM_API stockham_code stockham_batch_enqueue(const stockham_batch* batch, cl_command_queue queue,
                                                  const stockham_item* items, size_t count,
                                                  const stockham_buffers* shared, cl_uint wait_count,
                                                  const cl_event* wait, cl_event* done);

#ifdef __cplusplus
}
#endif

#endif
