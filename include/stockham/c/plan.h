/* Plans: problems compiled for one device, their cost and their execution. */
#ifndef STOCKHAM_C_PLAN_H
#define STOCKHAM_C_PLAN_H

#include <stockham/c/base.h>
#include <stockham/c/device.h>
#include <stockham/c/problem.h>
#include <stockham/c/wisdom.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Progress of a search, as stockham::tuning_progress. */
typedef struct stockham_progress {
    size_t struct_size;    /* sizeof(stockham_progress) */
    size_t done;           /* candidates measured or rejected */
    size_t total;          /* candidates in all, as far as is known */
    double best_seconds;   /* one execution of the fastest plan so far; infinite before the first */
    const char* candidate; /* the latest one; valid during the call */
    double seconds;        /* one execution of this candidate; 0: rejected */
} stockham_progress;

/* Called in the thread that makes the plan. Return 0 to stop the search and use the best plan so far. */
typedef int (*stockham_progress_function)(const stockham_progress* progress, void* data);

/* As stockham::plan_options and stockham::expert_options. */
typedef struct stockham_plan_options {
    size_t struct_size;                   /* sizeof(stockham_plan_options) */
    int rigor;                            /* a stockham_rigor */
    double time_limit;                    /* of the search, in seconds; 0: none */
    stockham_progress_function progress;  /* called after each candidate; NULL: none */
    void* progress_data;                  /* argument of `progress` */
    const char* on_load;                  /* OpenCL C function that loads the input; NULL: none */
    const char* on_store;                 /* OpenCL C function that stores the output; NULL: none */
    stockham_wisdom* wisdom;              /* NULL: stockham_wisdom_standard() */
    const char* plan_string;              /* plan string or tensor formula to use; NULL: automatic */
    const stockham_description* plan_for; /* limits to plan for; NULL: those of the device */
    int search_again;                     /* 1: search even if wisdom has a plan */
} stockham_plan_options;

/* STOCKHAM_ESTIMATE with standard wisdom. */
static inline stockham_plan_options stockham_default_plan_options(void) {
    stockham_plan_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    return o;
}

/* The buffers of one execution, as stockham::buffers. */
typedef struct stockham_buffers {
    size_t struct_size;      /* sizeof(stockham_buffers) */
    cl_mem input;            /* at least stockham_problem_bytes() of STOCKHAM_INPUT */
    cl_mem output;           /* the same of STOCKHAM_OUTPUT; in place: NULL or `input` */
    cl_mem workspace;        /* NULL: the plan allocates one if it needs it */
    cl_mem input_imaginary;  /* planar input: imaginary parts */
    cl_mem output_imaginary; /* planar output: imaginary parts; in place: NULL or `input_imaginary` */
    cl_mem load_data;        /* `user` argument of on_load; may be NULL */
    cl_mem store_data;       /* `user` argument of on_store; may be NULL */
    cl_mem spectrum;         /* convolutions only: the spectra of the kernels */
    /* Addresses in place of buffers, as stockham::device_memory; at most one of each pair. NULL: the buffer. */
    void* input_address;            /* in place of `input` */
    void* output_address;           /* in place of `output` */
    void* workspace_address;        /* in place of `workspace` */
    void* input_imaginary_address;  /* in place of `input_imaginary` */
    void* output_imaginary_address; /* in place of `output_imaginary` */
    void* load_data_address;        /* in place of `load_data` */
    void* store_data_address;       /* in place of `store_data` */
    void* spectrum_address;         /* in place of `spectrum` */
} stockham_buffers;

/* All members NULL. */
static inline stockham_buffers stockham_default_buffers(void) {
    stockham_buffers b;
    memset(&b, 0, sizeof b);
    b.struct_size = sizeof b;
    return b;
}

/* Cost of one execution, as stockham::plan_estimate. */
typedef struct stockham_estimate {
    size_t struct_size;    /* sizeof(stockham_estimate) */
    size_t launches;       /* kernels */
    size_t workspace_size; /* bytes */
    uint64_t bytes_moved;  /* read plus written */
    double seconds;        /* predicted by the cost model, or measured */
    int measured;          /* 1: `seconds` is wisdom's measurement on a device of this name */
} stockham_estimate;

/* For stockham_plan_cost() to fill in. */
static inline stockham_estimate stockham_default_estimate(void) {
    stockham_estimate e;
    memset(&e, 0, sizeof e);
    e.struct_size = sizeof e;
    return e;
}

/* A problem compiled for a device. Immutable; retains its context. */
typedef struct stockham_plan stockham_plan;

/* Plans and compiles; `options` may be NULL. Errors: as the constructor of stockham::plan. */
STOCKHAM_API stockham_code stockham_plan_create(cl_context context, cl_device_id device,
                                                const stockham_problem* problem, const stockham_plan_options* options,
                                                stockham_plan** plan);
/* Allowed while executions are running. */
STOCKHAM_API void stockham_plan_free(stockham_plan* plan);

/* A copy of the problem, which the caller frees. */
STOCKHAM_API stockham_code stockham_plan_problem(const stockham_plan* plan, stockham_problem** problem);
/* Bytes of workspace and kernel launches per execution. */
STOCKHAM_API stockham_code stockham_plan_workspace_size(const stockham_plan* plan, size_t* bytes);
STOCKHAM_API stockham_code stockham_plan_launches(const stockham_plan* plan, size_t* launches);
/* The steps as text, for people; the plan string, for stockham_plan_options. */
STOCKHAM_API stockham_code stockham_plan_text(const stockham_plan* plan, char** text);
STOCKHAM_API stockham_code stockham_plan_string(const stockham_plan* plan, char** text);

/* Enqueues one execution after the `wait_count` events of `wait`, and does not wait. `done` receives its event, which
 * the caller releases; NULL: no event, which is cheaper on an in-order queue. Errors: as stockham::plan::enqueue(). */
STOCKHAM_API stockham_code stockham_plan_enqueue(const stockham_plan* plan, cl_command_queue queue,
                                                 const stockham_buffers* buffers, cl_uint wait_count,
                                                 const cl_event* wait, cl_event* done);
/* The same with one event per launch, in order. The caller releases the events and frees the list. */
STOCKHAM_API stockham_code stockham_plan_enqueue_each(const stockham_plan* plan, cl_command_queue queue,
                                                      const stockham_buffers* buffers, cl_uint wait_count,
                                                      const cl_event* wait, cl_event** events, size_t* count);

/* The text and the cost of the plan for a described device, without compiling it. Needs no OpenCL device. `options` may
 * be NULL. */
STOCKHAM_API stockham_code stockham_plan_preview(const stockham_problem* problem,
                                                 const stockham_description* description,
                                                 const stockham_plan_options* options, char** text);
STOCKHAM_API stockham_code stockham_plan_cost(const stockham_problem* problem, const stockham_description* description,
                                              const stockham_plan_options* options, stockham_estimate* estimate);
/* The fastest length of an axis for a described device, at least that of the problem. See stockham::good_size(). */
STOCKHAM_API stockham_code stockham_plan_good_size(const stockham_problem* problem,
                                                   const stockham_description* description, size_t axis, size_t* good);
/* The OpenCL C sources of its kernels, one per launch; `plan_string` may be NULL. */
STOCKHAM_API stockham_code stockham_plan_kernels(const stockham_problem* problem,
                                                 const stockham_description* description, const char* plan_string,
                                                 char*** sources, size_t* count);

/* Compiles kernels that a search would try into the program cache: every `shards`-th one, starting with number `shard`.
 * `compiled` receives their number. See stockham::compile_candidates. */
STOCKHAM_API stockham_code stockham_compile_candidates(cl_context context, cl_device_id device,
                                                       const stockham_problem* problem, int rigor, unsigned shard,
                                                       unsigned shards, size_t* compiled);

#ifdef __cplusplus
}
#endif

#endif
