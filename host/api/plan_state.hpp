// The state of a plan, also for problems that are no public transform (convolutions).
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include <stockham/plan.hpp>

#include "api/many.hpp"
#include "lowering/lowering.hpp"
#include "runtime/execute/execution.hpp"
#include "runtime/execute/member_kernels.hpp"
#include "runtime/programs/context_state.hpp"
#include "systems/planning.hpp"

namespace stockham {

namespace internal {

/// A plan compiled for a device. Shared by all plans of the same problem in a context.
struct prepared_plan {
    device_description limits;  // the limits of the final plan
    step_plan steps;
    plan_decisions how;
    buffer_needs needs;
    std::unique_ptr<executable> kernels;  // for in-order queues
    double_support fp64 = double_support::none;

    /// The kernels for out-of-order queues, on which passes cannot share a launch. Compiled at first use.
    const executable& separate_launches(context_state& context, cl_device_id device) const {
        if (!steps.waits()) return *kernels;
        std::call_once(once_, [&] {
            auto compiled_for = limits;
            compiled_for.fp64 = fp64;
            separate_ = std::make_unique<executable>(context, device, to_launches(steps, compiled_for));
        });
        return *separate_;
    }

    /// The kernels for executions that share launches. Compiled at first use.
    mutable member_kernels with_members;

  private:
    mutable std::once_flag once_;
    mutable std::unique_ptr<executable> separate_;
};

/// The use of a plan: to run, or only to print its text, which needs no kernels and no tables.
enum class plan_use { execution, text };

/// State of a public plan, and of each of the two plans of a convolution.
struct plan_state {
    /// Throws as the constructor of plan.
    plan_state(cl_context, cl_device_id, const transform&, const internal::problem&, const plan_options&,
               plan_use = plan_use::execution);

    transform described;
    cl_device_id device = nullptr;
    std::shared_ptr<context_state> context;
    std::shared_ptr<const prepared_plan> prepared;

    const executable& kernels_for(cl_command_queue queue) const {
        const bool separate = prepared->steps.waits() && is_out_of_order(queue);
        return separate ? prepared->separate_launches(*context, device) : *prepared->kernels;
    }

    /// Throws as plan::enqueue().
    ready_execution ready(cl_command_queue queue, const buffers& all, cl_uint n_wait, const cl_event* wait,
                          executable::events wanted) const {
        return {kernels_for(queue),
                prepared->needs,
                workspace,
                context->context(),
                device,
                queue,
                all,
                n_wait,
                wait,
                wanted};
    }

    std::vector<cl_event> enqueue(cl_command_queue queue, const buffers& all, cl_uint n_wait, const cl_event* wait,
                                  executable::events wanted) const {
        return ready(queue, all, n_wait, wait, wanted).enqueue(n_wait, wait);
    }

    /// Throws as plan::enqueue_many(). Without `with_event` returns null.
    event_object enqueue_many(cl_command_queue, const std::vector<batch_item>&, const buffers& shared, cl_uint n_wait,
                              const cl_event* wait, bool with_event) const;

    /// Items whose memory was checked.
    many_of_a_kind many(cl_command_queue, std::vector<batch_item>) const;

    std::size_t launches() const { return prepared->kernels->launches().size(); }
    std::size_t workspace_size() const { return prepared->needs.workspace_bytes; }
    std::string to_string() const;

  private:
    mutable workspace_cache workspace;
    mutable table_cache tables;
};

}  // namespace internal

using namespace internal;

struct plan::state : plan_state {
    using plan_state::plan_state;
};

}  // namespace stockham
