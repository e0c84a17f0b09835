// VkFFT through its OpenCL backend.
#define VKFFT_BACKEND 3
#include <vkFFT.h>

#include <fmt/format.h>

#include "adapters/adapters.hpp"
#include "adapters/vkfft_layout.hpp"

namespace bench {

namespace {

void vkfft_must(VkFFTResult code, const char* call) {
    if (code == VKFFT_SUCCESS) return;
    const auto number = static_cast<int>(code);
    const bool refused = number >= 3000 && number < 4000;
    throw refusal(refused ? status::unsupported : status::failed, fmt::format("{} failed with code {}", call, number));
}

class vkfft_execution : public opencl_execution {
  public:
    vkfft_execution(opencl_target& target, const problem& p)
        : opencl_execution(target, p, p.transform.kind == stockham::kind::c2r), device_(target.device()),
          context_(target.context()), inverse_(p.transform.direction == stockham::direction::inverse ? 1 : -1),
          returns_(spoils_input()), buffer_bytes_(returns_ ? p.input_bytes() : p.output_bytes()),
          other_bytes_(returns_ ? p.output_bytes() : p.input_bytes()) {
        VkFFTConfiguration c{};
        const auto& t = p.transform;
        c.FFTdim = static_cast<decltype(c.FFTdim)>(t.lengths.size());
        for (std::size_t k = 0; k < t.lengths.size(); ++k) c.size[k] = t.lengths[t.lengths.size() - 1 - k];
        c.numberBatches = t.batch;
        c.doublePrecision = p.is_double();
        c.device = &device_;
        c.context = &context_;
        c.bufferSize = &buffer_bytes_;
        if (!p.in_place()) {
            c.isInputFormatted = 1;
            c.inputBufferSize = &other_bytes_;
        }
        if (p.is_real()) set_vkfft_real(c, inverse_ == 1, p.in_place());
        vkfft_must(initializeVkFFT(&app_, c), "initializeVkFFT");
        made_ = true;
    }
    ~vkfft_execution() override {
        if (made_) deleteVkFFT(&app_);
    }
    std::optional<std::size_t> launches() const override { return count_vkfft_launches(app_, inverse_ == 1); }
    std::optional<std::size_t> workspace_bytes() const override {
        return app_.configuration.allocateTempBuffer && app_.configuration.tempBufferSize
                   ? app_.configuration.tempBufferSize[0]
                   : 0;
    }

  protected:
    void enqueue(cl_command_queue queue) override {
        cl_mem buffer = returns_ ? from() : output(), other = returns_ ? output() : from();
        VkFFTLaunchParams launch{};
        launch.commandQueue = &queue;
        launch.buffer = &buffer;
        if (!in_place()) launch.inputBuffer = &other;
        vkfft_must(VkFFTAppend(&app_, inverse_, &launch), "VkFFTAppend");
    }

  private:
    cl_device_id device_;
    cl_context context_;
    int inverse_;
    bool returns_;  ///< writes the result to its input buffer: c2r out of place
    std::uint64_t buffer_bytes_, other_bytes_;
    VkFFTApplication app_{};
    bool made_ = false;
};

class vkfft_adapter : public adapter {
  public:
    explicit vkfft_adapter(opencl_target& target) : target_(&target) {}
    std::string name() const override { return "vkfft-opencl"; }
    std::string version() const override {
        const int v = VkFFTGetVersion();
        return fmt::format("{}.{}.{}", v / 10000, v / 100 % 100, v % 100);
    }
    location where() const override { return target_->where(); }
    std::unique_ptr<execution> prepare(const problem& p) override {
        return std::make_unique<vkfft_execution>(*target_, p);
    }

  private:
    opencl_target* target_;
};

}  // namespace

adapter_ptr make_vkfft_opencl(opencl_target& target) {
    return std::make_unique<vkfft_adapter>(target);
}

}  // namespace bench
