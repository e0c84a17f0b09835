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
    const stockham_problem* signal; /* c2c or r2c: lengths and both layouts */
    int correlate;                  /* 1: multiply by the conjugated spectra */
    int spectrum_each;              /* 1: one spectrum per signal of the batch; 0: one for all */
    size_t kernels;                 /* kernels per signal; default 1 */
    size_t kernel_distance;         /* output elements from one kernel to the next; 0: packed */
} stockham_convolution_description;

/* One kernel; set the signal. */
static inline stockham_convolution_description stockham_default_convolution_description(void) {
    stockham_convolution_description d;
    memset(&d, 0, sizeof d);
    d.struct_size = sizeof d;
    d.kernels = 1;
    return d;
}

/* A convolution compiled for a device. Immutable; retains its context. */
typedef struct stockham_convolution stockham_convolution;

/* Plans and compiles; `options` may be NULL. Errors: as the constructor of stockham::convolution. */
STOCKHAM_API stockham_code stockham_convolution_create(cl_context context, cl_device_id device,
                                                       const stockham_convolution_description* description,
                                                       const stockham_plan_options* options,
                                                       stockham_convolution** convolution);
/* Allowed while executions are running. */
STOCKHAM_API void stockham_convolution_free(stockham_convolution* convolution);

/* The transform that computes the spectra of the kernels. The caller frees the problem. */
STOCKHAM_API stockham_code stockham_convolution_spectrum(const stockham_convolution* convolution,
                                                         stockham_problem** problem);

/* Bytes of workspace and kernel launches per execution. */
STOCKHAM_API stockham_code stockham_convolution_workspace_size(const stockham_convolution* convolution, size_t* bytes);
STOCKHAM_API stockham_code stockham_convolution_launches(const stockham_convolution* convolution, size_t* launches);
/* The steps as text, for people. */
STOCKHAM_API stockham_code stockham_convolution_text(const stockham_convolution* convolution, char** text);

/* As stockham_plan_enqueue(); stockham_buffers::spectrum holds the spectra of the kernels. */
STOCKHAM_API stockham_code stockham_convolution_enqueue(const stockham_convolution* convolution, cl_command_queue queue,
                                                        const stockham_buffers* buffers, cl_uint wait_count,
                                                        const cl_event* wait, cl_event* done);

#ifdef __cplusplus
}
#endif

#endif
