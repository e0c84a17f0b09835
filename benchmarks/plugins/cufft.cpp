// cuFFT in single and double precision, and in half precision through cufftXt.
#include <memory>
#include <vector>

#include <cuda_fp16.h>
#include <cufft.h>
#include <cufftXt.h>

#include "cuda_buffers.hpp"

namespace {

using namespace cuda_bench;

int must(cufftResult result, const char* call, char* why, size_t size) {
    if (result == CUFFT_SUCCESS) return BENCH_OK;
    const int code = result == CUFFT_ALLOC_FAILED                                    ? BENCH_TOO_LARGE
                     : result == CUFFT_INVALID_SIZE || result == CUFFT_NOT_SUPPORTED ? BENCH_UNSUPPORTED
                                                                                     : BENCH_FAILED;
    return say(why, size, code, std::string(call) + " failed with code " + std::to_string(static_cast<int>(result)));
}

/// The array's lengths for one side, slowest axis first. In place the real side's rows leave room for the complex ones.
struct array_shape {
    std::vector<long long> lengths;
    long long elements() const {
        long long n = 1;
        for (long long length : lengths) n *= length;
        return n;
    }
};

array_shape shape_of(const bench_plugin_problem& p, bool real) {
    array_shape shape{{p.lengths, p.lengths + p.rank}};
    auto& last = shape.lengths.back();
    if (p.kind != BENCH_C2C && !real) last = last / 2 + 1;
    if (real && p.in_place) last = 2 * (last / 2 + 1);
    return shape;
}

cudaDataType real_type(const bench_plugin_problem& p) {
    return p.is_double ? CUDA_R_64F : CUDA_R_32F;
}

class cufft_execution : public execution {
  public:
    /// cuFFT's complex-to-real transforms overwrite their input even out of place.
    cufft_execution(const bench_plugin_problem& p, bool half_storage)
        : execution(p, p.kind == BENCH_C2R && !p.in_place), half(half_storage) {
        if (!half) return;
        input_bytes /= 2;
        output_bytes /= 2;
    }
    ~cufft_execution() override {
        if (made) cufftDestroy(plan);
    }
    int make(char* why, size_t size) {
        int code = must(cufftCreate(&plan), "cufftCreate", why, size);
        made = !code;
        if (!code) code = must(make_plan(), "cufftXtMakePlanMany", why, size);
        return code ? code : allocate(why, size);
    }
    int enqueue(char* why, size_t size) override {
        return must(cufftXtExec(plan, from(), output, problem.inverse ? CUFFT_INVERSE : CUFFT_FORWARD), "cufftXtExec",
                    why, size);
    }

    bool half, made = false;
    cufftHandle plan = 0;
    size_t workspace = 0;

  private:
    cufftResult make_plan() {
        const bool real_input = problem.kind == BENCH_R2C, real_output = problem.kind == BENCH_C2R;
        std::vector<long long> n(problem.lengths, problem.lengths + problem.rank);
        array_shape in = shape_of(problem, real_input), out = shape_of(problem, real_output);
        const cudaDataType complex = half ? CUDA_C_16F : problem.is_double ? CUDA_C_64F : CUDA_C_32F;
        const cudaDataType from = real_input ? real_type(problem) : complex,
                           to = real_output ? real_type(problem) : complex;
        // Without a description of the arrays cuFFT assumes packed ones, so padded real rows must be described.
        const bool described = problem.in_place && (real_input || real_output);
        return cufftXtMakePlanMany(plan, problem.rank, n.data(), described ? in.lengths.data() : nullptr, 1,
                                   in.elements(), from, described ? out.lengths.data() : nullptr, 1, out.elements(), to,
                                   static_cast<long long>(problem.batch), &workspace, complex);
    }
};

int prepare_any(const bench_plugin_problem* p, bool half, void** out, char* why, size_t size) {
    auto made = std::make_unique<cufft_execution>(*p, half);
    const int code = made->make(why, size);
    if (code == BENCH_OK) *out = static_cast<execution*>(made.release());
    return code;
}

int prepare(const bench_plugin_problem* p, void** out, char* why, size_t size) {
    return prepare_any(p, false, out, why, size);
}

int prepare_half(const bench_plugin_problem* p, void** out, char* why, size_t size) {
    if (p->kind != BENCH_C2C) return say(why, size, BENCH_UNSUPPORTED, "half precision is compared only for c2c");
    if (p->is_double) return say(why, size, BENCH_UNSUPPORTED, "half precision is compared only with f32");
    if (p->in_place) return say(why, size, BENCH_UNSUPPORTED, "half precision overflows in place");
    for (int k = 0; k < p->rank; ++k)
        if (p->lengths[k] & (p->lengths[k] - 1))
            return say(why, size, BENCH_UNSUPPORTED, "half precision needs powers of two");
    return prepare_any(p, true, out, why, size);
}

int upload_half(void* e, const void* data, char* why, size_t size) {
    std::vector<__half> halves(of(e).input_bytes / sizeof(__half));
    for (size_t k = 0; k < halves.size(); ++k) halves[k] = __float2half(static_cast<const float*>(data)[k]);
    return upload(e, halves.data(), why, size);
}

int download_half(void* e, void* data, char* why, size_t size) {
    std::vector<__half> halves(of(e).output_bytes / sizeof(__half));
    const int code = download(e, halves.data(), why, size);
    for (size_t k = 0; !code && k < halves.size(); ++k) static_cast<float*>(data)[k] = __half2float(halves[k]);
    return code;
}

const char* version() {
    static const std::string text = [] {
        int number[3] = {};
        cufftGetProperty(MAJOR_VERSION, &number[0]);
        cufftGetProperty(MINOR_VERSION, &number[1]);
        cufftGetProperty(PATCH_LEVEL, &number[2]);
        return std::to_string(number[0]) + "." + std::to_string(number[1]) + "." + std::to_string(number[2]);
    }();
    return text.c_str();
}

int launches(void*) {
    return -1;
}

size_t workspace(void* e) {
    return static_cast<cufft_execution&>(of(e)).workspace;
}

const bench_plugin_library libraries[] = {
    {"cufft", "cuda", 0, version, platform, device_name, driver, available, prepare, destroy, upload, poison, refill,
     download, run, spoils_input, launches, workspace},
    {"cufft-f16", "cuda", 1, version, platform, device_name, driver, available, prepare_half, destroy, upload_half,
     poison, refill, download_half, run, spoils_input, launches, workspace},
};

const bench_plugin plugin = {STOCKHAM_BENCH_PLUGIN_ABI, 2, libraries};

}  // namespace

extern "C" __attribute__((visibility("default"))) const bench_plugin* stockham_bench_plugin(void) {
    return &plugin;
}
