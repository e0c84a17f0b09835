// Copies the same number of bytes by a kernel and by the runtime: a lower bound for transforms with one pass. If input
// and output sizes differ (real transforms), a copy moves their mean, so that the total traffic is the same.
#include "adapters/adapters.hpp"

namespace bench {

namespace {

/// Half the bytes that a transform reads and writes, rounded to a multiple of 4.
std::size_t copied_bytes(const problem& p) {
    return p.traffic() / 2 / 4 * 4;
}

/// Each work-item moves 16 bytes, the fastest way to copy; the first ones also move 4 bytes of the remainder each.
constexpr const char* copy_source = R"(
kernel void copy(global const float4* restrict in, global float4* restrict out, ulong whole, int rest) {
    const size_t k = get_global_id(0);
    if (k < whole) out[k] = in[k];
    if (k < rest) ((global float*)out)[4 * whole + k] = ((global const float*)in)[4 * whole + k];
}
)";

class copy_kernel_execution : public opencl_execution {
  public:
    copy_kernel_execution(opencl_target& target, const problem& p)
        : opencl_execution(target, p), bytes_(copied_bytes(p)), kernel_(target, copy_source, "copy") {
        kernel_.bind(input(), output(), cl_ulong{bytes_ / 16}, static_cast<cl_int>(bytes_ % 16 / 4));
    }
    std::optional<std::size_t> launches() const override { return 1; }

  protected:
    void enqueue(cl_command_queue queue) override {
        const std::size_t group = 256;
        kernel_.enqueue(queue, (bytes_ / 16 + group) / group * group, group);
    }

  private:
    std::size_t bytes_;
    opencl_kernel kernel_;
};

class copy_runtime_execution : public opencl_execution {
  public:
    copy_runtime_execution(opencl_target& target, const problem& p)
        : opencl_execution(target, p), bytes_(copied_bytes(p)) {}

  protected:
    void enqueue(cl_command_queue queue) override {
        check_cl(clEnqueueCopyBuffer(queue, input(), output(), 0, 0, bytes_, 0, nullptr, nullptr),
                 "clEnqueueCopyBuffer");
    }

  private:
    std::size_t bytes_;
};

template <class Execution>
class copy_adapter : public adapter {
  public:
    copy_adapter(opencl_target& target, const char* name) : target_(&target), name_(name) {}
    std::string name() const override { return name_; }
    std::string version() const override { return "1"; }
    location where() const override { return target_->where(); }
    bool copies() const override { return true; }
    std::unique_ptr<execution> prepare(const problem& p) override { return std::make_unique<Execution>(*target_, p); }

  private:
    opencl_target* target_;
    const char* name_;
};

}  // namespace

adapter_ptr make_copy_kernel(opencl_target& target) {
    return std::make_unique<copy_adapter<copy_kernel_execution>>(target, "copy-kernel");
}

adapter_ptr make_copy_runtime(opencl_target& target) {
    return std::make_unique<copy_adapter<copy_runtime_execution>>(target, "copy-runtime");
}

}  // namespace bench
