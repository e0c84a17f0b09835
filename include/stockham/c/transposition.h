/* Transposes and axis permutations. */
#ifndef STOCKHAM_C_TRANSPOSITION_H
#define STOCKHAM_C_TRANSPOSITION_H

#include <stockham/c/base.h>
#include <stockham/c/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Type of an element. */
typedef enum stockham_element {
    STOCKHAM_REAL_F32 = 0,    /* 4 bytes */
    STOCKHAM_REAL_F64 = 1,    /* 8 bytes */
    STOCKHAM_COMPLEX_F32 = 2, /* 8 bytes */
    STOCKHAM_COMPLEX_F64 = 3  /* 16 bytes */
} stockham_element;

/* A batched permutation of the axes of a packed array, as stockham::permutation. */
typedef struct stockham_permutation {
    size_t struct_size;    /* sizeof(stockham_permutation) */
    size_t axes;           /* number of entries of lengths and order, 1 to 8 */
    const size_t* lengths; /* of the input, slowest first */
    const size_t* order;   /* output axis k is input axis order[k] */
    size_t batch;          /* default 1 */
    int element;           /* a stockham_element; default STOCKHAM_COMPLEX_F32 */
    int placement;         /* a stockham_placement */
    int plain;             /* 1: use the naive kernel, a baseline for benchmarks */
} stockham_permutation;

/* One array of complex f32, out of place; set the axes. */
static inline stockham_permutation stockham_default_permutation(void) {
    stockham_permutation p;
    memset(&p, 0, sizeof p);
    p.struct_size = sizeof p;
    p.batch = 1;
    p.element = STOCKHAM_COMPLEX_F32;
    return p;
}

/* A permutation compiled for a device. Immutable. */
typedef struct stockham_transposition stockham_transposition;

/* Checks and compiles. Errors: as the constructor of stockham::transposition. */
STOCKHAM_API stockham_code stockham_transposition_create(cl_context context, cl_device_id device,
                                                         const stockham_permutation* permutation,
                                                         stockham_transposition** transposition);
/* Allowed while executions are running. */
STOCKHAM_API void stockham_transposition_free(stockham_transposition* transposition);

/* The kernels that it launches, one per line, for people. */
STOCKHAM_API stockham_code stockham_transposition_text(const stockham_transposition* transposition, char** text);
/* Bytes of workspace per execution. */
STOCKHAM_API stockham_code stockham_transposition_workspace_size(const stockham_transposition* transposition,
                                                                 size_t* bytes);
/* As stockham_plan_enqueue(); uses only input, output and workspace. */
STOCKHAM_API stockham_code stockham_transposition_enqueue(const stockham_transposition* transposition,
                                                          cl_command_queue queue, const stockham_buffers* buffers,
                                                          cl_uint wait_count, const cl_event* wait, cl_event* done);

#ifdef __cplusplus
}
#endif

#endif
