// A device without double precision, simulated by a clGetDeviceInfo that hides it from the library.
#include "session.hpp"

#include <dlfcn.h>

#include <algorithm>

/// The dynamic linker finds this function before OpenCL's, so the library calls it.
extern "C" __attribute__((visibility("default"))) cl_int
clGetDeviceInfo(cl_device_id device, cl_device_info what, std::size_t room, void* value, std::size_t* size) {
    static const auto opencl = reinterpret_cast<decltype(&clGetDeviceInfo)>(dlsym(RTLD_NEXT, "clGetDeviceInfo"));
    const cl_int code = opencl(device, what, room, value, size);
    if (code != CL_SUCCESS || !value) return code;
    if (what == CL_DEVICE_DOUBLE_FP_CONFIG) *static_cast<cl_device_fp_config*>(value) = 0;
    if (what == CL_DEVICE_EXTENSIONS) {
        auto* text = static_cast<char*>(value);
        const std::string name = "_fp64";
        for (auto* end = text + room; (text = std::search(text, end, name.begin(), name.end())) != end;) *text = '-';
    }
    return code;
}

BOOST_AUTO_TEST_CASE(double_precision_is_refused_when_the_plan_is_baked) {
    auto h = plan_of({16});
    BOOST_TEST(clfftSetPlanPrecision(h, CLFFT_DOUBLE) == CLFFT_SUCCESS);
    BOOST_TEST(bake(h) == CLFFT_DEVICE_NO_DOUBLE);
    const cl_mem data = buffer_of(ramp(32));
    BOOST_TEST(run(h, CLFFT_FORWARD, {data}) == CLFFT_DEVICE_NO_DOUBLE);
    BOOST_TEST(clfftSetPlanPrecision(h, CLFFT_SINGLE) == CLFFT_SUCCESS);
    BOOST_TEST(run(h, CLFFT_FORWARD, {data}) == CLFFT_SUCCESS);
    clReleaseMemObject(data);
    clfftDestroyPlan(&h);
}
