// The kernels around callbacks come from the program cache: a second start compiles nothing.
#include "session.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

std::atomic<int> compiled{0};

/// The callback has local memory, so that it runs in a kernel of its own.
void transform_with_a_callback(const std::string& more_text) {
    const auto own = open_device();
    auto h = plan_of({12}, own);
    const std::string text = more_text + R"(
float2 load(__global void* in, uint offset, __global void* user, __local void* memory) {
    __local float2* mine = (__local float2*)memory + get_local_id(0);
    *mine = ((__global float2*)in)[offset];
    barrier(CLK_LOCAL_MEM_FENCE);
    return *mine * 2.0f;
})";
    BOOST_TEST(clfftSetPlanCallback(h, "load", text.c_str(), 64 * 8, PRECALLBACK, nullptr, 0) == CLFFT_SUCCESS);
    const auto x = ramp(12);
    const cl_mem data = buffer_of(x, own);
    BOOST_TEST(run(h, CLFFT_FORWARD, {data}, {}, nullptr, own) == CLFFT_SUCCESS);
    auto wanted = sums(x, -1);
    for (auto& each : wanted) each *= 2.0F;
    BOOST_TEST(difference(values_of<complex>(data, 12, own), wanted) < 1e-6);
    clReleaseMemObject(data);
    BOOST_TEST(clfftDestroyPlan(&h) == CLFFT_SUCCESS);
    clReleaseCommandQueue(own.queue);
    clReleaseContext(own.context);
}

}  // namespace

/// The dynamic linker finds this function before OpenCL's, so the library calls it.
extern "C" __attribute__((visibility("default"))) cl_program
clCreateProgramWithSource(cl_context context, cl_uint n, const char** texts, const std::size_t* lengths, cl_int* code) {
    static const auto opencl =
        reinterpret_cast<decltype(&clCreateProgramWithSource)>(dlsym(RTLD_NEXT, "clCreateProgramWithSource"));
    ++compiled;
    return opencl(context, n, texts, lengths, code);
}

BOOST_AUTO_TEST_CASE(a_second_start_compiles_nothing) {
    const std::string folder = std::filesystem::absolute("clfft_cache_" + std::to_string(getpid())).string();
    setenv("POCL_KERNEL_CACHE", "0", 1);  // else the library builds from source, which PoCL's own cache makes fast
    setenv("CLFFT_CACHE_PATH", folder.c_str(), 1);
    device();
    transform_with_a_callback("");
    BOOST_TEST(compiled == 2);  // the callback's kernel and the transform
    transform_with_a_callback("");
    BOOST_TEST(compiled == 2);
    // The text of included files is not known, so such a kernel is compiled each time.
    const std::string header = folder + "/included.h";
    for (const char* directive : {"#include", "#\tinclude"}) {
        const int before = compiled;
        std::ofstream(header) << "// " << directive << '\n';
        for (int run = 1; run <= 2; ++run) {
            transform_with_a_callback(std::string(directive) + " \"" + header + "\"");
            BOOST_TEST(compiled == before + run);
        }
    }
    unsetenv("CLFFT_CACHE_PATH");
    std::filesystem::remove_all(folder);
}
