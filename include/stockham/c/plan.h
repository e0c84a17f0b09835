/* Plans: a problem made ready for one device, its cost and its execution. */
#ifndef STOCKHAM_C_PLAN_H
#define STOCKHAM_C_PLAN_H

#include <stockham/c/base.h>
#include <stockham/c/device.h>
#include <stockham/c/problem.h>
#include <stockham/c/wisdom.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How far a search has come. */
typedef struct stockham_progress {
    size_t struct_size;    /* sizeof(stockham_progress) */
    size_t done;           /* candidates measured or refused */
    size_t total;          /* .. that there are, as far as is known */
    double best_seconds;   /* of one execution of the fastest plan so far; infinite before there is one */
    const char* candidate; /* the last one; valid during the call */
    double seconds;        /* what one execution of it took; 0: it was refused */
} stockham_progress;

/* Called in the thread that makes the plan; 0 ends the search, which makes do with what it knows. */
typedef int (*stockham_progress_function)(const stockham_progress* progress, void* data);

/* As stockham::plan_options and stockham::expert_options. */
typedef struct stockham_plan_options {
    size_t struct_size;                   /* sizeof(stockham_plan_options) */
    int rigor;                            /* a stockham_rigor */
    double time_limit;                    /* seconds; 0: none */
    stockham_progress_function progress;  /* called by a search after each candidate; NULL: none */
    void* progress_data;                  /* handed to it */
    const char* on_load;                  /* OpenCL C of a function that reads the input; NULL: the library reads it */
    const char* on_store;                 /* .. that writes the output; NULL: the library writes it */
    stockham_wisdom* wisdom;              /* NULL: stockham_wisdom_standard() */
    const char* plan_string;              /* for experts: the plan to make, or a tensor formula; NULL: none */
    const stockham_description* plan_for; /* for experts: the limits to plan for; NULL: the device's */
    int search_again;                     /* for experts: 1: search even if wisdom has a plan */
} stockham_plan_options;

/* STOCKHAM_ESTIMATE with standard wisdom, and nothing else. */
static inline stockham_plan_options stockham_default_plan_options(void) {
    stockham_plan_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    return o;
}

/* The buffers of an execution, as stockham::buffers. */
typedef struct stockham_buffers {
    size_t struct_size;      /* sizeof(stockham_buffers) */
    cl_mem input;            /* stockham_problem_bytes() of STOCKHAM_INPUT, at least */
    cl_mem output;           /* .. of STOCKHAM_OUTPUT; in place NULL or the input */
    cl_mem workspace;        /* NULL: the plan keeps one of its own if it needs one */
    cl_mem input_imaginary;  /* planar input: `input` has the real parts */
    cl_mem output_imaginary; /* planar output; in place NULL or the input's */
    cl_mem load_data;        /* handed to on_load; may be NULL */
    cl_mem store_data;       /* handed to on_store; may be NULL */
    cl_mem spectrum;         /* convolutions: the spectra of the kernels */
} stockham_buffers;

/* No buffers. */
static inline stockham_buffers stockham_default_buffers(void) {
    stockham_buffers b;
    memset(&b, 0, sizeof b);
    b.struct_size = sizeof b;
    return b;
}

/* What one execution will cost, as stockham::plan_estimate. */
typedef struct stockham_estimate {
    size_t struct_size;    /* sizeof(stockham_estimate) */
    size_t launches;       /* kernels */
    size_t workspace_size; /* bytes */
    uint64_t bytes_moved;  /* read plus written */
    double seconds;        /* the expected time, by the cost model or as measured */
    int measured;          /* 1: wisdom has measured this plan on a device of this name */
} stockham_estimate;

/* For stockham_plan_cost() to fill in. */
static inline stockham_estimate stockham_default_estimate(void) {
    stockham_estimate e;
    memset(&e, 0, sizeof e);
    e.struct_size = sizeof e;
    return e;
}

/* A plan is immutable and retains its context. */
typedef struct stockham_plan stockham_plan;

/* Plans and compiles; `options` may be NULL. See stockham::plan, whose exceptions are the codes here. */
STOCKHAM_API stockham_code stockham_plan_create(cl_context context, cl_device_id device,
                                                const stockham_problem* problem, const stockham_plan_options* options,
                                                stockham_plan** plan);
/* Executions under way are not disturbed. */
STOCKHAM_API void stockham_plan_free(stockham_plan* plan);

/* A copy of its problem, which the caller frees. */
STOCKHAM_API stockham_code stockham_plan_problem(const stockham_plan* plan, stockham_problem** problem);
/* Bytes of workspace that one execution needs, and how many kernels it launches. */
STOCKHAM_API stockham_code stockham_plan_workspace_size(const stockham_plan* plan, size_t* bytes);
STOCKHAM_API stockham_code stockham_plan_launches(const stockham_plan* plan, size_t* launches);
/* The steps, for people; and the plan string, for stockham_plan_options. */
STOCKHAM_API stockham_code stockham_plan_text(const stockham_plan* plan, char** text);
STOCKHAM_API stockham_code stockham_plan_string(const stockham_plan* plan, char** text);

/* Enqueues one execution, after the `wait_count` events of `wait`; nothing waits on the host. `done` gets its event,
 * which the caller releases; NULL: no event is made, the cheapest way on an in-order queue. */
STOCKHAM_API stockham_code stockham_plan_enqueue(const stockham_plan* plan, cl_command_queue queue,
                                                 const stockham_buffers* buffers, cl_uint wait_count,
                                                 const cl_event* wait, cl_event* done);
/* The same with a list of the events of every launch, in order, and how many they are: the caller releases each, and
 * frees the list. */
STOCKHAM_API stockham_code stockham_plan_enqueue_each(const stockham_plan* plan, cl_command_queue queue,
                                                      const stockham_buffers* buffers, cl_uint wait_count,
                                                      const cl_event* wait, cl_event** events, size_t* count);

/* What the plan for a described device would say and cost; nothing is compiled, no device is asked. `options` may be
 * NULL. */
STOCKHAM_API stockham_code stockham_plan_preview(const stockham_problem* problem,
                                                 const stockham_description* description,
                                                 const stockham_plan_options* options, char** text);
STOCKHAM_API stockham_code stockham_plan_cost(const stockham_problem* problem, const stockham_description* description,
                                              const stockham_plan_options* options, stockham_estimate* estimate);
/* The OpenCL C sources of its kernels, one for each launch. */
STOCKHAM_API stockham_code stockham_plan_kernels(const stockham_problem* problem,
                                                 const stockham_description* description, const char* plan_string,
                                                 char*** sources, size_t* count);

/* Compiles into the program cache every `shards`-th kernel, from number `shard` on, of those that a search would try.
 * `compiled` gets how many. */
STOCKHAM_API stockham_code stockham_compile_candidates(cl_context context, cl_device_id device,
                                                       const stockham_problem* problem, int rigor, unsigned shard,
                                                       unsigned shards, size_t* compiled);

#ifdef __cplusplus
}
#endif

#endif
