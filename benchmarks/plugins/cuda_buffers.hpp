// Shared by the CUDA plug-ins: device, buffers, and executions on the default stream, timed by CUDA events.
#pragma once

#include <cstdio>
#include <cstring>
#include <string>

#include <cuda_runtime.h>

#include "driver_version.hpp"
#include "plugin.h"

namespace cuda_bench {

inline int say(char* why, size_t size, int code, const std::string& text) {
    std::snprintf(why, size, "%s", text.c_str());
    return code;
}

/// BENCH_OK, or an error code with a message.
inline int must(cudaError_t error, const char* call, char* why, size_t size) {
    if (error == cudaSuccess) return BENCH_OK;
    cudaGetLastError();
    const int code = error == cudaErrorMemoryAllocation ? BENCH_TOO_LARGE : BENCH_FAILED;
    return say(why, size, code, std::string(call) + " failed: " + cudaGetErrorString(error));
}

inline const char* device_name() {
    static const std::string name = [] {
        cudaDeviceProp properties{};
        return cudaGetDeviceProperties(&properties, 0) == cudaSuccess ? std::string(properties.name) : std::string();
    }();
    return name.c_str();
}

inline const char* platform() {
    static const std::string text = [] {
        int version = 0;
        cudaRuntimeGetVersion(&version);
        return "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
    }();
    return text.c_str();
}

/// The kernel module's version, the same as OpenCL reports.
inline const char* driver() {
    static const std::string text = [] {
        std::string version;
        if (std::FILE* file = std::fopen("/proc/driver/nvidia/version", "r")) {
            char line[512] = "";
            if (std::fgets(line, sizeof line, file)) version = module_version(line);
            std::fclose(file);
        }
        if (!version.empty()) return version;
        int number = 0;
        cudaDriverGetVersion(&number);
        return "CUDA " + std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
    }();
    return text.c_str();
}

/// A run compares libraries on one device, so the name of CUDA's first device must be that of the OpenCL device.
inline int available(const char* wanted, char* why, size_t size) {
    int count = 0;
    const auto error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0)
        return say(why, size, BENCH_FAILED, std::string("no CUDA device: ") + cudaGetErrorString(error));
    if (*wanted && std::strcmp(wanted, device_name()) != 0)
        return say(why, size, BENCH_FAILED,
                   std::string("the CUDA device is ") + device_name() + ", the OpenCL device is " + wanted);
    return BENCH_OK;
}

/// Buffers and events of an execution; derived classes enqueue the work. `spoils`: enqueue() overwrites its input, so
/// it gets a copy of the input.
class execution {
  public:
    execution(const bench_plugin_problem& p, bool spoils_input)
        : problem(p), spoils(spoils_input), input_bytes(p.input_bytes), output_bytes(p.output_bytes) {}
    virtual ~execution() {
        cudaFree(input);
        cudaFree(output);
        cudaFree(copy);
    }
    execution(const execution&) = delete;
    execution& operator=(const execution&) = delete;

    int allocate(char* why, size_t size) {
        int code = must(cudaMalloc(&input, input_bytes), "cudaMalloc", why, size);
        if (!code) code = must(cudaMalloc(&output, output_bytes), "cudaMalloc", why, size);
        if (!code && spoils) code = must(cudaMalloc(&copy, input_bytes), "cudaMalloc", why, size);
        return code;
    }
    virtual int enqueue(char* why, size_t size) = 0;

    void* from() const { return problem.in_place ? output : spoils ? copy : input; }

    bench_plugin_problem problem;
    bool spoils;
    size_t input_bytes, output_bytes;
    void *input = nullptr, *output = nullptr, *copy = nullptr;
};

inline execution& of(void* e) {
    return *static_cast<execution*>(e);
}

inline void destroy(void* e) {
    delete static_cast<execution*>(e);
}

inline int upload(void* e, const void* data, char* why, size_t size) {
    return must(cudaMemcpy(of(e).input, data, of(e).input_bytes, cudaMemcpyHostToDevice), "cudaMemcpy", why, size);
}

inline int poison(void* e, char* why, size_t size) {
    const int code = must(cudaMemset(of(e).output, 0xff, of(e).output_bytes), "cudaMemset", why, size);
    return code ? code : must(cudaDeviceSynchronize(), "cudaDeviceSynchronize", why, size);
}

inline int refill(void* e, char* why, size_t size) {
    const int code = must(cudaMemcpy(of(e).from(), of(e).input, of(e).input_bytes, cudaMemcpyDeviceToDevice),
                          "cudaMemcpy", why, size);
    return code ? code : must(cudaDeviceSynchronize(), "cudaDeviceSynchronize", why, size);
}

inline int download(void* e, void* data, char* why, size_t size) {
    return must(cudaMemcpy(data, of(e).output, of(e).output_bytes, cudaMemcpyDeviceToHost), "cudaMemcpy", why, size);
}

inline int run(void* e, unsigned n, char* why, size_t size) {
    int code = BENCH_OK;
    for (unsigned k = 0; k < n && !code; ++k) code = of(e).enqueue(why, size);
    return code ? code : must(cudaDeviceSynchronize(), "cudaDeviceSynchronize", why, size);
}

inline int spoils_input(void* e) {
    return of(e).spoils;
}

}  // namespace cuda_bench
