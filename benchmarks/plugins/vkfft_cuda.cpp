// VkFFT through its CUDA backend.
#define VKFFT_BACKEND 1
#include <vkFFT.h>

#include <memory>

#include "../adapters/vkfft_layout.hpp"
#include "cuda_buffers.hpp"

namespace {

using namespace cuda_bench;

int must(VkFFTResult result, const char* call, char* why, size_t size) {
    const int number = static_cast<int>(result);
    if (number == 0) return BENCH_OK;
    const bool refused = number >= 3000 && number < 4000;
    return say(why, size, refused ? BENCH_UNSUPPORTED : BENCH_FAILED,
               std::string(call) + " failed with code " + std::to_string(number));
}

class vkfft_execution : public execution {
  public:
    explicit vkfft_execution(const bench_plugin_problem& p)
        : execution(p, p.kind == BENCH_C2R && !p.in_place), buffer_bytes(spoils ? p.input_bytes : p.output_bytes),
          other_bytes(spoils ? p.output_bytes : p.input_bytes) {}
    ~vkfft_execution() override {
        if (made) deleteVkFFT(&app);
    }
    int make(char* why, size_t size) {
        const int code = allocate(why, size);
        if (code) return code;
        cuDeviceGet(&device, 0);
        // c2r out of place writes its result to the input buffer.
        buffer = spoils ? copy : output;
        other = spoils ? output : input;
        VkFFTConfiguration c{};
        c.FFTdim = static_cast<decltype(c.FFTdim)>(problem.rank);
        for (int k = 0; k < problem.rank; ++k) c.size[k] = problem.lengths[problem.rank - 1 - k];
        c.numberBatches = problem.batch;
        c.doublePrecision = static_cast<decltype(c.doublePrecision)>(problem.is_double);
        c.device = &device;
        c.bufferSize = &buffer_bytes;
        c.buffer = &buffer;
        if (!problem.in_place) {
            c.isInputFormatted = 1;
            c.inputBufferSize = &other_bytes;
            c.inputBuffer = &other;
        }
        if (problem.kind != BENCH_C2C) bench::set_vkfft_real(c, problem.inverse, problem.in_place);
        const int result = must(initializeVkFFT(&app, c), "initializeVkFFT", why, size);
        made = result == BENCH_OK;
        return result;
    }
    int enqueue(char* why, size_t size) override {
        VkFFTLaunchParams launch{};
        launch.buffer = &buffer;
        if (!problem.in_place) launch.inputBuffer = &other;
        return must(VkFFTAppend(&app, problem.inverse ? 1 : -1, &launch), "VkFFTAppend", why, size);
    }

    CUdevice device = 0;
    void *buffer = nullptr, *other = nullptr;
    uint64_t buffer_bytes, other_bytes;
    VkFFTApplication app{};
    bool made = false;
};

vkfft_execution& vkfft_of(void* e) {
    return static_cast<vkfft_execution&>(of(e));
}

int prepare(const bench_plugin_problem* p, void** out, char* why, size_t size) {
    cudaFree(nullptr);  // makes the primary context current, which VkFFT requires
    auto made = std::make_unique<vkfft_execution>(*p);
    const int code = made->make(why, size);
    if (code == BENCH_OK) *out = static_cast<execution*>(made.release());
    return code;
}

const char* version() {
    static const std::string text = [] {
        const int v = VkFFTGetVersion();
        return std::to_string(v / 10000) + "." + std::to_string(v / 100 % 100) + "." + std::to_string(v % 100);
    }();
    return text.c_str();
}

int launches(void* e) {
    return static_cast<int>(bench::count_vkfft_launches(vkfft_of(e).app, of(e).problem.inverse));
}

size_t workspace(void* e) {
    const auto& c = vkfft_of(e).app.configuration;
    return c.allocateTempBuffer && c.tempBufferSize ? c.tempBufferSize[0] : 0;
}

const bench_plugin_library libraries[] = {
    {"vkfft-cuda", "cuda", 0, version, platform, device_name, driver, available, prepare, destroy, upload, poison,
     refill, download, run, spoils_input, launches, workspace},
};

const bench_plugin plugin = {STOCKHAM_BENCH_PLUGIN_ABI, 1, libraries};

}  // namespace

extern "C" __attribute__((visibility("default"))) const bench_plugin* stockham_bench_plugin(void) {
    return &plugin;
}
