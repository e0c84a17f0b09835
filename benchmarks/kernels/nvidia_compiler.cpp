// NVIDIA's compiler, through OpenCL on a connected device.
#include "nvidia_compiler.hpp"

#include <stdexcept>

#include <stockham/device.hpp>

#include "runtime/programs/leaner_program.hpp"
#include "tools/harness/opencl.hpp"

namespace bench {

namespace {

constexpr const char* options = "-cl-std=CL1.2 -cl-mad-enable";
constexpr const char* verbose = "-cl-nv-verbose";

class nvidia_compiler : public kernel_compiler {
  public:
    explicit nvidia_compiler(cl_device_id device)
        : device_(device), context_(stockham::harness::make_context(device)) {}

    std::string version() const override {
        const auto d = stockham::describe(device_);
        return d.platform + ", driver " + d.driver + ", " + options;
    }

    kernel_usage compile(const stockham::internal::launch& launch) override {
        const auto program = build(launch);
        const auto log = stockham::internal::build_log(program.get(), device_);
        try {
            const auto usage = read_ptxas_log(log);
            if (launch.local_bytes && !usage.local_bytes)
                throw std::runtime_error("the compiler does not report the local memory of a kernel that uses it");
            return usage;
        } catch (const std::runtime_error& e) {
            throw std::runtime_error(std::string(e.what()) + "; its build log: '" + log + "'");
        }
    }

  private:
    /// Builds the program like the library (context_state::program).
    stockham::internal::program_object build(const stockham::internal::launch& launch) {
        auto program = stockham::harness::make_program(context_.get(), device_, launch.source,
                                                       std::string(options) + " " + verbose);
        auto leaner = stockham::internal::with_registers_for(context_.get(), device_, program.get(), launch, verbose);
        if (leaner) return leaner;
        if (stockham::internal::with_registers_for(context_.get(), device_, program.get(), launch))
            throw std::runtime_error(std::string("the driver cannot build PTX with ") + verbose);
        return program;
    }

    cl_device_id device_;
    stockham::internal::context_object context_;
};

}  // namespace

unsigned compute_capability(cl_device_id device) {
    constexpr cl_device_info major_nv = 0x4000, minor_nv = 0x4001;  // cl_nv_device_attribute_query
    cl_uint major = 0, minor = 0;
    if (clGetDeviceInfo(device, major_nv, sizeof major, &major, nullptr) != CL_SUCCESS ||
        clGetDeviceInfo(device, minor_nv, sizeof minor, &minor, nullptr) != CL_SUCCESS)
        return 0;
    return 10 * major + minor;
}

std::unique_ptr<kernel_compiler> make_nvidia_compiler(cl_device_id device) {
    return std::make_unique<nvidia_compiler>(device);
}

}  // namespace bench
