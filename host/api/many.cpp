// Many executions of a plan in few launches.
#include <algorithm>
#include <cstdint>
#include <iterator>

#include <stockham/error.hpp>

#include "api/plan_state.hpp"
#include "launches/launches.hpp"

namespace stockham {

namespace internal {

namespace {

constexpr std::size_t most_workspace = std::size_t{256} << 20U;
/// Work-groups along the second dimension, fewer than any device's limit (NVIDIA: 65535).
constexpr std::size_t most_of_a_launch = 1 << 15;

bool is_of_members(buffer which) {
    return which == buffer::input || which == buffer::output || which == buffer::input_imaginary ||
           which == buffer::output_imaginary;
}

/// How many members' buffers fit into the parameters of a kernel like this one.
std::size_t members_within(const launch& l, std::size_t parameter_bytes) {
    std::size_t each = 0, others = 4 * sizeof(cl_ulong);  // the table and the place in it
    for (const auto& a : l.arguments) {
        const auto* which = std::get_if<buffer>(&a);
        const auto* bytes = std::get_if<std::vector<std::byte>>(&a);
        (which && is_of_members(*which) ? each : others) += bytes ? bytes->size() : sizeof(cl_ulong);
    }
    return each && others < parameter_bytes ? (parameter_bytes - others) / each : most_of_a_launch;
}

void check_only_shared(const buffers& shared) {
    const auto check = [](const char* field, device_memory memory) {
        if (memory)
            throw argument_error(field, std::string("shared.") + field + " must be null: each item has its own");
    };
    check("input", shared.input);
    check("output", shared.output);
    check("input_imaginary", shared.input_imaginary);
    check("output_imaginary", shared.output_imaginary);
    check("spectrum", shared.spectrum);
}

execution_buffers memory_of(const buffers& shared) {
    execution_buffers b(nullptr, nullptr, shared.workspace);
    b[buffer::load_data] = shared.load_data;
    b[buffer::store_data] = shared.store_data;
    return b;
}

/// Enqueues launches one after the other. On an out-of-order queue each waits for the one before it.
class sequence {
  public:
    sequence(cl_command_queue queue, std::size_t count, cl_uint n_wait, const cl_event* wait, bool with_event)
        : chained_(is_out_of_order(queue)), left_(count), n_wait_(n_wait), wait_(n_wait ? wait : nullptr) {
        if (!chained_ && !with_event) last_ = executable::events::none;
    }
    /// Which event the next one needs.
    executable::events wanted() const { return chained_ ? executable::events::last : left_ == 1 ? last_ : none; }
    template <class Enqueue>
    void add(const Enqueue& enqueue) {
        const auto kind = wanted();
        const cl_event before = done_.get();
        auto events = before ? enqueue(cl_uint{1}, &before, kind) : enqueue(n_wait_, wait_, kind);
        if (!chained_) n_wait_ = 0, wait_ = nullptr;
        if (kind != none) done_ = std::move(events.back());
        --left_;
    }
    event_object result() { return std::move(done_); }

  private:
    static constexpr auto none = executable::events::none;
    bool chained_;
    std::size_t left_;
    cl_uint n_wait_;
    const cl_event* wait_;
    executable::events last_ = executable::events::last;
    event_object done_;
};

/// Reserves all memory before the first launch.
event_object enqueue_rounds(const executable& launches, cl_command_queue queue, const std::vector<executions>& rounds,
                            cl_uint n_wait, const cl_event* wait, bool with_event) {
    std::vector<std::vector<event_object>> rooms;
    for (std::size_t k = 0; k < rounds.size(); ++k) rooms.push_back(launches.prepare(queue, executable::events::last));
    sequence all(queue, rounds.size(), n_wait, wait, with_event);
    for (std::size_t k = 0; k < rounds.size(); ++k)
        all.add([&](cl_uint n, const cl_event* before, executable::events wanted) {
            return launches.enqueue(queue, rounds[k], n, before, wanted, std::move(rooms[k]));
        });
    return all.result();
}

}  // namespace

unsigned prepared_plan::most_members(cl_device_id device) const {
    constexpr unsigned most = 64;
    if (!may_have_members(steps)) return 0;
    const auto bytes = query<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_PARAMETER_SIZE, "clGetDeviceInfo");
    unsigned found = most;
    for (const auto& l : kernels->launches())
        while (found > 1 && found > members_within(l, bytes)) found /= 2;
    return found;
}

const executable& prepared_plan::with_members(context_state& context, cl_device_id device,
                                              const member_access& access) const {
    const std::lock_guard lock(mutex_);
    auto& kept = with_members_[access];
    if (kept) return *kept;
    auto compiled_for = limits;
    compiled_for.fp64 = fp64;
    auto made = std::make_unique<executable>(context, device, to_launches(steps, compiled_for, access));
    for (std::size_t k = 0; k < made->launches().size(); ++k)
        if (made->limits(k).work_group < made->launches()[k].work_items)
            throw unsupported_error("batch", "the device cannot run the kernels for many executions in one launch");
    kept = std::move(made);
    return *kept;
}

event_object plan_state::enqueue_one_by_one(cl_command_queue queue, const std::vector<batch_item>& items,
                                            const buffers& shared, cl_uint n_wait, const cl_event* wait,
                                            bool with_event) const {
    sequence all(queue, items.size(), n_wait, wait, with_event);
    for (const auto& item : items) {
        auto b = shared;
        const auto place = [](device_memory memory, std::size_t offset) {
            if (!offset) return memory;
            if (!memory.address())
                throw unsupported_error("batch", "a plan by row_transpose cannot use offsets in buffer objects");
            return device_memory::at(static_cast<const std::byte*>(memory.address()) + offset);
        };
        b.input = place(item.input, item.input_offset);
        b.output = place(item.output, item.output_offset);
        b.input_imaginary = place(item.input_imaginary, item.input_offset);
        b.output_imaginary = place(item.output_imaginary, item.output_offset);
        all.add([&](cl_uint n, const cl_event* before, executable::events wanted) {
            std::vector<event_object> events;
            for (cl_event e : enqueue(queue, b, n, before, wanted)) events.emplace_back(e);
            return events;
        });
    }
    return all.result();
}

event_object plan_state::enqueue_many(cl_command_queue queue, const std::vector<batch_item>& given,
                                      const buffers& shared, cl_uint n_wait, const cl_event* wait,
                                      bool with_event) const {
    const auto& needs = prepared->needs;
    if (given.empty()) throw argument_error("items", "the list of items is empty");
    check_only_shared(shared);
    check_queue(queue, context->context(), device);
    check_wait_list(n_wait, wait, context->context());
    const memory_owner owner{context->context(), &prepared->kernels->addresses(), needs.alignment};
    auto items = given;
    member_check check(needs, owner);
    for (auto& item : items) check.add(item, {needs.input_bytes, needs.output_bytes});
    check.finish();
    check_data("load_data", shared.load_data, owner);
    check_data("store_data", shared.store_data, owner);
    auto all = memory_of(shared);
    auto& room = all[buffer::workspace];
    if (needs.workspace_bytes == 0)
        room = {};
    else if (room)
        check.add_shared("workspace", room, needs.workspace_bytes, use::both);
    const auto most = prepared->most_members(device);
    if (most == 0) return enqueue_one_by_one(queue, items, shared, n_wait, wait, with_event);

    const auto each = needs.workspace_bytes;
    auto at_once = std::min(items.size(), most_of_a_launch);
    kept_workspace::use own;
    if (each) {
        const auto bytes =
            !room           ? std::min(most_workspace, prepared->limits.global_memory / 16)
            : room.buffer() ? query<std::size_t>(clGetMemObjectInfo, room.buffer(), CL_MEM_SIZE, "clGetMemObjectInfo")
                            : each;
        at_once = std::max<std::size_t>(1, std::min(at_once, static_cast<std::size_t>(bytes / each)));
        if (!room) room = (own = workspace.for_execution(queue, context->context(), at_once * each)).get();
    }
    const auto arranged = arrange(items, all, most);
    const auto& launches = prepared->with_members(*context, device, arranged.access);
    memory_object table;
    if (arranged.access.table) table = tables.of(context->context(), arranged.offsets);
    std::vector<executions> rounds;
    for (const auto& part : arranged.parts) {
        for (std::size_t k = 0; k < part.count; k += at_once) {
            const auto count = std::min(at_once, part.count - k);
            const bool own_buffers = part.given.size() > 1;
            executions e(&part.given[own_buffers ? k : 0], own_buffers ? count : 1, count);
            e.table = table.get();
            e.first = static_cast<cl_uint>(part.first + k);
            e.reached = part.reached.empty() ? nullptr : &part.reached;
            rounds.push_back(e);
        }
    }
    return enqueue_rounds(launches, queue, rounds, n_wait, wait, with_event);
}

}  // namespace internal

}  // namespace stockham
