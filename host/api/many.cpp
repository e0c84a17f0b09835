// Arranges the executions of a list of items into few launches, and enqueues them.
#include "api/many.hpp"

#include <algorithm>
#include <deque>
#include <string>

#include <stockham/error.hpp>

namespace stockham::internal {

namespace {

/// Work-groups along the second dimension, fewer than any device's limit (NVIDIA: 65535).
constexpr std::size_t most_of_a_launch = 1 << 15;

execution_buffers memory_of(const buffers& shared) {
    execution_buffers b(nullptr, nullptr, shared.workspace);
    b[buffer::load_data] = shared.load_data;
    b[buffer::store_data] = shared.store_data;
    return b;
}

std::size_t size_of(cl_mem memory) {
    return query<std::size_t>(clGetMemObjectInfo, memory, CL_MEM_SIZE, "clGetMemObjectInfo");
}

/// Executions that share launches, or one.
struct round {
    const executable* kernels;
    executions all;
};

class rounds {
  public:
    explicit rounds(const many_shared& shared) : shared_(shared), memory_(memory_of(shared.given)) {}

    void take_workspace(const std::vector<many_of_a_kind>& kinds) {
        auto& room = memory_[buffer::workspace];
        std::size_t most = 0, least = 0;
        for (const auto& k : kinds) {
            most = std::max(most, k.workspace_bytes * (k.most ? k.items.size() : 1));
            least = std::max(least, k.workspace_bytes);
        }
        room_bytes_ = std::max(least, std::min(most, shared_.workspace_limit));
        if (least == 0)
            room = {};
        else if (!room)
            room = (own_ = shared_.workspace->for_execution(shared_.queue, shared_.context, room_bytes_)).get();
        else
            room_bytes_ = room.buffer() ? size_of(room.buffer()) : least;
    }

    void add(const many_of_a_kind& kind) { kind.most ? add_together(kind) : add_one_by_one(kind); }

    /// One launch after the other. On an out-of-order queue each waits for the one before it.
    event_object enqueue(cl_uint n_wait, const cl_event* wait, bool with_event) {
        constexpr auto last_event = executable::events::last, none = executable::events::none;
        const bool chained = is_out_of_order(shared_.queue);
        std::vector<std::vector<event_object>> rooms;
        for (const auto& r : all_) rooms.push_back(r.kernels->prepare(shared_.queue, last_event));
        event_object done;
        for (std::size_t k = 0; k < all_.size(); ++k) {
            const bool last = k + 1 == all_.size(), first = k == 0;
            const cl_event before = done.get();
            const auto wanted = chained || (last && with_event) ? last_event : none;
            auto events = all_[k].kernels->enqueue(shared_.queue, all_[k].all, first ? n_wait : chained,
                                                   first     ? n_wait ? wait : nullptr
                                                   : chained ? &before
                                                             : nullptr,
                                                   wanted, std::move(rooms[k]));
            if (wanted == last_event) done = std::move(events.back());
        }
        own_ = {};
        return done;
    }

  private:
    void add_together(const many_of_a_kind&);
    void add_one_by_one(const many_of_a_kind&);
    void add_table(const member_arrangement&, const std::vector<row_numbers>&);

    const many_shared& shared_;
    execution_buffers memory_;
    std::size_t room_bytes_ = 0;
    workspace_cache::use own_;
    std::deque<member_arrangement> arranged_;  // `all_` refers to them
    std::deque<execution_buffers> single_;     // the same
    std::vector<memory_object> tables_;        // until the last launch is enqueued
    std::vector<round> all_;
};

/// Puts the table on the device, with the numbers of rows behind the offsets of each.
void rounds::add_table(const member_arrangement& arranged, const std::vector<row_numbers>& rows) {
    if (!arranged.access.table) return tables_.push_back({});
    if (rows.empty()) return tables_.push_back(shared_.tables->of(shared_.context, arranged.offsets));
    std::vector<std::uint64_t> table;
    table.reserve(arranged.order.size() * arranged.access.columns());
    for (std::size_t k = 0; k < arranged.order.size(); ++k) {
        const auto* offsets = &arranged.offsets[k * member_offsets];
        table.insert(table.end(), offsets, offsets + member_offsets);
        const auto& r = rows[arranged.order[k]];
        table.insert(table.end(), {r.length, r.in_chirp, r.out_chirp, r.filter, r.scale});
    }
    tables_.push_back(shared_.tables->of(shared_.context, table));
}

void rounds::add_together(const many_of_a_kind& kind) {
    auto shared = memory_;
    if (kind.row_tables) shared[buffer::spectrum] = kind.row_tables;
    const auto& arranged = arranged_.emplace_back(arrange(kind.items, shared, kind.most, !kind.rows.empty()));
    const auto& kernels = kind.kernels(arranged.access);
    add_table(arranged, kind.rows);
    auto at_once = std::min(kind.items.size(), most_of_a_launch);
    if (kind.workspace_bytes) at_once = std::max<std::size_t>(1, std::min(at_once, room_bytes_ / kind.workspace_bytes));
    for (const auto& part : arranged.parts)
        for (std::size_t k = 0; k < part.count; k += at_once) {
            const auto count = std::min(at_once, part.count - k);
            const bool own_buffers = part.given.size() > 1;
            executions e(&part.given[own_buffers ? k : 0], own_buffers ? count : 1, count);
            e.table = tables_.back().get();
            e.first = static_cast<cl_uint>(part.first + k);
            e.reached = part.reached.empty() ? nullptr : &part.reached;
            all_.push_back({&kernels, e});
        }
}

void rounds::add_one_by_one(const many_of_a_kind& kind) {
    const auto place = [](device_memory memory, std::size_t offset) {
        if (!offset) return memory;
        if (!memory.address())
            throw unsupported_error("batch", "a plan with transposes cannot use offsets in buffer objects");
        return device_memory::at(static_cast<const std::byte*>(memory.address()) + offset);
    };
    for (const auto& item : kind.items) {
        auto b = memory_;
        b[buffer::input] = place(item.input, item.input_offset);
        b[buffer::output] = place(item.output, item.output_offset);
        b[buffer::input_imaginary] = place(item.input_imaginary, item.input_offset);
        b[buffer::output_imaginary] = place(item.output_imaginary, item.output_offset);
        all_.push_back({&kind.kernels({}), single_.emplace_back(b)});
    }
}

}  // namespace

void check_shared(const buffers& shared) {
    const auto check = [](const char* field, device_memory memory) {
        if (memory)
            throw argument_error(field, "shared: " + std::string(field) + " must be null: items have their own");
    };
    check("input", shared.input);
    check("output", shared.output);
    check("input_imaginary", shared.input_imaginary);
    check("output_imaginary", shared.output_imaginary);
    check("spectrum", shared.spectrum);
}

event_object enqueue_kinds(const std::vector<many_of_a_kind>& kinds, const many_shared& shared, cl_uint n_wait,
                           const cl_event* wait, bool with_event) {
    rounds all(shared);
    all.take_workspace(kinds);
    for (const auto& kind : kinds) all.add(kind);
    return all.enqueue(n_wait, wait, with_event);
}

}  // namespace stockham::internal
