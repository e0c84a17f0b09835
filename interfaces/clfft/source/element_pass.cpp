// Builds and launches the kernels that gather the input or scatter the output.
#include "element_pass.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "call.hpp"

namespace clfft {

namespace {

// clFFT's kernels have at least this many work-items per group, and clients size a callback's local memory for it.
constexpr std::size_t largest_group = 64;

std::string build_log(cl_program program, cl_device_id device) {
    std::size_t size = 0;
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS) return {};
    std::string log(size, '\0');
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    return log;
}

std::size_t largest_divisor(std::size_t n, std::size_t most) {
    for (std::size_t d = std::min(n, most); d > 1; --d)
        if (n % d == 0) return d;
    return 1;
}

std::size_t most_work_items(cl_kernel kernel, cl_device_id device) {
    std::size_t most = 1;
    check_code(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, nullptr),
               "clGetKernelWorkGroupInfo");
    return std::min(most, largest_group);
}

}  // namespace

element_pass::element_pass(cl_context context, cl_device_id device, way w, const callback& c, const element_form& f,
                           const element_places& p)
    : device_(device), way_(w), user_data_(c.user_data), form_(f), places_(p), whole_groups_(c.local_bytes > 0) {
    build(context, w == way::load ? load_kernel(c, f) : store_kernel(c, f));
}

element_pass::~element_pass() {
    if (kernel_) clReleaseKernel(kernel_);
    if (program_) clReleaseProgram(program_);
}

void element_pass::build(cl_context context, const std::string& source) {
    const char* text = source.c_str();
    cl_int code = CL_SUCCESS;
    program_ = clCreateProgramWithSource(context, 1, &text, nullptr, &code);
    check_code(code, "clCreateProgramWithSource");
    if (clBuildProgram(program_, 1, &device_, "", nullptr, nullptr) != CL_SUCCESS) {
        const auto log = build_log(program_, device_);
        clReleaseProgram(program_);
        refuse(CLFFT_BUILD_PROGRAM_FAILURE, "the callback did not compile\n" + log);
    }
    kernel_ = clCreateKernel(program_, way_ == way::load ? "clfft_load" : "clfft_store", &code);
    if (code != CL_SUCCESS) clReleaseProgram(program_);
    check_code(code, "clCreateKernel");
    group_ = most_work_items(kernel_, device_);
}

std::size_t element_pass::packed_bytes() const {
    return places_.points() * places_.batch * (form_.real ? 1 : 2) * (form_.f64 ? 8 : 4);
}

cl_event element_pass::launch(const order& o, std::size_t first, std::size_t transforms) const {
    const cl_ulong start = first, count = places_.points() * transforms;
    check_code(clSetKernelArg(kernel_, 11, sizeof start, &start), "clSetKernelArg");
    check_code(clSetKernelArg(kernel_, 12, sizeof count, &count), "clSetKernelArg");
    const std::size_t group = whole_groups_ ? largest_divisor(count, group_) : group_;
    const std::size_t items = (count + group - 1) / group * group;
    cl_event done = nullptr;
    check_code(clEnqueueNDRangeKernel(o.queue, kernel_, 1, nullptr, &items, &group, static_cast<cl_uint>(o.wait.size()),
                                      o.wait.empty() ? nullptr : o.wait.data(), o.needs_event ? &done : nullptr),
               "clEnqueueNDRangeKernel");
    return done;
}

cl_event element_pass::run(const order& o, buffer_pair data, cl_mem packed) const {
    const std::lock_guard lock(mutex_);
    cl_uint n = 0;
    for (const cl_mem buffer : {data.first, data.second, packed, user_data_})
        check_code(clSetKernelArg(kernel_, n++, sizeof buffer, &buffer), "clSetKernelArg");
    const auto& p = places_;
    for (const std::size_t number :
         {p.lengths[0], p.lengths[1], p.lengths[2], p.strides[0], p.strides[1], p.strides[2], p.distance}) {
        const cl_ulong value = number;
        check_code(clSetKernelArg(kernel_, n++, sizeof value, &value), "clSetKernelArg");
    }
    if (!p.one_by_one) return launch(o, 0, p.batch);
    order next = o;
    next.needs_event = true;
    cl_event done = nullptr;
    for (std::size_t b = 0; b < p.batch; ++b) {
        const cl_event before = done;
        if (before) next.wait = {before};
        done = launch(next, b, 1);
        if (before) clReleaseEvent(before);
    }
    if (o.needs_event) return done;
    clReleaseEvent(done);
    return nullptr;
}

}  // namespace clfft
