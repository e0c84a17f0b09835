// Builds kernels on the device that STOCKHAM_DEVICE names and prints the private memory of a work-item:
//
//   kernel-memory FILE.cl..
//
// One line per kernel: bytes, the kernel's name, the file. Private memory means that a compiler keeps in memory what
// should be in registers. The exit code is 1 if a file does not build. Nothing is executed, so a simulated device
// serves (compile_kernels.py).
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <stockham/stockham.hpp>

namespace {

// The options of the library's own programs.
constexpr const char* options = "-cl-std=CL1.2 -cl-mad-enable";

void check(cl_int code, const char* call) {
    if (code != CL_SUCCESS) throw stockham::opencl_error(call, code);
}

cl_ulong private_bytes(cl_kernel kernel, cl_device_id device) {
    cl_ulong bytes = 0;
    check(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof bytes, &bytes, nullptr),
          "clGetKernelWorkGroupInfo");
    return bytes;
}

void report(cl_context context, cl_device_id device, const char* path) {
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file.good() && text.empty()) throw std::runtime_error("cannot read it");
    const char* source = text.c_str();
    cl_int code = CL_SUCCESS;
    const cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
    check(code, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, options, nullptr, nullptr), "clBuildProgram");
    cl_uint count = 0;
    check(clCreateKernelsInProgram(program, 0, nullptr, &count), "clCreateKernelsInProgram");
    std::vector<cl_kernel> kernels(count);
    check(clCreateKernelsInProgram(program, count, kernels.data(), nullptr), "clCreateKernelsInProgram");
    for (const cl_kernel kernel : kernels) {
        char name[256] = "";
        check(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr), "clGetKernelInfo");
        const auto bytes = private_bytes(kernel, device);
        std::printf("%6llu %s %s\n", static_cast<unsigned long long>(bytes), name, path);
        clReleaseKernel(kernel);
    }
    clReleaseProgram(program);
}

}  // namespace

int main(int argc, char** argv) {
    // What a driver prints of a kernel on stderr comes before the kernel's line.
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    bool good = true;
    try {
        const cl_device_id device = stockham::choose_device();
        cl_int code = CL_SUCCESS;
        const stockham::owned_context context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
        check(code, "clCreateContext");
        for (int k = 1; k < argc; ++k) {
            try {
                report(context.get(), device, argv[k]);
            } catch (const std::exception& e) {
                std::printf("FAILED %s: %s\n", argv[k], e.what());
                good = false;
            }
        }
    } catch (const std::exception& e) {
        std::fprintf(stderr, "kernel-memory: %s\n", e.what());
        return 1;
    }
    return good ? 0 : 1;
}
