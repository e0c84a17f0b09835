// clFFT.
#include <optional>

#include <stockham/opencl.hpp>

#include <clFFT.h>
#include <fmt/format.h>

#include "adapters/adapters.hpp"

namespace bench {

namespace {

void clfft_must(clfftStatus code, const char* call) {
    if (code == CLFFT_SUCCESS) return;
    const bool refused = code == CLFFT_NOTIMPLEMENTED || code == CLFFT_TRANSPOSED_NOTIMPLEMENTED ||
                         code == CLFFT_DEVICE_NO_DOUBLE || code == CLFFT_INVALID_ARG_VALUE;
    const bool memory = code == CLFFT_MEM_OBJECT_ALLOCATION_FAILURE || code == CLFFT_INVALID_BUFFER_SIZE;
    throw refusal(refused  ? status::unsupported
                  : memory ? status::too_large
                           : status::failed,
                  fmt::format("{} failed with code {}", call, static_cast<int>(code)));
}

/// Strides in elements, fastest axis first.
std::vector<std::size_t> strides_of(const problem& p, const side& s) {
    std::vector<std::size_t> strides{1};
    for (std::size_t k = p.transform.lengths.size() - 1; k > 0; --k)
        strides.push_back(strides.size() == 1 ? s.pitch / s.parts : strides.back() * p.transform.lengths[k]);
    return strides;
}

clfftLayout layout_of(const problem& p, const side& s) {
    return s.parts == 1 ? CLFFT_REAL : p.is_real() ? CLFFT_HERMITIAN_INTERLEAVED : CLFFT_COMPLEX_INTERLEAVED;
}

/// Owns a plan: creates and bakes it.
class clfft_plan {
  public:
    clfft_plan(opencl_target& target, const problem& p) {
        const auto& t = p.transform;
        const std::vector<std::size_t> lengths(t.lengths.rbegin(), t.lengths.rend());
        clfft_must(
            clfftCreateDefaultPlan(&handle_, target.context(), static_cast<clfftDim>(lengths.size()), lengths.data()),
            "clfftCreateDefaultPlan");
        made_ = true;
        clfft_must(clfftSetPlanPrecision(handle_, p.is_double() ? CLFFT_DOUBLE : CLFFT_SINGLE),
                   "clfftSetPlanPrecision");
        set_layouts(p);
        clfft_must(clfftSetResultLocation(handle_, p.in_place() ? CLFFT_INPLACE : CLFFT_OUTOFPLACE),
                   "clfftSetResultLocation");
        clfft_must(clfftSetPlanBatchSize(handle_, t.batch), "clfftSetPlanBatchSize");
        clfft_must(clfftSetPlanScale(handle_, CLFFT_BACKWARD, 1), "clfftSetPlanScale");
        cl_command_queue queue = target.queue();
        clfft_must(clfftBakePlan(handle_, 1, &queue, nullptr, nullptr), "clfftBakePlan");
    }
    ~clfft_plan() {
        if (made_) clfftDestroyPlan(&handle_);
    }
    clfft_plan(const clfft_plan&) = delete;
    clfft_plan& operator=(const clfft_plan&) = delete;
    clfftPlanHandle get() const { return handle_; }

  private:
    void set_layouts(const problem& p) {
        const side in = p.input(), out = p.output();
        auto in_strides = strides_of(p, in), out_strides = strides_of(p, out);
        const auto rank = static_cast<clfftDim>(in_strides.size());
        clfft_must(clfftSetLayout(handle_, layout_of(p, in), layout_of(p, out)), "clfftSetLayout");
        clfft_must(clfftSetPlanInStride(handle_, rank, in_strides.data()), "clfftSetPlanInStride");
        clfft_must(clfftSetPlanOutStride(handle_, rank, out_strides.data()), "clfftSetPlanOutStride");
        clfft_must(clfftSetPlanDistance(handle_, in.numbers() / in.parts, out.numbers() / out.parts),
                   "clfftSetPlanDistance");
    }
    clfftPlanHandle handle_ = 0;
    bool made_ = false;
};

class clfft_execution : public opencl_execution {
  public:
    clfft_execution(opencl_target& target, const problem& p)
        : opencl_execution(target, p), plan_(target, p),
          direction_(p.transform.direction == stockham::direction::forward ? CLFFT_FORWARD : CLFFT_BACKWARD) {
        clfft_must(clfftGetTmpBufSize(plan_.get(), &workspace_bytes_), "clfftGetTmpBufSize");
        if (workspace_bytes_) workspace_.emplace(target.context(), workspace_bytes_);
    }
    std::optional<std::size_t> workspace_bytes() const override { return workspace_bytes_; }

  protected:
    void enqueue(cl_command_queue queue) override {
        cl_mem from = in_place() ? output() : input(), to = output();
        clfft_must(clfftEnqueueTransform(plan_.get(), direction_, 1, &queue, 0, nullptr, nullptr, &from,
                                         in_place() ? nullptr : &to, workspace_ ? workspace_->get() : nullptr),
                   "clfftEnqueueTransform");
    }

  private:
    clfft_plan plan_;
    clfftDirection direction_;
    std::size_t workspace_bytes_ = 0;
    std::optional<opencl_buffer> workspace_;
};

class clfft_adapter : public adapter {
  public:
    explicit clfft_adapter(opencl_target& target) : target_(&target) {
        clfftSetupData setup;
        clfftInitSetupData(&setup);
        clfft_must(clfftSetup(&setup), "clfftSetup");
    }
    ~clfft_adapter() override { clfftTeardown(); }
    std::string name() const override { return "clfft"; }
    std::string version() const override {
        return fmt::format("{}.{}.{}", int{clfftVersionMajor}, int{clfftVersionMinor}, int{clfftVersionPatch});
    }
    location where() const override { return target_->where(); }
    std::unique_ptr<execution> prepare(const problem& p) override {
        return std::make_unique<clfft_execution>(*target_, p);
    }

  private:
    opencl_target* target_;
};

}  // namespace

adapter_ptr make_clfft(opencl_target& target) {
    return std::make_unique<clfft_adapter>(target);
}

}  // namespace bench
