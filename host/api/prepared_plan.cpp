// Plans, compiles, checks the limits of the compiled kernels, and plans again with lower limits if they do not fit.
#include <algorithm>
#include <cstdlib>

#include <stockham/error.hpp>

#include "api/plan_state.hpp"
#include "base/enumerations.hpp"
#include "base/host_size.hpp"
#include "base/text_streams.hpp"
#include "families/common/draft.hpp"
#include "launches/launches.hpp"
#include "plan/description.hpp"
#include "runtime/callbacks.hpp"
#include "runtime/kernel_families.hpp"
#include "search/choose_plan.hpp"

namespace stockham {

namespace internal {

namespace {

/// The largest requirements of any launch of a plan.
struct demand {
    std::size_t work_items = 0;
    std::uint64_t local_bytes = 0;
};

demand demand_of(const step_plan& steps, const device_description& limits) {
    demand most;
    for (const auto& launch : to_launches(steps, limits)) {
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

/// The largest local memory of any compiled kernel, in bytes.
std::uint64_t local_bytes_of(const executable& kernels) {
    std::uint64_t most = 0;
    for (std::size_t k = 0; k < kernels.launches().size(); ++k) most = std::max(most, kernels.limits(k).local_bytes);
    return most;
}

/// The same with the limits of the compiled kernels.
std::string shrink(device_description& limits, const executable& kernels, std::uint64_t local_bytes) {
    for (std::size_t k = 0; k < kernels.launches().size(); ++k) {
        const auto found = kernels.limits(k);
        auto wrong =
            shrink(limits, {kernels.launches()[k].work_items, found.local_bytes}, found.work_group, local_bytes);
        if (!wrong.empty()) return wrong;
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
};

buffer_needs needs_of(const transform& t, const problem& p, std::uint64_t workspace) {
    buffer_needs needs{input_bytes(t), output_bytes(t), host_size(workspace, "bytes of workspace"), t.placement, {}};
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

/// The plan for these limits. If none fits, the error also says why the limits are lower than those of the device.
candidate choose_within(context_state& context, const request& asked, const device_description& limits,
                        const std::vector<std::string>& notes) {
    try {
        return choose_plan(context, asked.device, asked.described, asked.wanted, limits, asked.options, asked.known);
    } catch (const unsupported_error& e) {
        if (notes.empty()) throw;
        throw unsupported_error(e.rule(), std::string(e.what()) + "; " + notes.back());
    }
}

std::shared_ptr<const prepared_plan> prepare(context_state& context, const request& asked,
                                             const device_description& wanted) {
    const auto& device = asked.device;
    const auto& real = asked.real;
    auto made = std::make_shared<prepared_plan>();
    auto& limits = made->limits = wanted;
    if (real.fp64 == double_support::none) limits.fp64 = double_support::none;
    made->fp64 = real.fp64;
    bool share_launches = true;
    std::vector<std::string> notes;
    for (;;) {
        auto chosen = choose_within(context, asked, limits, notes);
        made->steps = std::move(chosen.plan);
        made->how = std::move(chosen.how);
        // Only NVIDIA's devices are known to make progress while work-groups wait for others.
        if (made->steps.waits() && !is_nvidia(real)) made->steps.one_launch = false;
        if (!share_launches) {
            made->steps.one_launch = false;
            made->steps.parts = 0;
        }
        auto local = real.local_memory;
        const auto most = demand_of(made->steps, limits);
        if (most.local_bytes > local) {  // a kernel may still be able to declare it statically
            local = std::max(local, context.static_local_memory(device));
            if (local < limits.static_local_memory) {
                notes.push_back("static local arrays of " + std::to_string(limits.static_local_memory) +
                                " bytes do not work on this device; planned again for " + std::to_string(local));
                limits.static_local_memory = 0;
                continue;
            }
        }
        // Checked before compiling, because PoCL 6 ends the process instead of reporting an error.
        auto wrong = shrink(limits, most, real.max_work_group, local);
        if (!wrong.empty()) {
            notes.push_back(wrong);
            continue;
        }
        auto compiled_for = limits;
        compiled_for.fp64 = real.fp64;  // the extension that the compiler of this device supports
        made->kernels = std::make_unique<executable>(context, device, to_launches(made->steps, compiled_for, true));
        // A compiled kernel may need more local memory than its tile.
        if (local_bytes_of(*made->kernels) > local) local = std::max(local, context.static_local_memory(device));
        wrong = shrink(limits, *made->kernels, local);
        if (!wrong.empty()) {
            notes.push_back(wrong);
            continue;
        }
        made->needs = needs_of(asked.described, asked.wanted, made->steps.workspace_bytes);
        const auto fault = check_plan(context, device, made->steps, *made->kernels, asked.wanted, made->needs, limits);
        if (fault.empty()) break;
        share_launches = false;
        notes.push_back("each pass has its own launch: " + fault);
    }
    made->steps.notes.insert(made->steps.notes.end(), notes.begin(), notes.end());
    return made;
}

/// Cache key: everything that a prepared plan depends on.
std::string key_of(const request& asked, const device_description& d) {
    text_writer key;
    const char* kernels = std::getenv("STOCKHAM_KERNEL_DIR");
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
                       const plan_options& options)
    : described(t), device(of) {
    check_device(on, device);
    check_options(options);
    context = context_state::of(on);
    const auto real = context->description(device);
    const auto& wanted = options.expert.plan_for ? *options.expert.plan_for : real;
    auto& known = options.wisdom ? *options.wisdom : wisdom::standard();
    const auto called = with_callbacks(on, real, device, p, t, options);
    const request asked{device, t, called, real, options, known};
    const auto make = [&] { return prepare(*context, asked, wanted); };
    try {
        // Wisdom stores the results of searches.
        prepared = measures(options.rigor) ? make() : context->plans.get(key_of(asked, wanted), make);
    } catch (const opencl_error& e) {
        rethrow_for_callbacks(called, e);
    }
}

}  // namespace internal

}  // namespace stockham
