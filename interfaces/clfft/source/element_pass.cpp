// Builds and launches the kernels that gather the input or scatter the output.
#include "element_pass.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <stockham/error.hpp>

#include "call.hpp"

namespace clfft {

namespace {

// clFFT's kernels have at least this many work-items per group, and clients size a callback's local memory for it.
constexpr std::size_t largest_group = 64;

std::size_t largest_divisor(std::size_t n, std::size_t most) {
    for (std::size_t d = std::min(n, most); d > 1; --d)
        if (n % d == 0) return d;
    return 1;
}

std::size_t most_work_items(cl_kernel kernel, cl_device_id device) {
    std::size_t most = 1;
    check_call(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, nullptr),
               "clGetKernelWorkGroupInfo");
    return std::min(most, largest_group);
}

stockham::device_kernel built(const stockham::session& session, const std::string& source, const char* name) {
    try {
        return session.kernel(source, name);
    } catch (const stockham::opencl_error& e) {
        if (e.call() != "clBuildProgram") throw;
        refuse(CLFFT_BUILD_PROGRAM_FAILURE, "the callback did not compile\n" + e.build_log());
    }
}

}  // namespace

element_pass::element_pass(const stockham::session& session, way w, const callback& c, const element_form& f,
                           const element_places& p)
    : user_data_(c.user_data), form_(f), places_(p), whole_groups_(c.local_bytes > 0),
      kernel_(w == way::load ? built(session, load_kernel(c, f), "clfft_load")
                             : built(session, store_kernel(c, f), "clfft_store")) {
    group_ = most_work_items(kernel_.get(), session.device());
}

std::size_t element_pass::packed_bytes() const {
    return places_.points() * places_.batch * (form_.real ? 1 : 2) * (form_.f64 ? 8 : 4);
}

cl_event element_pass::launch(const order& o, std::size_t first, std::size_t transforms) const {
    const std::size_t count = places_.points() * transforms;
    kernel_.set(11, cl_ulong{first});
    kernel_.set(12, cl_ulong{count});
    const std::size_t group = whole_groups_ ? largest_divisor(count, group_) : group_;
    const std::size_t items = (count + group - 1) / group * group;
    if (!o.needs_event && o.wait.empty()) {
        kernel_.execute(o.queue, {items, 1, 1}, {group, 1, 1});
        return nullptr;
    }
    stockham::event done = kernel_.enqueue(o.queue, {items, 1, 1}, {group, 1, 1}, static_cast<cl_uint>(o.wait.size()),
                                           o.wait.empty() ? nullptr : o.wait.data());
    return o.needs_event ? done.release() : nullptr;
}

cl_event element_pass::run(const order& o, buffer_pair data, cl_mem packed) const {
    const std::lock_guard lock(mutex_);
    cl_uint n = 0;
    for (const cl_mem buffer : {data.first, data.second, packed, user_data_}) kernel_.set(n++, buffer);
    const auto& p = places_;
    for (const std::size_t number :
         {p.lengths[0], p.lengths[1], p.lengths[2], p.strides[0], p.strides[1], p.strides[2], p.distance})
        kernel_.set(n++, cl_ulong{number});
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
