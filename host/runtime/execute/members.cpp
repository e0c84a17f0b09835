// Decides how the kernels find the memory of members, and in which order members run.
#include "runtime/execute/members.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <string>
#include <utility>

#include <stockham/error.hpp>

namespace stockham::internal {

namespace {

bool needs_part(const buffer_needs& needs, buffer which) {
    return std::any_of(needs.others.begin(), needs.others.end(),
                       [&](const buffer_needs::other& o) { return o.which == which; });
}

auto place_of(const byte_range& r) {
    return std::make_pair(reinterpret_cast<std::uintptr_t>(r.root), r.begin);
}

std::string item_text(std::size_t item) {
    return "items[" + std::to_string(item) + "]";
}

/// Calls f and names the item in its errors.
template <class Function>
void for_item(std::size_t item, const Function& f) {
    try {
        f();
    } catch (const argument_error& e) {
        throw argument_error(item_text(item) + "." + e.field(), item_text(item) + ": " + e.what());
    }
}

}  // namespace

member_check::member_check(const memory_owner& owner) : owner_(owner) {}

void member_check::add_part(batch_item& item, const char* field, device_memory batch_item::*memory, std::size_t offset,
                            std::size_t bytes, use what, known_buffer& known) {
    const auto range = checked_range(field, item.*memory, offset, bytes, what, owner_, known);
    (what == use::read ? read_ : written_).push_back({range, items_});
}

void member_check::add(batch_item& item, const buffer_needs& needs) {
    const bool in_place = needs.placement == placement::in_place;
    owner_.alignment = needs.input_alignment ? needs.input_alignment : needs.alignment;
    const auto of_input = in_place ? use::both : use::read;
    for_item(items_, [&] {
        add_part(item, "input", &batch_item::input, item.input_offset, needs.input_bytes, of_input, known_[0]);
        if (needs_part(needs, buffer::input_imaginary))
            add_part(item, "input_imaginary", &batch_item::input_imaginary, item.input_offset, needs.input_bytes,
                     of_input, known_[1]);
        if (!in_place) {
            owner_.alignment = needs.output_alignment ? needs.output_alignment : needs.alignment;
            add_part(item, "output", &batch_item::output, item.output_offset, needs.output_bytes, use::written,
                     known_[2]);
            if (needs_part(needs, buffer::output_imaginary))
                add_part(item, "output_imaginary", &batch_item::output_imaginary, item.output_offset,
                         needs.output_bytes, use::written, known_[3]);
            return;
        }
        const auto check = [](const char* field, device_memory out, device_memory in) {
            if (out && out != in)
                throw argument_error(field, "in place, the " + std::string(field) +
                                                " buffer must be that of the input or null");
        };
        check("output", item.output, item.input);
        check("output_imaginary", item.output_imaginary, item.input_imaginary);
        if (item.output_offset && item.output_offset != item.input_offset)
            throw argument_error("output_offset", "in place, output_offset must be input_offset or 0");
        item.output = item.input;
        item.output_imaginary = item.input_imaginary;
        item.output_offset = item.input_offset;
    });
    ++items_;
}

void member_check::finish(const buffers& shared, std::size_t workspace_bytes) {
    const auto before = [](const part& a, const part& b) { return place_of(a.range) < place_of(b.range); };
    for (auto* parts : {&read_, &written_})
        if (!std::is_sorted(parts->begin(), parts->end(), before)) std::sort(parts->begin(), parts->end(), before);
    for (std::size_t k = 1; k < written_.size(); ++k) {
        const auto &a = written_[k - 1], &b = written_[k];
        if (a.range.root != b.range.root || a.range.end <= b.range.begin) continue;
        const auto [first, second] = std::minmax(a.item, b.item);
        throw argument_error(item_text(second) + ".output",
                             "the outputs of " + item_text(first) + " and " + item_text(second) + " must not overlap");
    }
    // Written ranges are now known to be disjoint, so their ends are in order, too.
    auto w = written_.begin();
    for (const auto& r : read_) {
        while (w != written_.end() &&
               std::make_pair(reinterpret_cast<std::uintptr_t>(w->range.root), w->range.end) <= place_of(r.range))
            ++w;
        if (w != written_.end() && w->range.root == r.range.root && w->range.begin < r.range.end)
            throw argument_error(item_text(w->item) + ".output", "the output of " + item_text(w->item) +
                                                                     " must not overlap the input of " +
                                                                     item_text(r.item));
    }
    check_data("load_data", shared.load_data, owner_);
    check_data("store_data", shared.store_data, owner_);
    if (workspace_bytes && shared.workspace) check_workspace(shared.workspace, workspace_bytes);
}

void member_check::check_workspace(device_memory memory, std::size_t bytes) const {
    known_buffer unknown;
    const auto range = checked_range("workspace", memory, 0, bytes, use::both, owner_, unknown);
    for (const auto* parts : {&written_, &read_})
        for (const auto& p : *parts)
            if (p.range.root == range.root && p.range.begin < range.end && range.begin < p.range.end)
                throw argument_error("workspace", "the workspace must not overlap the memory of " + item_text(p.item));
}

namespace {

using item_bases = std::array<cl_mem, member_offsets>;

constexpr device_memory batch_item::*sides[member_offsets] = {
    &batch_item::input, &batch_item::output, &batch_item::input_imaginary, &batch_item::output_imaginary};

item_bases bases_of(const batch_item& item) {
    item_bases all{};
    for (std::size_t s = 0; s < member_offsets; ++s) all[s] = (item.*sides[s]).buffer();
    return all;
}

bool has_address(const batch_item& item) {
    return std::any_of(std::begin(sides), std::end(sides), [&](auto side) { return (item.*side).address(); });
}

execution_buffers memory_of(const batch_item& item, const execution_buffers& shared) {
    auto b = shared;
    b[buffer::input] = item.input;
    b[buffer::output] = item.output;
    b[buffer::input_imaginary] = item.input_imaginary;
    b[buffer::output_imaginary] = item.output_imaginary;
    return b;
}

/// Appends the offsets of an item from these bases.
void add_offsets(std::vector<std::uint64_t>& all, const batch_item& item, const batch_item& base) {
    const std::size_t given[member_offsets] = {item.input_offset, item.output_offset, item.input_offset,
                                               item.output_offset};
    for (std::size_t s = 0; s < member_offsets; ++s) {
        const auto address = [&](const batch_item& of) {
            return std::uint64_t{reinterpret_cast<std::uintptr_t>((of.*sides[s]).address())};
        };
        all.push_back(address(item) - address(base) + given[s]);  // modulo 2^64
    }
}

/// The addresses of a part's items, without those that follow an equal one.
void add_reached(std::vector<const void*>& all, const batch_item& item, const batch_item& before, bool first) {
    for (auto side : sides)
        if (const void* const address = (item.*side).address();
            address && (first || address != (before.*side).address()))
            all.push_back(address);
}

}  // namespace

member_arrangement arrange(const std::vector<batch_item>& items, const execution_buffers& shared, unsigned most_buffers,
                           bool rows) {
    constexpr unsigned few = 16;  // with more arguments than needed, setting them takes longer than the launch
    member_arrangement made;
    auto& order = made.order;
    order.resize(items.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto less = [&](std::size_t a, std::size_t b) {
        const auto of_a = bases_of(items[a]), of_b = bases_of(items[b]);
        return std::lexicographical_compare(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), std::less<cl_mem>());
    };
    if (!std::is_sorted(order.begin(), order.end(), less)) std::stable_sort(order.begin(), order.end(), less);
    std::size_t runs = 1;
    for (std::size_t k = 1; k < order.size(); ++k) runs += less(order[k - 1], order[k]);
    const auto buffers = std::min(most_buffers, items.size() <= few ? few : most_buffers);
    const auto by_arguments = (items.size() + buffers - 1) / buffers;
    const bool one_base = runs < by_arguments || runs == 1 || std::any_of(items.begin(), items.end(), has_address);
    if (!one_base) std::iota(order.begin(), order.end(), std::size_t{0});
    made.access.buffers = one_base ? 1 : buffers;
    made.access.rows = rows;
    made.access.table = one_base || rows || std::any_of(items.begin(), items.end(), [](const batch_item& i) {
                            return i.input_offset || i.output_offset;
                        });
    const auto starts_part = [&](std::size_t k) {
        return k == 0 || (one_base ? less(order[k - 1], order[k]) : k % buffers == 0);
    };
    const batch_item none{};
    for (std::size_t k = 0; k < order.size(); ++k) {
        const auto& item = items[order[k]];
        const bool starts = starts_part(k);
        if (starts) made.parts.push_back({{}, k, 0, {}});
        auto& part = made.parts.back();
        ++part.count;
        if (starts || !one_base) part.given.push_back(memory_of(item, shared));
        if (made.access.table) add_offsets(made.offsets, item, one_base ? items[order[part.first]] : none);
        if (one_base) add_reached(part.reached, item, starts ? item : items[order[k - 1]], starts);
    }
    return made;
}

}  // namespace stockham::internal
