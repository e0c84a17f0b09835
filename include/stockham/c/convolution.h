/* Fused convolution and correlation. */
#ifndef STOCKHAM_C_CONVOLUTION_H
#define STOCKHAM_C_CONVOLUTION_H

#include <stockham/c/base.h>
#include <stockham/c/plan.h>
#include <stockham/c/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As stockham::convolution_description. */
typedef struct stockham_convolution_description {
    size_t struct_size;             /* sizeof(stockham_convolution_description) */
    const stockham_problem* signal; /* c2c or r2c: the lengths, and where signals and results lie */
    int correlate;                  /* 1: multiply by the conjugates of the spectra */
    int spectrum_each;              /* 1: a spectrum for each signal of the batch, not one for all */
    size_t kernels;                 /* with each signal; by default 1 */
    size_t kernel_distance;         /* elements between the results of two kernels; 0: one behind the other */
} stockham_convolution_description;

/* One kernel, no signal yet. */
static inline stockham_convolution_description stockham_default_convolution_description(void) {
    stockham_convolution_description d;
    memset(&d, 0, sizeof d);
    d.struct_size = sizeof d;
    d.kernels = 1;
    return d;
}

/* A convolution made ready for a device: immutable, and retains its context. */
typedef struct stockham_convolution stockham_convolution;

/* Plans and compiles; `options` may be NULL. See stockham::convolution, whose exceptions are the codes here. */
STOCKHAM_API stockham_code stockham_convolution_create(cl_context context, cl_device_id device,
                                                       const stockham_convolution_description* description,
                                                       const stockham_plan_options* options,
                                                       stockham_convolution** convolution);
/* Executions under way are not disturbed. */
STOCKHAM_API void stockham_convolution_free(stockham_convolution* convolution);

/* The transform that makes the spectra of the kernels: a problem of the caller's, who frees it. */
STOCKHAM_API stockham_code stockham_convolution_spectrum(const stockham_convolution* convolution,
                                                         stockham_problem** problem);

/* Bytes of workspace that one execution needs, and how many kernels it launches. */
STOCKHAM_API stockham_code stockham_convolution_workspace_size(const stockham_convolution* convolution, size_t* bytes);
STOCKHAM_API stockham_code stockham_convolution_launches(const stockham_convolution* convolution, size_t* launches);
/* The steps, for people. */
STOCKHAM_API stockham_code stockham_convolution_text(const stockham_convolution* convolution, char** text);

/* As stockham_plan_enqueue(); stockham_buffers::spectrum holds the kernels' spectra. */
STOCKHAM_API stockham_code stockham_convolution_enqueue(const stockham_convolution* convolution, cl_command_queue queue,
                                                        const stockham_buffers* buffers, cl_uint wait_count,
                                                        const cl_event* wait, cl_event* done);

#ifdef __cplusplus
}
#endif

#endif
