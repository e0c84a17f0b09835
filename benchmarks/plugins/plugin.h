/* The C interface between stockham-bench and a rival in a shared library of its own (cuFFT, VkFFT-CUDA): the program
 * must run where that rival's libraries do not exist, so it never links them.
 *
 * A plug-in is a file libstockham_bench_*.so that exports stockham_bench_plugin(). The program looks for such files in
 * its own folder and in the folders of STOCKHAM_BENCH_PLUGINS. */
#ifndef STOCKHAM_BENCH_PLUGIN_H
#define STOCKHAM_BENCH_PLUGIN_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define STOCKHAM_BENCH_PLUGIN_ABI 3

enum bench_plugin_kind { BENCH_C2C = 0, BENCH_R2C = 1, BENCH_C2R = 2 };

/* A packed transform, lengths (of the real data, if any) slowest axis first. A complex side of real data has N / 2 + 1
 * points of the last axis; in place the real side's rows leave room for them, 2 (N / 2 + 1) numbers. */
struct bench_plugin_problem {
    int kind; /* bench_plugin_kind */
    int rank;
    size_t lengths[3];
    size_t batch;
    int is_double;
    int in_place;
    int inverse;
    size_t input_bytes; /* of the buffers, and of what upload and download carry */
    size_t output_bytes;
};

/* What a call returns. */
enum bench_plugin_result { BENCH_OK = 0, BENCH_UNSUPPORTED = 1, BENCH_TOO_LARGE = 2, BENCH_FAILED = 3 };

/* Texts are null-terminated and live as long as the plug-in. Every call that can fail writes one sentence to `why`. */
struct bench_plugin_library {
    const char* name; /* as in a row's "library" */
    const char* api;  /* what launches its work, as in a row's "api": "cuda", "opencl", "hip", .., "none" */
    int half_storage; /* transforms in half precision: converts in upload and download, which keep floats */
    const char* (*version)(void);
    const char* (*platform)(void);
    const char* (*device)(void);
    const char* (*driver)(void);
    /* BENCH_OK if it can run on the device of that name ("" for any). */
    int (*available)(const char* device_name, char* why, size_t why_size);
    int (*prepare)(const struct bench_plugin_problem*, void** execution, char* why, size_t why_size);
    void (*destroy)(void* execution);
    /* Input and output lie in buffers of the execution's own; the meaning of each is that of bench::execution. */
    int (*upload)(void* execution, const void* data, char* why, size_t why_size);
    int (*poison)(void* execution, char* why, size_t why_size);
    int (*refill)(void* execution, char* why, size_t why_size);
    int (*download)(void* execution, void* data, char* why, size_t why_size);
    /* n executions and one wait; if event_us is not null, the device's microseconds of one execution, 0 if unknown. */
    int (*run)(void* execution, unsigned n, double* event_us, char* why, size_t why_size);
    /* 1 if run writes to what it reads, out of place: then it works on a copy of the input, which refill makes. */
    int (*spoils_input)(void* execution);
    /* Kernel launches of one execution, -1 if unknown, and bytes of workspace. */
    int (*launches)(void* execution);
    size_t (*workspace)(void* execution);
};

struct bench_plugin {
    int abi; /* STOCKHAM_BENCH_PLUGIN_ABI */
    int count;
    const struct bench_plugin_library* libraries;
};

const struct bench_plugin* stockham_bench_plugin(void);

#ifdef __cplusplus
}
#endif

#endif
