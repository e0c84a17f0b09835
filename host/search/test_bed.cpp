// Runs, checks and times candidates.
#include "search/test_bed.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <string>

#include <stockham/error.hpp>

#include "base/host_size.hpp"

namespace stockham::internal {

namespace {

constexpr std::size_t guard_bytes = 4096;
// Bytes before a buffer, so that it starts at the alignment of a separate buffer. The time of some kernels varies by 5
// % with the relative position of input and output.
constexpr std::size_t front_bytes = 2 << 20;
constexpr unsigned char guard_byte = 0xa5;
constexpr std::size_t checkers = 16384;  // work-items of the kernels in cl/test_bed.cl

template <class T>
void argument_of(cl_kernel kernel, cl_uint index, const T& value) {
    check_cl(clSetKernelArg(kernel, index, sizeof value, &value), "clSetKernelArg");
}

kernel_object kernel_of(cl_program program, const char* name) {
    cl_int code = CL_SUCCESS;
    kernel_object kernel(clCreateKernel(program, name, &code));
    check_cl(code, "clCreateKernel");
    return kernel;
}

std::string source_of(precision p, double_support fp64) {
    const bool is_double = p == precision::f64;
    return std::string("#define REAL ") + (is_double ? "double" : "float") + "\n#define FP64_EXTENSION " +
           (!is_double                    ? "0"
            : fp64 == double_support::amd ? "2"
                                          : "1") +
           "\n" + kernel_source("cl/test_bed.cl");
}

}  // namespace

test_bed::test_bed(context_state& context, cl_device_id device, precision p, double_support fp64,
                   const bed_sizes& sizes)
    : context_(context), precision_(p) {
    queue_ = make_queue(context.context(), device);
    launch checking;
    checking.source = source_of(p, fp64);
    program_ = context.program(device, checking).program;
    const std::uint64_t bytes[] = {sizes.input, sizes.output, sizes.workspace};
    for (std::size_t k = 0; k < buffers_.size(); ++k)
        if (bytes[k]) buffers_[k] = make(bytes[k]);
    reference_ = make(*std::max_element(std::begin(bytes), std::end(bytes)));
    sums_ = make(checkers * element_size(p));
}

test_bed::guarded test_bed::make(std::uint64_t wanted) {
    const auto bytes = host_size(wanted, "bytes of a buffer");
    guarded g;
    g.bytes = bytes;
    cl_int code = CL_SUCCESS;
    g.whole = memory_object(
        clCreateBuffer(context_.context(), CL_MEM_READ_WRITE, front_bytes + bytes + guard_bytes, nullptr, &code));
    check_cl(code, "clCreateBuffer");
    const cl_buffer_region region{front_bytes, bytes};
    g.inside = memory_object(
        clCreateSubBuffer(g.whole.get(), CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
    check_cl(code, "clCreateSubBuffer");
    const std::string guard(guard_bytes, static_cast<char>(guard_byte));
    for (std::size_t at : {front_bytes - guard_bytes, front_bytes + bytes})
        check_cl(clEnqueueWriteBuffer(queue_.get(), g.whole.get(), CL_TRUE, at, guard_bytes, guard.data(), 0, nullptr,
                                      nullptr),
                 "clEnqueueWriteBuffer");
    return g;
}

test_bed::guarded& test_bed::of(buffer which) {
    return buffers_[static_cast<std::size_t>(which)];
}

void test_bed::fill(const char* name, const guarded& to, cl_ulong seed) {
    const auto kernel = kernel_of(program_.get(), name);
    const cl_mem memory = to.inside.get();
    argument_of(kernel.get(), 0, memory);
    argument_of(kernel.get(), 1, static_cast<cl_ulong>(to.bytes / (element_size(precision_) / 2)));
    if (seed) argument_of(kernel.get(), 2, seed);
    const std::size_t global = checkers;
    check_cl(clEnqueueNDRangeKernel(queue_.get(), kernel.get(), 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
             "clEnqueueNDRangeKernel");
    // PoCL 3.1 aborts if kernels of one program run concurrently.
    check_cl(clFinish(queue_.get()), "clFinish");
}

void test_bed::reset(buffer source) {
    constexpr cl_ulong seed = 20261121;
    for (auto which : {buffer::input, buffer::output, buffer::workspace})
        if (of(which).bytes) fill(which == source ? "randomize" : "poison", of(which), which == source ? seed : 0);
    check_cl(clFinish(queue_.get()), "clFinish");
}

void test_bed::run(const executable& what) {
    const execution_buffers b{of(buffer::input).inside.get(), of(buffer::output).inside.get(),
                              of(buffer::workspace).inside.get()};
    what.enqueue(queue_.get(), b, 0, nullptr, executable::events::none);
    check_cl(clFinish(queue_.get()), "clFinish");
}

void test_bed::take_reference(buffer which) {
    check_cl(clEnqueueCopyBuffer(queue_.get(), of(which).inside.get(), reference_.inside.get(), 0, 0, of(which).bytes,
                                 0, nullptr, nullptr),
             "clEnqueueCopyBuffer");
    check_cl(clFinish(queue_.get()), "clFinish");
}

template <class Real>
static double ratio_of_sums(const std::vector<Real>& sums) {
    double difference = 0, norm = 0;
    for (std::size_t k = 0; k < sums.size(); k += 2) {
        difference += static_cast<double>(sums[k]);
        norm += static_cast<double>(sums[k + 1]);
    }
    return std::sqrt(difference / norm);
}

double test_bed::distance(buffer which) {
    const auto kernel = kernel_of(program_.get(), "compare");
    const cl_mem found = of(which).inside.get(), wanted = reference_.inside.get(), sums = sums_.inside.get();
    argument_of(kernel.get(), 0, found);
    argument_of(kernel.get(), 1, wanted);
    argument_of(kernel.get(), 2, static_cast<cl_ulong>(of(which).bytes / (element_size(precision_) / 2)));
    argument_of(kernel.get(), 3, sums);
    const std::size_t global = checkers;
    check_cl(clEnqueueNDRangeKernel(queue_.get(), kernel.get(), 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
             "clEnqueueNDRangeKernel");
    const auto read_sums = [&](auto zero) {
        std::vector<decltype(zero)> values(2 * checkers);
        check_cl(clEnqueueReadBuffer(queue_.get(), sums, CL_TRUE, 0, values.size() * sizeof zero, values.data(), 0,
                                     nullptr, nullptr),
                 "clEnqueueReadBuffer");
        return ratio_of_sums(values);
    };
    return precision_ == precision::f32 ? read_sums(cl_float{}) : read_sums(cl_double{});
}

bool test_bed::guards_hold() {
    std::vector<unsigned char> guard(guard_bytes);
    for (const auto& g : buffers_) {
        if (!g.bytes) continue;
        for (std::size_t at : {front_bytes - guard_bytes, front_bytes + g.bytes}) {
            check_cl(clEnqueueReadBuffer(queue_.get(), g.whole.get(), CL_TRUE, at, guard.size(), guard.data(), 0,
                                         nullptr, nullptr),
                     "clEnqueueReadBuffer");
            if (std::any_of(guard.begin(), guard.end(), [](unsigned char b) { return b != guard_byte; })) return false;
        }
    }
    return true;
}

double test_bed::seconds(const executable& what, unsigned executions) {
    return seconds_behind(what, 0, what, executions) / executions;
}

double test_bed::seconds_behind(const executable& ahead, unsigned executions_ahead, const executable& what,
                                unsigned executions) {
    using clock = std::chrono::steady_clock;
    run(what);
    const execution_buffers b{of(buffer::input).inside.get(), of(buffer::output).inside.get(),
                              of(buffer::workspace).inside.get()};
    const auto enqueue = [&](const executable& which, unsigned count) {
        for (unsigned k = 0; k < count; ++k) which.enqueue(queue_.get(), b, 0, nullptr, executable::events::none);
    };
    const auto start = clock::now();
    enqueue(ahead, executions_ahead);
    enqueue(what, executions);
    check_cl(clFinish(queue_.get()), "clFinish");
    return std::chrono::duration<double>(clock::now() - start).count();
}

void test_bed::read(buffer which, std::size_t byte_offset, std::size_t bytes, void* to) {
    check_cl(
        clEnqueueReadBuffer(queue_.get(), of(which).inside.get(), CL_TRUE, byte_offset, bytes, to, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
}

}  // namespace stockham::internal
