// The public plan: planned, compiled, and checked against what the kernels turned out to need.
#include <stockham/plan.hpp>

#include <algorithm>

#include <stockham/error.hpp>

#include "planner/planner.hpp"
#include "runtime/context_state.hpp"
#include "runtime/execution.hpp"

namespace stockham {

session::session(cl_context context) : state_(context_state::of(context)) {}
session::~session() = default;
session::session(const session&) = default;
session& session::operator=(const session&) = default;

struct plan::state {
    transform described;
    device_description limits;  // what was planned for in the end
    step_plan steps;
    buffer_needs needs;
    cl_device_id device = nullptr;
    std::shared_ptr<context_state> context;
    std::unique_ptr<executable> kernels;
};

namespace {

std::size_t power_of_two_below(std::size_t n) {
    std::size_t p = 1;
    while (p * 2 <= n) p *= 2;
    return p;
}

/// Makes the limits smaller if a kernel needs more than it may have; returns what was wrong, or an empty text.
std::string shrink(device_description& limits, const executable& kernels, std::size_t device_local) {
    for (std::size_t k = 0; k < kernels.launches().size(); ++k) {
        const auto found = kernels.limits(k);
        const auto wanted = kernels.launches()[k].work_items;
        if (found.work_group < wanted) {
            limits.max_work_group = power_of_two_below(std::max<std::size_t>(1, std::min(found.work_group, wanted / 2)));
            return "a kernel of " + std::to_string(wanted) + " work-items may have only " +
                   std::to_string(found.work_group) + "; planned again for " + std::to_string(limits.max_work_group);
        }
        if (found.local_bytes > device_local) {
            limits.local_memory = std::min(limits.local_memory, device_local) / 2;
            return "a kernel uses " + std::to_string(found.local_bytes) + " bytes of local memory, the device has " +
                   std::to_string(device_local) + "; planned again for " + std::to_string(limits.local_memory);
        }
    }
    return {};
}

}  // namespace

plan::plan(cl_context context, cl_device_id device, const transform& t, const plan_options& options)
    : state_(std::make_unique<state>()) {
    auto& s = *state_;
    const auto problem = make_problem(t);
    const auto real = describe(device);
    s.described = t;
    s.device = device;
    s.context = context_state::of(context);
    s.limits = options.plan_for ? *options.plan_for : real;
    if (real.fp64 == double_support::none || t.precision == precision::f32) s.limits.fp64 = real.fp64;
    auto device_for_kernels = s.limits;
    device_for_kernels.fp64 = real.fp64;  // the extension that this device's compiler knows
    std::vector<std::string> notes;
    for (;;) {
        s.steps = make_plan(problem, s.limits);
        s.kernels = std::make_unique<executable>(s.context, device, to_launches(s.steps, device_for_kernels));
        const auto wrong = shrink(s.limits, *s.kernels, real.local_memory);
        if (wrong.empty()) break;
        notes.push_back(wrong);
        device_for_kernels.max_work_group = s.limits.max_work_group;
        device_for_kernels.local_memory = s.limits.local_memory;
    }
    s.steps.notes.insert(s.steps.notes.end(), notes.begin(), notes.end());
    const auto bytes = element_size(t.precision);
    s.needs = {input_extent(t) * bytes, output_extent(t) * bytes, s.steps.workspace_bytes, t.placement};
}

plan::~plan() = default;
plan::plan(plan&&) noexcept = default;
plan& plan::operator=(plan&&) noexcept = default;

const transform& plan::problem() const noexcept { return state_->described; }
std::size_t plan::workspace_size() const noexcept { return state_->needs.workspace_bytes; }
std::size_t plan::launches() const noexcept { return state_->steps.steps.size(); }

std::string plan::to_string() const {
    return stockham::to_string(state_->described) + " for " + state_->limits.name + "\n" +
           stockham::to_string(state_->steps);
}

cl_event plan::enqueue(cl_command_queue queue, cl_mem in, cl_mem out, cl_mem workspace, cl_uint n_wait,
                       const cl_event* wait) const {
    const auto& s = *state_;
    return enqueue_checked(*s.kernels, s.needs, s.context->context(), s.device, queue, in, out, workspace, n_wait,
                           wait);
}

std::string plan_text(const transform& t, const device_description& device) {
    return to_string(t) + " for " + device.name + "\n" + to_string(make_plan(make_problem(t), device));
}

std::vector<std::string> plan_kernels(const transform& t, const device_description& device) {
    std::vector<std::string> sources;
    for (auto& l : to_launches(make_plan(make_problem(t), device), device)) sources.push_back(std::move(l.source));
    return sources;
}

}  // namespace stockham
