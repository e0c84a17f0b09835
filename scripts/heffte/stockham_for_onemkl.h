// Included before every source of heFFTe, its tests and benchmarks: their backend onemkl becomes stockham_device. It has the
// only device backend of heFFTe whose tests need no macros or functions of CUDA or ROCm, but a queue of SYCL.
#pragma once
#include <stockham/heffte_device.hpp>
#include <stockham/owned.hpp>

namespace sycl {
/// A queue of its own on the device of the process's queue.
class queue : public heffte::stockham_queue {
  public:
    queue() : queue(make()) {}
    void wait() { finish(); }

  private:
    explicit queue(const stockham::owned<cl_command_queue>& made) : heffte::stockham_queue(made.get()) {}

    static stockham::owned<cl_command_queue> make() {
        const cl_command_queue other = heffte::stockham_queue().get();
        cl_context context = nullptr;
        cl_device_id device = nullptr;
        clGetCommandQueueInfo(other, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
        clGetCommandQueueInfo(other, CL_QUEUE_DEVICE, sizeof device, &device, nullptr);
        cl_int code = CL_SUCCESS;
        stockham::owned<cl_command_queue> queue(clCreateCommandQueue(context, device, 0, &code));
        if (code != CL_SUCCESS) throw stockham::opencl_error("clCreateCommandQueue", code);
        return queue;
    }
};
}  // namespace sycl

namespace heffte {
namespace oapi {
inline sycl::queue make_sycl_queue() {
    return {};
}
}  // namespace oapi
}  // namespace heffte

#define Heffte_ENABLE_ONEAPI
#define onemkl stockham_device
#define onemkl_cos stockham_device_cos
#define onemkl_sin stockham_device_sin
