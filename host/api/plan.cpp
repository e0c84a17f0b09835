// The public plan and the functions that plan without a device.
#include <stockham/plan.hpp>

#include <stockham/error.hpp>

#include "api/plan_state.hpp"
#include "base/enumerations.hpp"
#include "lowering/lowering.hpp"
#include "plan/description.hpp"
#include "search/choose_plan.hpp"
#include "search/search_space.hpp"
#include "systems/planning.hpp"

namespace stockham {

plan::plan(cl_context context, cl_device_id device, const transform& t, const plan_options& options)
    : state_(std::make_unique<state>(context, device, t, make_problem(t), options)) {}
plan::plan(std::unique_ptr<state> made) : state_(std::move(made)) {}

plan::~plan() = default;
plan::plan(plan&&) noexcept = default;
plan& plan::operator=(plan&&) noexcept = default;

const transform& plan::problem() const {
    return checked_state(state_, "plan").described;
}
std::size_t plan::workspace_size() const {
    return checked_state(state_, "plan").workspace_size();
}
std::size_t plan::launches() const {
    return checked_state(state_, "plan").launches();
}

namespace internal {

namespace {

/// The text of a plan: its steps, its plan string, and its texts in other notations.
std::string text_of(const transform& t, const internal::problem& p, const device_description& device,
                    const step_plan& plan, const plan_decisions& how) {
    return to_string(t) + " for " + device.name + "\n" + to_string(plan) + texts_of(p, how, plan.steps);
}

}  // namespace

std::string plan_state::to_string() const {
    return text_of(described, make_problem(described), prepared->limits, prepared->steps, prepared->how);
}

}  // namespace internal

using namespace internal;

std::string plan::to_string() const {
    return checked_state(state_, "plan").to_string();
}

std::string plan::plan_string() const {
    return internal::to_string(checked_state(state_, "plan").prepared->how);
}

cl_event plan::enqueue(cl_command_queue queue, device_memory in, device_memory out, device_memory workspace,
                       cl_uint n_wait, const cl_event* wait) const {
    return enqueue(queue, {in, out, workspace}, n_wait, wait);
}

void plan::execute(cl_command_queue queue, device_memory in, device_memory out, device_memory workspace, cl_uint n_wait,
                   const cl_event* wait) const {
    execute(queue, {in, out, workspace}, n_wait, wait);
}

cl_event plan::enqueue(cl_command_queue queue, const buffers& all, cl_uint n_wait, const cl_event* wait) const {
    return checked_state(state_, "plan").enqueue(queue, all, n_wait, wait, executable::events::last).back();
}

void plan::execute(cl_command_queue queue, const buffers& all, cl_uint n_wait, const cl_event* wait) const {
    for (cl_event event : checked_state(state_, "plan").enqueue(queue, all, n_wait, wait, executable::events::none))
        clReleaseEvent(event);
}

std::vector<cl_event> plan::enqueue_each(cl_command_queue queue, device_memory in, device_memory out,
                                         device_memory workspace, cl_uint n_wait, const cl_event* wait) const {
    return enqueue_each(queue, {in, out, workspace}, n_wait, wait);
}

std::vector<cl_event> plan::enqueue_each(cl_command_queue queue, const buffers& all, cl_uint n_wait,
                                         const cl_event* wait) const {
    return checked_state(state_, "plan").enqueue(queue, all, n_wait, wait, executable::events::each);
}

cl_event plan::enqueue_many(cl_command_queue queue, const std::vector<batch_item>& items, const buffers& shared,
                            cl_uint n_wait, const cl_event* wait) const {
    return checked_state(state_, "plan").enqueue_many(queue, items, shared, n_wait, wait, true).release();
}

void plan::execute_many(cl_command_queue queue, const std::vector<batch_item>& items, const buffers& shared,
                        cl_uint n_wait, const cl_event* wait) const {
    checked_state(state_, "plan").enqueue_many(queue, items, shared, n_wait, wait, false);
}

std::size_t v0_2::compile_candidates(cl_context context, cl_device_id device, const transform& t, rigor how,
                                     unsigned shard, unsigned shards) {
    check_device(context, device);
    check_known("rigor", how);
    if (shards == 0) throw argument_error("shards", "shards: must be at least 1");
    const auto state = context_state::of(context);
    auto limits = state->description(device);
    if (limits.static_local_memory) limits.static_local_memory = state->static_local_memory(device);
    const auto launches = launches_of(space_of(make_problem(t), limits, effort_of(how, limits)), limits);
    std::size_t count = 0;
    for (std::size_t k = shard; k < launches.size(); k += shards) {
        try {
            state->program(device, launches[k]);
            ++count;
        } catch (const opencl_error&) {  // a search skips it, too
        }
    }
    return count;
}

namespace internal {

many_of_a_kind plan_state::many(cl_command_queue queue, std::vector<batch_item> items) const {
    many_of_a_kind kind;
    kind.items = std::move(items);
    kind.workspace_bytes = prepared->needs.workspace_bytes;
    if (may_have_members(prepared->steps)) kind.most = most_members(prepared->kernels->launches(), device);
    kind.kernels = [this, queue](const member_access& access) -> const executable& {
        if (!access) return kernels_for(queue);
        return prepared->with_members.get(*context, device, access, [&](const member_access& a) {
            auto compiled_for = prepared->limits;
            compiled_for.fp64 = prepared->fp64;
            return to_launches(prepared->steps, compiled_for, a);
        });
    };
    return kind;
}

event_object plan_state::enqueue_many(cl_command_queue queue, const std::vector<batch_item>& given,
                                      const buffers& shared, cl_uint n_wait, const cl_event* wait,
                                      bool with_event) const {
    if (given.empty()) throw argument_error("items", "the list of items is empty");
    const auto on = context->context();
    check_shared(shared);
    check_queue(queue, on, device);
    check_wait_list(n_wait, wait, on);
    const auto& needs = prepared->needs;
    auto items = given;
    member_check check({on, &prepared->kernels->addresses(), needs.alignment});
    for (auto& item : items) check.add(item, needs);
    check.finish(shared, needs.workspace_bytes);
    std::vector<many_of_a_kind> kinds;
    kinds.push_back(many(queue, std::move(items)));
    return enqueue_kinds(kinds, {on, queue, shared, many_workspace(prepared->limits), &workspace, &tables}, n_wait,
                         wait, with_event);
}

namespace {

candidate planned(const transform& t, const device_description& device, const std::string& plan_string) {
    check(device);
    const auto p = make_problem(t);
    return plan_string.empty() ? choose_plan(t, p, device, rigor::estimate, wisdom::standard())
                               : build_plan(p, device, read_plan(plan_string, p, device));
}

}  // namespace

}  // namespace internal

std::string v0_2::plan_text(cl_context context, cl_device_id device, const transform& t, const plan_options& options) {
    return plan_state(context, device, t, make_problem(t), options, plan_use::text).to_string();
}

std::string v0_2::plan_text(const transform& t, const device_description& device, const std::string& plan_string) {
    const auto chosen = planned(t, device, plan_string);
    return text_of(t, make_problem(t), device, chosen.plan, chosen.how);
}

std::vector<std::string> v0_2::plan_kernels(const transform& t, const device_description& device,
                                            const std::string& plan_string) {
    std::vector<std::string> sources;
    for (auto& l : to_launches(planned(t, device, plan_string).plan, device, true))
        sources.push_back(std::move(l.source));
    return sources;
}

}  // namespace stockham
