// The public batch: which of its transforms have plans of their own, and which share the kernels of rows.
#include <stockham/batch.hpp>

#include <algorithm>
#include <map>
#include <utility>

#include <stockham/error.hpp>

#include "api/plan_state.hpp"
#include "api/rows.hpp"
#include "base/text_streams.hpp"

namespace stockham {

namespace internal {

namespace {

/// A transform that occurs as often has a plan of its own, whose kernels do less work than those of rows.
constexpr std::size_t frequent = 64;
constexpr std::size_t most_table_bytes = std::size_t{256} << 20U;

/// Equal transforms of a batch.
struct equal_transforms {
    const transform* what;
    std::vector<std::size_t> items;
};

std::vector<equal_transforms> grouped(const std::vector<transform>& all) {
    std::vector<equal_transforms> found;
    std::map<std::string, std::size_t> places;
    for (std::size_t k = 0; k < all.size(); ++k) {
        const auto [at, is_new] = places.emplace(to_string(all[k]), found.size());
        if (is_new) found.push_back({&all[k], {}});
        found[at->second].items.push_back(k);
    }
    return found;
}

/// Calls f and names the transform in its errors.
template <class Function>
auto for_transform(std::size_t k, const Function& f) {
    const auto text = [&](const error& e) { return "transforms[" + std::to_string(k) + "]: " + e.what(); };
    try {
        return f();
    } catch (const callback_error&) {
        throw;
    } catch (const argument_error& e) {
        throw argument_error(e.field(), text(e));
    } catch (const unsupported_error& e) {
        throw unsupported_error(e.rule(), text(e));
    }
}

buffer_needs needs_of_row(const transform& t) {
    buffer_needs needs;
    needs.input_bytes = input_bytes(t);
    needs.output_bytes = output_bytes(t);
    needs.placement = t.placement;
    needs.alignment = element_size(t.precision);
    // The kernels of rows read and write real numbers one by one.
    if (is_real_input(t.kind) && t.placement == placement::out_of_place) needs.input_alignment = real_size(t.precision);
    if (is_real_output(t.kind)) needs.output_alignment = real_size(t.precision);
    if (t.placement == placement::in_place) needs.input_bytes = std::max(needs.input_bytes, needs.output_bytes);
    return needs;
}

}  // namespace

}  // namespace internal

using namespace internal;

struct batch::state {
    state(cl_context on, cl_device_id of, const std::vector<transform>& transforms, const plan_options& options);

    event_object enqueue(cl_command_queue, const std::vector<batch_item>&, const buffers& shared, cl_uint n_wait,
                         const cl_event* wait, bool with_event) const;
    std::size_t workspace_size() const;
    std::string to_string() const;

    std::size_t size;

  private:
    /// Items that are executed by the same kernels.
    struct part {
        std::vector<std::size_t> items;
        std::unique_ptr<plan_state> plan;    // or
        std::unique_ptr<row_kernel> kernel;  // with the row of each item
        std::vector<std::size_t> rows;
    };

    void add_plan(const equal_transforms&, const plan_options&);
    void add_rows(const std::vector<equal_transforms>&, const plan_options&, std::size_t& table_bytes);

    cl_device_id device;
    std::shared_ptr<context_state> context;
    device_description limits;
    address_space addresses;
    std::vector<buffer_needs> needs;  // of each item
    std::vector<part> parts;
    mutable workspace_cache workspace;
    mutable table_cache tables;
};

batch::state::state(cl_context on, cl_device_id of, const std::vector<transform>& transforms,
                    const plan_options& options)
    : size(transforms.size()), device((check_device(on, of), of)), context(context_state::of(on)),
      limits(context->description(of)), addresses(of), needs(transforms.size()) {
    if (options.expert.plan_for) {
        limits = *options.expert.plan_for;
        limits.fp64 = context->description(of).fp64;
    }
    limits.static_local_memory = 0;  // of rows, whose tiles are small
    if (transforms.empty()) throw argument_error("transforms", "the list of transforms is empty");
    for (std::size_t k = 0; k < size; ++k) for_transform(k, [&] { check(transforms[k]); });
    const bool may_be_rows = options.on_load.empty() && options.on_store.empty() && options.expert.plan_string.empty();
    std::map<std::string, std::vector<equal_transforms>> rows;
    for (auto& each : grouped(transforms)) {
        const auto kind = may_be_rows && each.items.size() < frequent ? row_kind(*each.what) : std::nullopt;
        if (kind)
            rows[*kind].push_back(std::move(each));
        else
            add_plan(each, options);
    }
    std::size_t table_bytes = 0;
    for (const auto& kind : rows) add_rows(kind.second, options, table_bytes);
}

void batch::state::add_plan(const equal_transforms& each, const plan_options& options) {
    part made;
    made.items = each.items;
    made.plan = for_transform(each.items[0], [&] {
        return std::make_unique<plan_state>(context->context(), device, *each.what, make_problem(*each.what), options);
    });
    for (const auto k : made.items) needs[k] = made.plan->prepared->needs;
    parts.push_back(std::move(made));
}

void batch::state::add_rows(const std::vector<equal_transforms>& rows, const plan_options& options,
                            std::size_t& table_bytes) {
    part made;
    if (rows.size() > 1) made.kernel = row_kernel::made(*rows[0].what, limits);
    for (const auto& each : rows) {
        if (!made.kernel || !made.kernel->add(*each.what, most_table_bytes - table_bytes)) {
            add_plan(each, options);
            continue;
        }
        for (const auto k : each.items) {
            made.items.push_back(k);
            made.rows.push_back(made.kernel->rows() - 1);
            needs[k] = needs_of_row(*each.what);
        }
    }
    if (made.items.empty()) return;
    table_bytes += made.kernel->table_bytes();
    made.kernel->finish(*context, device);
    parts.push_back(std::move(made));
}

event_object batch::state::enqueue(cl_command_queue queue, const std::vector<batch_item>& given, const buffers& shared,
                                   cl_uint n_wait, const cl_event* wait, bool with_event) const {
    if (given.size() != size)
        throw argument_error("items", "the batch has " + std::to_string(size) + " transforms, the list " +
                                          std::to_string(given.size()) + " items");
    const auto on = context->context();
    check_shared(shared);
    check_queue(queue, on, device);
    check_wait_list(n_wait, wait, on);
    auto items = given;
    member_check check({on, &addresses, 1});
    for (std::size_t k = 0; k < size; ++k) check.add(items[k], needs[k]);
    check.finish(shared, workspace_size());
    std::vector<many_of_a_kind> kinds;
    for (const auto& part : parts) {
        std::vector<batch_item> own;
        own.reserve(part.items.size());
        for (const auto k : part.items) own.push_back(items[k]);
        kinds.push_back(part.plan ? part.plan->many(queue, std::move(own))
                                  : part.kernel->many(part.rows, std::move(own)));
    }
    return enqueue_kinds(kinds, {on, queue, shared, many_workspace(limits), &workspace, &tables}, n_wait, wait,
                         with_event);
}

std::size_t batch::state::workspace_size() const {
    std::size_t most = 0;
    for (const auto& n : needs) most = std::max(most, n.workspace_bytes);
    return most;
}

std::string batch::state::to_string() const {
    text_writer text;
    for (const auto& part : parts) {
        text << part.items.size() << " x ";
        if (part.plan)
            text << stockham::to_string(part.plan->described) << " by plan "
                 << internal::to_string(part.plan->prepared->how) << "\n";
        else
            text << "rows of " << part.kernel->rows() << " lengths by convolutions of " << part.kernel->points()
                 << " points\n";
    }
    return text.str();
}

batch::batch(cl_context context, cl_device_id device, const std::vector<transform>& transforms,
             const plan_options& options)
    : state_(std::make_unique<state>(context, device, transforms, options)) {}
batch::~batch() = default;
batch::batch(batch&&) noexcept = default;
batch& batch::operator=(batch&&) noexcept = default;

std::size_t batch::size() const {
    return checked_state(state_, "batch").size;
}
std::size_t batch::workspace_size() const {
    return checked_state(state_, "batch").workspace_size();
}
std::string batch::to_string() const {
    return checked_state(state_, "batch").to_string();
}

cl_event batch::enqueue(cl_command_queue queue, const std::vector<batch_item>& items, const buffers& shared,
                        cl_uint n_wait, const cl_event* wait) const {
    return checked_state(state_, "batch").enqueue(queue, items, shared, n_wait, wait, true).release();
}

void batch::execute(cl_command_queue queue, const std::vector<batch_item>& items, const buffers& shared, cl_uint n_wait,
                    const cl_event* wait) const {
    checked_state(state_, "batch").enqueue(queue, items, shared, n_wait, wait, false);
}

}  // namespace stockham
