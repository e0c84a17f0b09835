// Plans, compiles, checks the limits of the compiled kernels, and plans again with lower limits if they do not fit.
#include <algorithm>

#include <stockham/error.hpp>

#include "api/plan_state.hpp"
#include "base/enumerations.hpp"
#include "base/environment.hpp"
#include "base/host_size.hpp"
#include "base/text_streams.hpp"
#include "families/common/draft.hpp"
#include "lowering/lowering.hpp"
#include "plan/description.hpp"
#include "profile/capabilities.hpp"
#include "runtime/execute/callbacks.hpp"
#include "runtime/first_use/plan_check.hpp"
#include "search/choose_plan.hpp"

namespace stockham {

namespace internal {

namespace {

/// The largest requirements of any launch of a plan.
struct demand {
    std::size_t work_items = 0;
    std::uint64_t local_bytes = 0;
};

demand demand_of(const std::vector<launch>& launches) {
    demand most;
    for (const auto& launch : launches) {
        most.work_items = std::max(most.work_items, launch.work_items);
        most.local_bytes = std::max(most.local_bytes, launch.local_bytes);
    }
    return most;
}

/// Lowers the limits if a kernel needs more than is available. Returns a note about it, or an empty text.
std::string shrink(device_description& limits, const demand& asked, std::size_t work_items, std::uint64_t local_bytes) {
    if (asked.work_items > work_items) {
        limits.max_work_group = static_cast<std::size_t>(
            power_of_two_below(std::max<std::size_t>(1, std::min(work_items, asked.work_items / 2))));
        return "a kernel needs " + std::to_string(asked.work_items) + " work-items, the device allows " +
               std::to_string(work_items) + "; planned again for " + std::to_string(limits.max_work_group);
    }
    if (asked.local_bytes > local_bytes) {
        limits.static_local_memory = 0;
        limits.local_memory =
            limits.local_memory > local_bytes ? static_cast<std::size_t>(local_bytes) : limits.local_memory / 2;
        return "a kernel needs " + std::to_string(asked.local_bytes) + " bytes of local memory, the device has " +
               std::to_string(local_bytes) + "; planned again for " + std::to_string(limits.local_memory);
    }
    return {};
}

/// The inputs of a plan.
struct request {
    cl_device_id device;
    const transform& described;
    const problem& wanted;
    const device_description& real;  // the actual device
    const plan_options& options;
    wisdom& known;
    plan_use use;
};

buffer_needs needs_of(const transform& t, const problem& p, std::uint64_t workspace) {
    buffer_needs needs{input_bytes(t), output_bytes(t),           host_size(workspace, "bytes of workspace"),
                       t.placement,    element_size(p.precision), {}};
    if (!p.in_form.callback.empty()) needs.input_bytes = 1;  // the callback may use any type
    if (!p.out_form.callback.empty()) needs.output_bytes = 1;
    if (p.in_place) needs.input_bytes = std::max(needs.input_bytes, needs.output_bytes);
    if (p.in_form.numbers == numbers::planar) needs.others.push_back({buffer::input_imaginary, needs.input_bytes});
    if (p.out_form.numbers == numbers::planar) needs.others.push_back({buffer::output_imaginary, needs.output_bytes});
    if (const auto& c = p.convolution) {
        std::uint64_t elements = 1;
        for (std::size_t l = 0; l < p.loops.size(); ++l) elements += (p.loops[l].n - 1) * c->loop_stride[l];
        for (std::size_t a = 0; a < p.axes.size(); ++a) elements += (p.axes[a].n - 1) * c->axis_stride[a];
        needs.others.push_back(
            {buffer::spectrum, host_size(elements * element_size(p.precision), "bytes of a spectrum")});
    }
    return needs;
}

/// Throws unsupported_error for buffers that the device cannot hold, before anything is made. A CPU may compute on
/// addresses of files that are larger than its memory, but not than its address space.
void check_room(const request& asked, const buffer_needs& needs) {
    constexpr std::uint64_t address_space = std::uint64_t{1} << 47;
    const std::uint64_t most = asked.real.kind == device_kind::cpu ? address_space : asked.real.global_memory;
    const auto larger = std::max({needs.input_bytes, needs.output_bytes, needs.workspace_bytes});
    if (most && larger > most)
        throw unsupported_error("memory", '\'' + to_string(asked.described) + "' needs a buffer of " +
                                              std::to_string(larger) + " bytes; " + asked.real.name + " can hold " +
                                              std::to_string(most));
}

/// The conditions of an attempt to plan. Each failure lowers a limit or separates the launches, so the attempts end.
struct attempt {
    device_description limits;
    bool share_launches = true;
    std::vector<std::string> notes;  ///< why earlier attempts failed
};

/// The plan within these limits. If none fits, the error also says why the limits are lower than those of the device.
candidate choose_within(context_state& context, const request& asked, const attempt& now) {
    try {
        return choose_plan(context, asked.device, asked.described, asked.wanted, now.limits, asked.options,
                           asked.known);
    } catch (const unsupported_error& e) {
        if (now.notes.empty()) throw;
        throw unsupported_error(e.rule(), std::string(e.what()) + "; " + now.notes.back());
    }
}

/// A plan under test, its launches, and their largest requirements.
struct trial {
    std::shared_ptr<prepared_plan> made;
    std::vector<launch> launches;
    demand most;
};

/// A plan that is not compiled yet.
trial plan_for(context_state& context, const request& asked, const attempt& now) {
    auto made = std::make_shared<prepared_plan>();
    auto chosen = choose_within(context, asked, now);
    made->limits = now.limits;
    made->fp64 = asked.real.fp64;
    made->steps = std::move(chosen.plan);
    made->how = std::move(chosen.how);
    made->needs = needs_of(asked.described, asked.wanted, made->steps.workspace_bytes);
    // Only NVIDIA's devices are known to make progress while work-groups wait for others.
    if (made->steps.waits() && !capabilities_of(asked.real).starts_groups_in_order) made->steps.one_launch = false;
    if (!now.share_launches) {
        made->steps.one_launch = false;
        made->steps.parts = 0;
    }
    auto compiled_for = now.limits;
    compiled_for.fp64 = asked.real.fp64;  // the extension that the compiler of this device supports
    auto launches = to_launches(made->steps, compiled_for, true);
    const auto most = demand_of(launches);
    return {std::move(made), std::move(launches), most};
}

/// Local memory that kernels may use if they need this many bytes. A kernel may declare more than the device reports,
/// which takes a probe.
std::uint64_t available_local(context_state& context, const request& asked, std::uint64_t needed) {
    const std::uint64_t reported = asked.real.local_memory;
    if (needed <= reported) return reported;
    return std::max<std::uint64_t>(reported, context.static_local_memory(asked.device));
}

/// The checks of a plan, in their order. Each returns an empty text if the plan passes. Else it changes the attempt and
/// returns a note that says why and how.
using plan_check = std::string (*)(context_state&, const request&, trial&, attempt& next);

std::string check_static_arrays(context_state& context, const request& asked, trial& now, attempt& next) {
    const auto needed = now.most.local_bytes;
    const auto local = available_local(context, asked, needed);
    const auto planned = now.made->limits.static_local_memory;
    if (needed <= asked.real.local_memory || local >= planned) return {};
    next.limits.static_local_memory = 0;
    return "static local arrays of " + std::to_string(planned) +
           " bytes do not work on this device; planned again for " + std::to_string(local);
}

/// Before compiling, because PoCL 6 ends the process instead of reporting an error.
std::string check_demand(context_state& context, const request& asked, trial& now, attempt& next) {
    const auto local = available_local(context, asked, now.most.local_bytes);
    return shrink(next.limits, now.most, asked.real.max_work_group, local);
}

/// Compiles the plan. A compiled kernel may run with fewer work-items, and need more local memory than its tile.
std::string check_kernels(context_state& context, const request& asked, trial& now, attempt& next) {
    auto& made = *now.made;
    made.kernels =
        std::make_unique<executable>(context, asked.device, std::move(now.launches), to_string(asked.described));
    const auto& kernels = *made.kernels;
    std::uint64_t needed = 0;
    for (std::size_t k = 0; k < kernels.launches().size(); ++k)
        needed = std::max(needed, kernels.limits(k).local_bytes);
    const auto local = available_local(context, asked, needed);
    for (std::size_t k = 0; k < kernels.launches().size(); ++k) {
        const auto found = kernels.limits(k);
        auto wrong =
            shrink(next.limits, {kernels.launches()[k].work_items, found.local_bytes}, found.work_group, local);
        if (!wrong.empty()) return wrong;
    }
    return {};
}

std::string check_results(context_state& context, const request& asked, trial& now, attempt& next) {
    const auto& made = *now.made;
    const auto fault =
        check_plan(context, asked.device, made.steps, *made.kernels, asked.wanted, made.needs, made.limits);
    if (fault.empty()) return {};
    next.share_launches = false;
    return "each pass has its own launch: " + fault;
}

constexpr plan_check checks_of_steps[] = {check_static_arrays, check_demand};
constexpr plan_check checks_of_kernels[] = {check_kernels, check_results};

/// The note of the first check that fails; empty if the plan passes all of them. A plan to print has no kernels.
std::string first_failure(context_state& context, const request& asked, trial& now, attempt& next) {
    for (const auto check_it : checks_of_steps)
        if (auto note = check_it(context, asked, now, next); !note.empty()) return note;
    if (asked.use == plan_use::text) return {};
    for (const auto check_it : checks_of_kernels)
        if (auto note = check_it(context, asked, now, next); !note.empty()) return note;
    return {};
}

std::shared_ptr<const prepared_plan> prepare(context_state& context, const request& asked,
                                             const device_description& wanted) {
    attempt now{wanted, true, {}};
    if (asked.real.fp64 == double_support::none) now.limits.fp64 = double_support::none;
    for (;;) {
        auto planned = plan_for(context, asked, now);
        check_room(asked, planned.made->needs);
        auto note = first_failure(context, asked, planned, now);
        if (note.empty()) {
            auto& notes = planned.made->steps.notes;
            notes.insert(notes.end(), now.notes.begin(), now.notes.end());
            return planned.made;
        }
        now.notes.push_back(std::move(note));
    }
}

/// Cache key: everything that a prepared plan depends on.
std::string key_of(const request& asked, const device_description& d) {
    text_writer key;
    const char* kernels = from_environment("STOCKHAM_KERNEL_DIR");
    key << asked.device << '|' << to_string(asked.described) << '|' << d.name << '|' << limits_text(d) << '|'
        << (kernels ? kernels : "") << '|' << to_string(asked.options.rigor) << '|' << &asked.known << '|'
        << asked.known.revision();
    const auto& p = asked.wanted;
    if (p.convolution) {
        key << "|convolution " << p.convolution->conjugated;
        for (auto stride : p.convolution->loop_stride) key << ' ' << stride;
        for (const auto& role : p.roles) key << ' ' << role.in_points << ':' << role.out_points;
    }
    key << '|' << asked.options.expert.plan_string << '|' << p.in_form.callback.size() << ' ' << p.in_form.callback
        << '|' << p.out_form.callback;
    return key.str();
}

void check_options(const plan_options& options) {
    check_known("rigor", options.rigor);
    if (!(options.time_limit >= 0)) throw argument_error("time_limit", "time_limit: must be at least 0");
    if (options.expert.plan_for) check(*options.expert.plan_for);
}

}  // namespace

plan_state::plan_state(cl_context on, cl_device_id of, const transform& t, const internal::problem& p,
                       const plan_options& options, plan_use use)
    : described(t), device(of) {
    check_device(on, device);
    check_options(options);
    context = context_state::of(on);
    const auto real = context->description(device);
    const auto& wanted = options.expert.plan_for ? *options.expert.plan_for : real;
    auto& known = options.wisdom ? *options.wisdom : wisdom::standard();
    const auto called = with_callbacks(on, real, device, p, t, options);
    const request asked{device, t, called, real, options, known, use};
    const auto make = [&] { return prepare(*context, asked, wanted); };
    try {
        // Wisdom stores the results of searches. Other callers cannot use a plan without kernels.
        const bool shared = !measures(options.rigor) && use == plan_use::execution;
        prepared = shared ? context->plans.get(key_of(asked, wanted), make) : make();
    } catch (const opencl_error& e) {
        rethrow_for_callbacks(called, e);
    }
}

}  // namespace internal

}  // namespace stockham
