// Chooses kernel, tile and arguments of an out-of-place transpose.
#include "transpose/tile_transpose.hpp"

#include <array>

#include <stockham/error.hpp>

#include "transpose/numbers.hpp"
#include "transpose/tile_index.h"

namespace stockham::internal {

namespace {

using transpose_index::box_rank;
using transpose_index::tile_dimension;
using transpose_index::tile_numbers;
using transpose_index::tile_shape;

constexpr std::size_t most_loops = transpose_index::most_dimensions - 2;
constexpr std::size_t tile_bytes = 8192;

/// A kernel and its specialisation.
struct tile_kernel {
    const char* file;
    const char* function;
    std::size_t items;  ///< of a work-group
    std::size_t slots;  ///< maximum per tile, a power of two
    bool local;         ///< whether the tile is in local memory
};

/// Tiles have 8 KB: each of 256 work-items moves 32 bytes, and accesses cover at least 128 contiguous bytes on both
/// sides. Several tiles fit into a compute unit, so that some load while others store. Halved until two tiles fit into
/// local memory.
std::size_t tile_slots(std::size_t bytes, const device_description& device) {
    std::size_t slots = tile_bytes / bytes;
    while (slots && 2 * padded_size(slots, bytes) * bytes > device.local_memory) slots /= 2;
    return slots;
}

/// The dimensions in the kernel's order: columns, rows, the loop that a tile may include, the other loops.
std::vector<iodim> dimensions_of(const tile_transpose& step) {
    std::vector<iodim> all{step.columns, step.rows};
    for (const iodim& loop : step.loops)
        if (loop.n != 1) all.push_back(loop);
    if (all.size() - 2 > most_loops)
        throw unsupported_error("transpose loops", "a transpose has at most " + std::to_string(most_loops) +
                                                       " loops, not " + std::to_string(all.size() - 2));
    // The tile includes the loop with the shortest strides, so that many small matrices are contiguous.
    const auto nearer = [](const iodim& a, const iodim& b) { return a.is + a.os < b.is + b.os; };
    if (all.size() > 3) std::iter_swap(all.begin() + 2, std::min_element(all.begin() + 2, all.end(), nearer));
    all.resize(std::max<std::size_t>(all.size(), box_rank));
    return all;
}

/// True if the fastest dimension of the input is also the fastest of the output, so that nothing is transposed.
bool is_copy(const std::vector<iodim>& dimensions) {
    const auto nearest = [&](std::uint64_t iodim::*stride) {
        return std::min_element(dimensions.begin(), dimensions.begin() + box_rank, [&](const iodim& a, const iodim& b) {
            return (a.n == 1) != (b.n == 1) ? b.n == 1 : a.*stride < b.*stride;
        });
    };
    return nearest(&iodim::is) == nearest(&iodim::os);
}

tile_kernel choose_kernel(const tile_transpose& step, const std::vector<iodim>& dimensions,
                          const device_description& device) {
    constexpr std::size_t most_slots_of_an_item = 8, least_tile = 64, block_tile = 4096;
    const std::size_t bytes = element_bytes(step.element), items = work_group(device, 256);
    if (step.plain) return {"transpose/plain.cl", "plain_transpose", items, items, false};
    if (device.kind == device_kind::cpu) return {"transpose/block.cl", "block_transpose", 1, block_tile, false};
    const std::size_t slots = std::min(tile_slots(bytes, device), items * most_slots_of_an_item);
    if (slots >= least_tile && !is_copy(dimensions))
        return {"transpose/tile.cl", "tile_transpose", std::min(items, slots), slots, true};
    const std::size_t moved = std::min(tile_bytes / bytes, items * most_slots_of_an_item);
    return {"transpose/plain.cl", "plain_transpose", std::min(items, moved), moved, false};
}

/// Distributes the bits of a tile's slot numbers over its dimensions: half for columns, half for rows. Unused bits go
/// to the other dimensions, so narrow matrices get narrow tiles and small ones share a tile.
std::array<unsigned, box_rank> share_bits(const std::vector<iodim>& dimensions, unsigned bits) {
    std::array<unsigned, box_rank> wanted{}, share{};
    for (std::size_t d = 0; d < box_rank; ++d) wanted[d] = ceil_log2(dimensions[d].n);
    share[0] = std::min(wanted[0], bits / 2);
    share[1] = std::min(wanted[1], bits - bits / 2);
    unsigned left = bits - share[0] - share[1];
    for (std::size_t d = 0; d < box_rank; ++d) {
        const unsigned more = std::min(wanted[d] - share[d], left);
        share[d] += more;
        left -= more;
    }
    return share;
}

/// Numbers the slots in the memory order of one side: the dimension with the shortest stride gets the lowest bits.
void number_slots(const tile_numbers& numbers, std::uint64_t tile_dimension::*stride, std::uint32_t* shifts) {
    std::array<std::size_t, box_rank> order{0, 1, 2};
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return numbers.dimensions[a].*stride < numbers.dimensions[b].*stride;
    });
    std::uint32_t next = 0;
    for (const std::size_t d : order) {
        shifts[d] = next;
        next += numbers.shape.bits[d];
    }
}

tile_numbers numbers_of(const tile_transpose& step, const std::vector<iodim>& dimensions, std::size_t slots) {
    const auto bits = share_bits(dimensions, floor_log2(slots));
    tile_numbers numbers{};
    numbers.in_offset = step.in_offset;
    numbers.out_offset = step.out_offset;
    // The third dimension is a placeholder if there is no loop.
    numbers.shape.rank = static_cast<std::uint32_t>(dimensions.back().n == 1 ? box_rank - 1 : dimensions.size());
    std::copy(bits.begin(), bits.end(), numbers.shape.bits);
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
        const iodim& dim = dimensions[d];
        numbers.dimensions[d] = {divide_by(ceil_shift(dim.n, d < box_rank ? bits[d] : 0)), dim.n, dim.is, dim.os};
    }
    number_slots(numbers, &tile_dimension::is, numbers.shape.read);
    number_slots(numbers, &tile_dimension::os, numbers.shape.write);
    return numbers;
}

/// Slots of the tile: fewer than the maximum if the problem is smaller than a tile.
std::size_t slots_of(const tile_numbers& numbers) {
    return std::size_t{1} << (numbers.shape.bits[0] + numbers.shape.bits[1] + numbers.shape.bits[2]);
}

std::uint64_t groups_of(const tile_numbers& numbers) {
    std::uint64_t groups = 1;
    for (std::uint32_t d = 0; d < numbers.shape.rank; ++d) groups *= numbers.dimensions[d].tiles.n;
    return groups;
}

/// The shape as a C initialiser.
std::string shape_text(const tile_shape& shape) {
    const auto braced = [](const std::uint32_t(&of)[box_rank]) {
        return "{" + std::to_string(of[0]) + "," + std::to_string(of[1]) + "," + std::to_string(of[2]) + "}";
    };
    return "{" + std::to_string(shape.rank) + "," + braced(shape.bits) + "," + braced(shape.read) + "," +
           braced(shape.write) + "}";
}

std::string dim_text(const iodim& d) {
    return "(" + std::to_string(d.n) + "," + std::to_string(d.is) + "," + std::to_string(d.os) + ")";
}

}  // namespace

launch to_launch(const tile_transpose& step, const device_description& device) {
    const auto dimensions = dimensions_of(step);
    const tile_kernel kernel = choose_kernel(step, dimensions, device);
    const tile_numbers numbers = numbers_of(step, dimensions, kernel.slots);
    const std::size_t slots = slots_of(numbers), items = std::min(kernel.items, slots);
    launch made;
    if (kernel.local) made.source = "#define SHAPE " + shape_text(numbers.shape) + "\n";
    made.source += specialised(kernel.file, step.element, {{"ITEMS", items}, {"TILE", slots}});
    made.kernel = kernel.function;
    made.arguments = {step.src, step.dst, value_argument(numbers)};
    made.groups = groups_of(numbers);
    made.work_items = items;
    made.local_bytes = kernel.local ? padded_size(slots, element_bytes(step.element)) * element_bytes(step.element) : 0;
    return made;
}

void for_each_move(const tile_transpose& step, const device_description& device,
                   const std::function<void(std::uint64_t, std::uint64_t, std::uint64_t)>& move) {
    using namespace transpose_index;
    const auto dimensions = dimensions_of(step);
    const tile_numbers numbers = numbers_of(step, dimensions, choose_kernel(step, dimensions, device).slots);
    const std::uint64_t groups = groups_of(numbers);
    const tile_shape& shape = numbers.shape;
    const tile_cell origin{};
    for (std::uint64_t group = 0; group < groups; ++group) {
        tile_place place;
        tile_at(&numbers, &shape, group, &place);
        for (index32 slot = 0; slot < slots_of(numbers); ++slot) {
            // The slot of local memory that is written out gives the element that was read into it.
            tile_cell read, written;
            cell_written(&shape, slot, &written);
            cell_read(&shape, slot_of(&shape, &written), &read);
            if (holds(&place, &origin, &written) && holds(&place, &origin, &read))
                move(group, place.source + cell_source(&numbers, &read),
                     place.target + cell_target(&numbers, &written));
        }
    }
}

std::string to_string(const tile_transpose& step) {
    std::string text = std::string(step.plain ? "plain transpose " : "transpose ") + element_name(step.element) +
                       " rows " + dim_text(step.rows) + " columns " + dim_text(step.columns);
    if (!step.loops.empty()) text += " loops";
    for (const iodim& loop : step.loops) text += " " + dim_text(loop);
    if (step.in_offset || step.out_offset)
        text += " offsets " + std::to_string(step.in_offset) + " " + std::to_string(step.out_offset);
    return text;
}

}  // namespace stockham::internal
