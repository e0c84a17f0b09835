/* The C interface between stockham-bench and a rival in a plug-in (cuFFT, VkFFT-CUDA). The program must run without the
 * rival's libraries, so it never links them.
 *
 * A plug-in is a file libstockham_bench_*.so that exports stockham_bench_plugin(). The program searches its own folder
 * and the folders in STOCKHAM_BENCH_PLUGINS. */
#ifndef STOCKHAM_BENCH_PLUGIN_H
#define STOCKHAM_BENCH_PLUGIN_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define STOCKHAM_BENCH_PLUGIN_ABI 4

enum bench_plugin_kind { BENCH_C2C = 0, BENCH_R2C = 1, BENCH_C2R = 2 };

/* A packed transform. Lengths are those of the real data, if any, slowest axis first. The complex side of a real
 * transform has N / 2 + 1 points along the last axis; in place the real side's rows have 2 (N / 2 + 1) numbers. */
struct bench_plugin_problem {
    int kind; /* bench_plugin_kind */
    int rank;
    size_t lengths[3];
    size_t batch;
    int is_double;
    int in_place;
    int inverse;
    size_t input_bytes; /* sizes of the buffers, of uploads and of downloads */
    size_t output_bytes;
};

/* Return codes. */
enum bench_plugin_result { BENCH_OK = 0, BENCH_UNSUPPORTED = 1, BENCH_TOO_LARGE = 2, BENCH_FAILED = 3 };

/* Texts are null-terminated and stay valid as long as the plug-in. A call that fails writes one sentence to `why`. */
struct bench_plugin_library {
    const char* name; /* as in a row's "library" */
    const char* api;  /* the API that launches its work, as in a row's "api": "cuda", "opencl", "hip", .., "none" */
    int half_storage; /* 1 if it transforms in half precision: upload and download convert from and to floats */
    const char* (*version)(void);
    const char* (*platform)(void);
    const char* (*device)(void);
    const char* (*driver)(void);
    /* BENCH_OK if it can run on the device with this name ("" for any). */
    int (*available)(const char* device_name, char* why, size_t why_size);
    int (*prepare)(const struct bench_plugin_problem*, void** execution, char* why, size_t why_size);
    void (*destroy)(void* execution);
    /* The execution owns its input and output buffers. All functions have the meaning of those in bench::execution. */
    int (*upload)(void* execution, const void* data, char* why, size_t why_size);
    int (*poison)(void* execution, char* why, size_t why_size);
    int (*refill)(void* execution, char* why, size_t why_size);
    int (*download)(void* execution, void* data, char* why, size_t why_size);
    /* Runs n executions and waits once. */
    int (*run)(void* execution, unsigned n, char* why, size_t why_size);
    /* 1 if run overwrites its input out of place; then it uses a copy of the input, which refill makes. */
    int (*spoils_input)(void* execution);
    /* Kernel launches per execution (-1 if unknown) and bytes of workspace. */
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
