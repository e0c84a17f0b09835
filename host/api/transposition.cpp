// The public transposition.
#include <stockham/error.hpp>
#include <stockham/transpose.hpp>

#include "base/host_size.hpp"
#include "runtime/execute/execution.hpp"
#include "runtime/first_use/transpose_families.hpp"
#include "transpose/numbers.hpp"
#include "transpose/permutation.hpp"

namespace stockham {

namespace internal {

namespace {

/// Lowers the limits if a compiled kernel allows less than was planned. False if all kernels fit.
bool shrink_to_limits(device_description& device, const executable& made) {
    bool shrunk = false;
    for (std::size_t i = 0; i < made.launches().size(); ++i) {
        const kernel_limits limits = made.limits(i);
        const launch& planned = made.launches()[i];
        if (limits.work_group < planned.work_items) {
            device.max_work_group = std::min(device.max_work_group, std::max<std::size_t>(limits.work_group, 1));
            shrunk = true;
        } else if (limits.local_bytes > device.local_memory) {
            device.local_memory /= 2;
            shrunk = true;
        }
    }
    return shrunk;
}

struct ready_permutation {
    std::shared_ptr<context_state> shared;  // keeps the compiled programs for later permutations
    transpose_plan plan;
    executable made;
    bool smaller;  ///< planned for lower limits than the device reports
};

ready_permutation make_ready(cl_context context, cl_device_id device, const permutation& p) {
    const auto shared = context_state::of(context);
    device_description limits = describe(device);
    check_permutations(*shared, device, p, limits);
    for (unsigned attempt = 0; attempt < 12; ++attempt) {
        transpose_plan plan = plan_permutation(p, limits);
        executable made(*shared, device, plan.launches);
        if (!shrink_to_limits(limits, made)) return {shared, std::move(plan), std::move(made), attempt > 0};
    }
    throw unsupported_error("kernel limits", "no transpose kernel fits this device's work-group and local memory");
}

std::string shape_text(const permutation& p) {
    std::string text = element_name(p.element);
    for (std::size_t axis = 0; axis < p.lengths.size(); ++axis)
        text += (axis ? "x" : " ") + std::to_string(p.lengths[axis]);
    if (p.batch != 1) text += " b" + std::to_string(p.batch);
    text += " order ";
    for (std::size_t axis = 0; axis < p.order.size(); ++axis) text += (axis ? "," : "") + std::to_string(p.order[axis]);
    return text + (p.placement == placement::in_place ? " in" : "");
}

}  // namespace

}  // namespace internal

using namespace internal;

struct transposition::state {
    permutation problem;
    cl_device_id device;
    ready_permutation ready;
    buffer_needs needs;
    mutable workspace_cache workspace;
};

transposition::transposition(cl_context context, cl_device_id device, const permutation& problem) {
    internal::check(problem);
    check_device(context, device);
    ready_permutation ready = make_ready(context, device, problem);
    const auto bytes = host_size(element_count(problem) * element_bytes(problem.element), "bytes");
    const auto workspace = host_size(ready.plan.workspace_bytes, "bytes of workspace");
    const buffer_needs needs{bytes, bytes, workspace, problem.placement, element_bytes(problem.element), {}};
    state_.reset(new state{problem, device, std::move(ready), needs, {}});
}

transposition::~transposition() = default;
transposition::transposition(transposition&&) noexcept = default;
transposition& transposition::operator=(transposition&&) noexcept = default;

std::string transposition::to_string() const {
    const state& s = checked_state(state_, "transposition");
    const ready_permutation& ready = s.ready;
    std::string text =
        shape_text(s.problem) + (ready.smaller ? ", planned for lower limits than the device reports" : "");
    text += "\n" + (ready.plan.launches.empty() ? "nothing moves" : ready.plan.text);
    for (const launch& each : ready.plan.launches)
        text += "\n" + each.kernel + ": " + std::to_string(each.groups) + " groups of " +
                std::to_string(each.work_items) + ", " + std::to_string(each.local_bytes) + " bytes local";
    return text;
}

std::size_t transposition::workspace_size() const {
    return checked_state(state_, "transposition").needs.workspace_bytes;
}

cl_event transposition::enqueue(cl_command_queue queue, device_memory in, device_memory out, device_memory workspace,
                                cl_uint n_wait, const cl_event* wait) const {
    const state& s = checked_state(state_, "transposition");
    const auto events = ready_execution(s.ready.made, s.needs, s.workspace, s.ready.shared->context(), s.device, queue,
                                        {in, out, workspace}, n_wait, wait, executable::events::last)
                            .enqueue(n_wait, wait);
    if (!events.empty()) return events.back();
    // A matrix of one row in place needs no launch, but the caller still gets an event.
    cl_event done = nullptr;
    check_cl(clEnqueueMarkerWithWaitList(queue, n_wait, wait, &done), "clEnqueueMarkerWithWaitList");
    return done;
}

}  // namespace stockham
