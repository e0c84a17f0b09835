/* Problems: what to transform, and where the data lie. Needs no device. */
#ifndef STOCKHAM_C_PROBLEM_H
#define STOCKHAM_C_PROBLEM_H

#include <stockham/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Precision of the arithmetic and of the numbers in the buffers, as stockham::precision. */
typedef enum stockham_precision {
    STOCKHAM_F32 = 0, /* single: 4 bytes per number */
    STOCKHAM_F64 = 1, /* double: 8 bytes per number */
    STOCKHAM_F16 = 2  /* half precision in the buffers, 2 bytes per number; f32 arithmetic */
} stockham_precision;

/* Sign of the exponent in the transform's sum. */
typedef enum stockham_direction {
    STOCKHAM_FORWARD = 0, /* -1 */
    STOCKHAM_INVERSE = 1  /* +1; not normalised */
} stockham_direction;

/* Whether the result overwrites the input. */
typedef enum stockham_placement {
    STOCKHAM_OUT_OF_PLACE = 0, /* two buffers; the input is not written */
    STOCKHAM_IN_PLACE = 1      /* the result replaces the input */
} stockham_placement;

/* How complex numbers are stored. */
typedef enum stockham_storage {
    STOCKHAM_INTERLEAVED = 0, /* real and imaginary part side by side */
    STOCKHAM_PLANAR = 1       /* real parts in one buffer, imaginary parts in another of the same layout */
} stockham_storage;

/* A side of a transform. */
typedef enum stockham_side {
    STOCKHAM_INPUT = 0, /* the input */
    STOCKHAM_OUTPUT = 1 /* the output */
} stockham_side;

/* Which sum is computed: see stockham::kind. */
typedef enum stockham_kind {
    STOCKHAM_C2C = 0,   /* complex to complex */
    STOCKHAM_R2C = 1,   /* real to complex, forward */
    STOCKHAM_C2R = 2,   /* complex to real, inverse */
    STOCKHAM_DCT1 = 11, /* cosine transform: FFTW's REDFT00 */
    STOCKHAM_DCT2 = 12, /* FFTW's REDFT10 */
    STOCKHAM_DCT3 = 13, /* FFTW's REDFT01 */
    STOCKHAM_DCT4 = 14, /* FFTW's REDFT11 */
    STOCKHAM_DST1 = 21, /* sine transform: FFTW's RODFT00 */
    STOCKHAM_DST2 = 22, /* FFTW's RODFT10 */
    STOCKHAM_DST3 = 23, /* FFTW's RODFT01 */
    STOCKHAM_DST4 = 24  /* FFTW's RODFT11 */
} stockham_kind;

/* A loop that repeats the transform n times at constant strides, as stockham::loop. */
typedef struct stockham_loop {
    size_t n;             /* transforms, at least 1 */
    size_t input_stride;  /* input elements from one transform to the next; 0: all read the same input */
    size_t output_stride; /* output elements from one transform to the next */
} stockham_loop;

/* A batch of transforms, as stockham::transform: same fields, defaults and rules. Strides, distances and offsets count
 * elements: complex ones, or real ones on a real side. */
typedef struct stockham_transform {
    size_t struct_size;           /* sizeof(stockham_transform) */
    int kind;                     /* a stockham_kind */
    int precision;                /* a stockham_precision */
    int direction;                /* a stockham_direction; c2r: STOCKHAM_INVERSE */
    int placement;                /* a stockham_placement */
    size_t axes;                  /* number of entries of lengths, strides, nonzero and wanted */
    const size_t* lengths;        /* slowest axis first; of the real data if a side is real */
    size_t batch;                 /* default 1 */
    double scale;                 /* default 1 */
    const size_t* input_strides;  /* NULL: packed */
    size_t input_distance;        /* 0: packed */
    size_t input_offset;          /* from the start of the buffer to element (0, .., 0) of transform 0 */
    int input_form;               /* a stockham_storage */
    int output_form;              /* a stockham_storage */
    const size_t* output_strides; /* NULL: packed */
    size_t output_distance;       /* 0: packed */
    size_t output_offset;         /* as input_offset */
    const char* algorithm;        /* NULL: "automatic" */
    const size_t* nonzero;        /* first points of each axis that may be nonzero; NULL: all */
    const size_t* wanted;         /* first points of each axis that are written; NULL: all */
    size_t loop_count;            /* with loops, batch must be 1 and the distances 0 */
    const stockham_loop* loops;   /* loop_count loops; NULL: none */
    int full_spectrum;            /* 1: r2c writes and c2r expects all points of the last axis */
} stockham_transform;

/* One c2c transform in f32, forward, out of place, packed; set the axes. */
static inline stockham_transform stockham_default_transform(void) {
    stockham_transform t;
    memset(&t, 0, sizeof t);
    t.struct_size = sizeof t;
    t.batch = 1;
    t.scale = 1;
    return t;
}

/* An array in a buffer, described as in numpy. */
typedef struct stockham_array {
    size_t struct_size;       /* sizeof(stockham_array) */
    size_t axes;              /* number of entries of shape and strides */
    const size_t* shape;      /* elements along each axis */
    const ptrdiff_t* strides; /* bytes from one index to the next; NULL: packed, row-major */
    size_t offset;            /* bytes from the start of the buffer to element (0, .., 0) */
    int form;                 /* a stockham_storage */
} stockham_array;

/* Row-major from the start of the buffer, interleaved; set the axes. */
static inline stockham_array stockham_default_array(void) {
    stockham_array a;
    memset(&a, 0, sizeof a);
    a.struct_size = sizeof a;
    return a;
}

/* An immutable transform, owned by the library. */
typedef struct stockham_problem stockham_problem;

/* Copies the description. Checks only the struct, its pointers and its enumeration values (STOCKHAM_ARGUMENT). */
STOCKHAM_API stockham_code stockham_problem_create(const stockham_transform* transform, stockham_problem** problem);
/* Parses a problem string, such as "c2c f32 1024x1024 b8 inv" (docs/problem_strings.md). */
STOCKHAM_API stockham_code stockham_problem_parse(const char* text, stockham_problem** problem);
/* The transform of one array into another along `count` axes (-1 is the last one). The other axes become the batch or
 * loops. See stockham::transform_along. */
STOCKHAM_API stockham_code stockham_problem_along(const int* axes, size_t count, const stockham_array* input,
                                                  const stockham_array* output, int kind, int precision, int placement,
                                                  stockham_problem** problem);
/* Invalidates the pointers that stockham_problem_get() returned. Plans have copies. */
STOCKHAM_API void stockham_problem_free(stockham_problem* problem);

/* Fills a struct, whose struct_size must be set. Its pointers are valid as long as the problem. To change a problem,
 * change the struct and create another problem. */
STOCKHAM_API stockham_code stockham_problem_get(const stockham_problem* problem, stockham_transform* transform);
/* The problem string. */
STOCKHAM_API stockham_code stockham_problem_text(const stockham_problem* problem, char** text);
/* Validates the problem without a device: see stockham::check. */
STOCKHAM_API stockham_code stockham_problem_check(const stockham_problem* problem);
/* Points of each axis of one side. `count` receives the number of axes. `lengths` is NULL or has room for all of them,
 * else STOCKHAM_ARGUMENT. */
STOCKHAM_API stockham_code stockham_problem_lengths(const stockham_problem* problem, int side, size_t* lengths,
                                                    size_t room, size_t* count);
/* Elements and bytes that the buffer of one side must hold (planar: each of the two). */
STOCKHAM_API stockham_code stockham_problem_extent(const stockham_problem* problem, int side, size_t* elements);
STOCKHAM_API stockham_code stockham_problem_bytes(const stockham_problem* problem, int side, size_t* bytes);

/* 1 if this side of a kind is real, else 0. */
STOCKHAM_API stockham_code stockham_is_real(int kind, int side, int* real);
/* The values of stockham_transform::algorithm: see stockham::algorithm_names. */
STOCKHAM_API stockham_code stockham_algorithm_names(char*** names, size_t* count);
/* The smallest fast length of at least n; a fast length for a linear convolution. See stockham::good_size and
 * stockham::good_convolution_size. */
STOCKHAM_API stockham_code stockham_good_size(size_t n, int kind, size_t* good);
STOCKHAM_API stockham_code stockham_good_convolution_size(size_t signal, size_t kernel, int kind, size_t* good);

#ifdef __cplusplus
}
#endif

#endif
