/* Problems: what to transform, on which layout. No device is involved. */
#ifndef STOCKHAM_C_PROBLEM_H
#define STOCKHAM_C_PROBLEM_H

#include <stockham/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of the arithmetic and of the buffers' numbers: see stockham::precision. */
typedef enum stockham_precision {
    STOCKHAM_F32 = 0, /* single: 4 bytes a number */
    STOCKHAM_F64 = 1, /* double: 8 bytes a number */
    STOCKHAM_F16 = 2  /* half precision in the buffers, 2 bytes a number, and f32 arithmetic */
} stockham_precision;

/* The sign in the exponent of the transform's sum. */
typedef enum stockham_direction {
    STOCKHAM_FORWARD = 0, /* -1 */
    STOCKHAM_INVERSE = 1  /* +1; not normalised */
} stockham_direction;

/* Whether the result has a buffer of its own. */
typedef enum stockham_placement {
    STOCKHAM_OUT_OF_PLACE = 0, /* it has, and the input stays as it was */
    STOCKHAM_IN_PLACE = 1      /* it replaces the input */
} stockham_placement;

/* How complex numbers lie in memory. */
typedef enum stockham_storage {
    STOCKHAM_INTERLEAVED = 0, /* real and imaginary part side by side */
    STOCKHAM_PLANAR = 1       /* real and imaginary parts in two buffers of the same layout */
} stockham_storage;

/* A side of a transform. */
typedef enum stockham_side {
    STOCKHAM_INPUT = 0, /* what it reads */
    STOCKHAM_OUTPUT = 1 /* what it writes */
} stockham_side;

/* What is transformed into what; stockham::kind has the sums. */
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

/* One loop over transforms: n of them, so many elements apart on either side. */
typedef struct stockham_loop {
    size_t n;             /* transforms, at least 1 */
    size_t input_stride;  /* elements of the input from one to the next; 0: all read the same */
    size_t output_stride; /* elements of the output from one to the next */
} stockham_loop;

/* A batch of transforms, as stockham::transform: its fields, defaults and rules are the same. Strides and offsets count
 * elements: complex ones or, on a real side, real ones. */
typedef struct stockham_transform {
    size_t struct_size;           /* sizeof(stockham_transform) */
    int kind;                     /* a stockham_kind */
    int precision;                /* a stockham_precision */
    int direction;                /* a stockham_direction; c2r: STOCKHAM_INVERSE */
    int placement;                /* a stockham_placement */
    size_t axes;                  /* how many entries lengths, strides, nonzero and wanted have */
    const size_t* lengths;        /* slowest axis first, of the real data where a side is real */
    size_t batch;                 /* by default 1 */
    double scale;                 /* by default 1 */
    const size_t* input_strides;  /* NULL: packed */
    size_t input_distance;        /* 0: packed */
    size_t input_offset;          /* from the buffer's start to the first transform's element (0, .., 0) */
    int input_form;               /* a stockham_storage */
    int output_form;              /* a stockham_storage */
    const size_t* output_strides; /* NULL: packed */
    size_t output_distance;       /* 0: packed */
    size_t output_offset;         /* as input_offset */
    const char* algorithm;        /* NULL: "automatic" */
    const size_t* nonzero;        /* points of each axis from which on the input is zero; NULL: all of it is read */
    const size_t* wanted;         /* points of each axis that are written; NULL: the whole output */
    size_t loop_count;            /* further loops, with which batch is 1 and the distances 0 */
    const stockham_loop* loops;   /* as many; NULL where there are none */
    int full_spectrum;            /* 1: r2c writes, c2r expects all points of the last axis */
} stockham_transform;

/* One c2c transform in f32, forward, out of place, packed; no axes yet. */
static inline stockham_transform stockham_default_transform(void) {
    stockham_transform t;
    memset(&t, 0, sizeof t);
    t.struct_size = sizeof t;
    t.batch = 1;
    t.scale = 1;
    return t;
}

/* An array in a buffer, as numpy describes it. */
typedef struct stockham_array {
    size_t struct_size;       /* sizeof(stockham_array) */
    size_t axes;              /* how many entries shape and strides have */
    const size_t* shape;      /* elements along each axis */
    const ptrdiff_t* strides; /* bytes from one index to the next; NULL: row-major without gaps */
    size_t offset;            /* bytes from the buffer's start to element (0, .., 0) */
    int form;                 /* a stockham_storage */
} stockham_array;

/* Row-major from the start of the buffer, interleaved; no axes yet. */
static inline stockham_array stockham_default_array(void) {
    stockham_array a;
    memset(&a, 0, sizeof a);
    a.struct_size = sizeof a;
    return a;
}

/* A transform that the library keeps: immutable. */
typedef struct stockham_problem stockham_problem;

/* Copies the description; no check but of the struct and of its pointers. STOCKHAM_ARGUMENT for a value that is none.
 */
STOCKHAM_API stockham_code stockham_problem_create(const stockham_transform* transform, stockham_problem** problem);
/* Reads a problem string, such as "c2c f32 1024x1024 b8 inv" (docs/problem_strings.md). */
STOCKHAM_API stockham_code stockham_problem_parse(const char* text, stockham_problem** problem);
/* The transform of one array into another along `count` axes of both (-1 is the last one); the other axes become its
 * loops or its batch. See stockham::transform_along. */
STOCKHAM_API stockham_code stockham_problem_along(const int* axes, size_t count, const stockham_array* input,
                                                  const stockham_array* output, int kind, int precision, int placement,
                                                  stockham_problem** problem);
/* What stockham_problem_get() gave is no longer valid. Plans have copies. */
STOCKHAM_API void stockham_problem_free(stockham_problem* problem);

/* Fills a struct of the size that it begins with. Its pointers lead into the problem and are valid as long as that. To
 * change something, change the struct and make another problem of it. */
STOCKHAM_API stockham_code stockham_problem_get(const stockham_problem* problem, stockham_transform* transform);
/* The problem string. */
STOCKHAM_API stockham_code stockham_problem_text(const stockham_problem* problem, char** text);
/* Whether a device could run it: see stockham::check. */
STOCKHAM_API stockham_code stockham_problem_check(const stockham_problem* problem);
/* Points of the axes of one side. `count` gets how many axes there are; `lengths` is NULL, or has room for at least so
 * many numbers: else STOCKHAM_ARGUMENT. */
STOCKHAM_API stockham_code stockham_problem_lengths(const stockham_problem* problem, int side, size_t* lengths,
                                                    size_t room, size_t* count);
/* Elements and bytes that the buffer of a side must have, from its start (planar: each of its two). */
STOCKHAM_API stockham_code stockham_problem_extent(const stockham_problem* problem, int side, size_t* elements);
STOCKHAM_API stockham_code stockham_problem_bytes(const stockham_problem* problem, int side, size_t* bytes);

/* Whether data of a kind are real on a side: 1 or 0. */
STOCKHAM_API stockham_code stockham_is_real(int kind, int side, int* real);
/* Names that stockham_transform::algorithm may have. */
STOCKHAM_API stockham_code stockham_algorithm_names(char*** names, size_t* count);
/* The smallest length of at least n that transforms fast; for convolving a signal with a kernel so that nothing wraps.
 */
STOCKHAM_API stockham_code stockham_good_size(size_t n, int kind, size_t* good);
STOCKHAM_API stockham_code stockham_good_convolution_size(size_t signal, size_t kernel, int kind, size_t* good);

#ifdef __cplusplus
}
#endif

#endif
