/* Jobs: batches in host memory, transformed in chunks by one or several devices. */
#ifndef STOCKHAM_C_JOB_H
#define STOCKHAM_C_JOB_H

#include <stockham/c/base.h>
#include <stockham/c/convolution.h>
#include <stockham/c/plan.h>
#include <stockham/c/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Called in the thread that runs the job, after results are written and at least every 0.1 s until the run is over:
 * units whose results are written, all units, and seconds since the start. Returns 0 to cancel. */
typedef int (*stockham_job_progress)(size_t done, size_t total, double seconds, void* data);
/* Called in the same thread with one line when a device is dropped. */
typedef void (*stockham_job_message)(const char* text, void* data);

/* Reads `units` units from number `first` on. Called from several threads at once. Returns 0; any other value ends the
 * job with STOCKHAM_ARGUMENT and the subject "read". */
typedef int (*stockham_job_read)(size_t first, size_t units, void* to, void* data);
/* The same for results, with the subject "write". */
typedef int (*stockham_job_write)(size_t first, size_t units, const void* from, void* data);

/* As stockham::job_options. */
typedef struct stockham_job_options {
    size_t struct_size;                /* sizeof(stockham_job_options) */
    const cl_device_id* devices;       /* NULL: the default device */
    size_t device_count;               /* 0: the default device */
    size_t device_memory;              /* bytes used on each device; 0: as for a session */
    size_t chunk_bytes;                /* target size of a chunk; 0: chosen */
    int pinned;                        /* 1: the arrays are pinned */
    unsigned copy_threads;             /* threads that copy pageable memory; 0: one per processor, at most 32 */
    double patience;                   /* seconds for a chunk beyond ten times the slowest one; default 20 */
    const stockham_plan_options* plan; /* NULL: the default */
    stockham_job_progress progress;    /* may be NULL */
    void* progress_data;               /* argument of `progress` */
    stockham_job_message message;      /* NULL: the message handler of the process */
    void* message_data;                /* argument of `message` */
} stockham_job_options;

/* One device, pageable memory. */
static inline stockham_job_options stockham_default_job_options(void) {
    stockham_job_options o;
    memset(&o, 0, sizeof o);
    o.struct_size = sizeof o;
    o.patience = 20;
    return o;
}

/* What a run did: as stockham::job_report. */
typedef struct stockham_job_report {
    size_t struct_size; /* sizeof(stockham_job_report) */
    int complete;       /* 0: cancelled */
    double seconds;     /* the whole run */
    size_t dropped;     /* devices that were dropped */
} stockham_job_report;

/* An empty report. */
static inline stockham_job_report stockham_default_job_report(void) {
    stockham_job_report r;
    memset(&r, 0, sizeof r);
    r.struct_size = sizeof r;
    return r;
}

/* A job. Runs of one job wait for each other. */
typedef struct stockham_job stockham_job;

/* A batch of transforms. `options` may be NULL. Errors: as the constructor of stockham::job. */
STOCKHAM_API stockham_code stockham_job_create(const stockham_problem* problem, const stockham_job_options* options,
                                               stockham_job** job);
/* The same transform `units` times, each with buffers of its own. */
STOCKHAM_API stockham_code stockham_job_create_units(const stockham_problem* unit, size_t units,
                                                     const stockham_job_options* options, stockham_job** job);
/* A batch of convolutions with one kernel. `spectrum` is in host memory and copied. */
STOCKHAM_API stockham_code stockham_job_create_convolution(const stockham_convolution_description* description,
                                                           const void* spectrum, const stockham_job_options* options,
                                                           stockham_job** job);
/* Waits for a plan that a device is still making. */
STOCKHAM_API void stockham_job_free(stockham_job* job);

/* The number of units, and the bytes of a unit's input and output. Results that are not wanted may be NULL. */
STOCKHAM_API stockham_code stockham_job_sizes(const stockham_job* job, size_t* units, size_t* input_pitch,
                                              size_t* output_pitch);

/* Transforms arrays in host memory and waits. In place, `output` is NULL or equal to `input`. `report` may be NULL.
 * Errors: as stockham::job::run(). */
STOCKHAM_API stockham_code stockham_job_run(stockham_job* job, const void* input, void* output,
                                            stockham_job_report* report);
/* The same between functions. */
STOCKHAM_API stockham_code stockham_job_run_between(stockham_job* job, stockham_job_read read, void* read_data,
                                                    stockham_job_write write, void* write_data,
                                                    stockham_job_report* report);

#ifdef __cplusplus
}
#endif

#endif
