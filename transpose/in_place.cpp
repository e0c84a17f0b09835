// Plans in-place transposes: steps, work-groups and scratch.
#include "transpose/in_place.hpp"

#include <numeric>

#include "transpose/line_index.h"
#include "transpose/numbers.hpp"
#include "transpose/swap_index.h"

namespace stockham::internal {

namespace {

using transpose_index::line_numbers;
using transpose_index::swap_numbers;

// ---- Square -------------------------------------------------------------------------------------------------------

/// Side of a square tile: the largest of 32, 16, 8, .. for which the tile pairs of two work-groups fit into local
/// memory.
std::size_t tile_side(std::size_t bytes, const device_description& device) {
    std::size_t side = 32;
    while (side > 2 && 2 * 2 * padded_size(side * side, bytes) * bytes > device.local_memory) side /= 2;
    return side;
}

transpose_plan plan_swaps(const in_place_transpose& step, const device_description& device) {
    constexpr std::size_t cpu_side = 64;
    const std::size_t bytes = element_bytes(step.element);
    const bool cpu = device.kind == device_kind::cpu;
    const std::size_t side = cpu ? cpu_side : tile_side(bytes, device);
    const std::uint64_t tiles = (step.rows - 1) / side + 1, width = tiles | 1, height = (tiles + 1) / 2;
    const swap_numbers numbers{divide_by(width), divide_by(height), tiles, step.rows};

    launch made;
    made.work_items = cpu ? 1 : std::min(work_group(device, 256), side * side);
    made.source = cpu ? specialised("transpose/block_swap.cl", step.element, {{"TILE_SIDE", side}})
                      : specialised("transpose/swap.cl", step.element, {{"ITEMS", made.work_items}, {"SIDE", side}});
    made.kernel = cpu ? "swap_blocks_of_tiles" : "swap_tiles";
    made.arguments = {buffer::input, value_argument(numbers)};
    made.groups = width * height * step.batch;
    made.local_bytes = cpu ? 0 : 2 * padded_size(side * side, bytes) * bytes;

    const std::string text = "swap " + std::to_string(side) + "x" + std::to_string(side) + " tiles";
    return {{made}, 0, text};
}

// ---- Rectangular --------------------------------------------------------------------------------------------------

/// Work-groups and scratch of a step.
struct line_shares {
    std::size_t items;    ///< per work-group
    std::size_t scratch;  ///< elements in local memory; 0: in the workspace
    std::uint64_t groups;
    std::uint64_t workspace;  ///< elements
};

/// m rows of n elements, m < n.
struct rectangle {
    std::uint64_t m, n, batch;
    std::uint64_t common;  ///< gcd(m, n)
};

/// log2 of the lines in a strip: a single row, or as many columns as fit into one row of scratch and one memory access.
unsigned strip_width(const rectangle& matrix, bool columns, std::size_t bytes, const device_description& device) {
    if (!columns) return 0;
    const std::size_t run = device.kind == device_kind::cpu ? 64 : 128;
    std::uint64_t width = std::min<std::uint64_t>(run / bytes, matrix.n / matrix.m);
    if (matrix.m * bytes <= device.local_memory)
        width = std::min<std::uint64_t>(width, device.local_memory / (matrix.m * bytes));
    return floor_log2(width);
}

line_shares share_lines(std::uint64_t slots, std::uint64_t strips, const rectangle& matrix, std::size_t bytes,
                        const device_description& device) {
    constexpr std::uint64_t most_groups = 1U << 20, least_scratch = 4096;
    const bool cpu = device.kind == device_kind::cpu;
    if (slots * bytes <= device.local_memory) {
        // Rounded up to a power of two, so that a few kernels serve all shapes.
        const std::size_t rounded = std::max<std::size_t>(std::size_t{1} << ceil_log2(slots), least_scratch / bytes);
        return {cpu ? 1 : work_group(device, slots > 512 ? 256 : 64), std::min(rounded, device.local_memory / bytes),
                std::min(strips, most_groups), 0};
    }
    // Enough work-groups to keep the device busy, but scratch of at most an eighth of the matrices.
    const std::uint64_t busy = std::max(1U, device.compute_units) * (cpu ? 1 : 4);
    const std::uint64_t modest = std::max<std::uint64_t>(1, matrix.m * matrix.batch / 8);
    const std::uint64_t groups = std::min({busy, modest, strips});
    return {cpu ? 1 : work_group(device, 1024), 0, groups, groups * slots};
}

struct line_launch {
    launch made;
    std::uint64_t workspace;  ///< elements
    std::string text;
};

line_launch plan_lines(const in_place_transpose& step, const rectangle& matrix, transpose_index::line_step which,
                       bool scatter, const device_description& device) {
    const std::size_t bytes = element_bytes(step.element);
    const bool columns = which != transpose_index::line_spread;
    line_numbers numbers{};
    numbers.m = divide_by(matrix.m);
    numbers.n = divide_by(matrix.n);
    numbers.a = divide_by(matrix.m / matrix.common);
    numbers.b = divide_by(matrix.n / matrix.common);
    numbers.distance = matrix.m * matrix.n;
    numbers.lines = columns ? matrix.n : matrix.m;
    numbers.length = columns ? matrix.m : matrix.n;
    numbers.pitch = columns ? 1 : matrix.n;
    numbers.stride = columns ? matrix.n : 1;
    numbers.width = strip_width(matrix, columns, bytes, device);
    numbers.step = which;
    numbers.scatter = scatter;
    numbers.strips = divide_by(ceil_shift(numbers.lines, numbers.width));
    numbers.all_strips = numbers.strips.n * matrix.batch;
    const std::uint64_t slots = numbers.length << numbers.width;
    const line_shares shares = share_lines(slots, numbers.all_strips, matrix, bytes, device);
    numbers.rounds = (numbers.all_strips - 1) / shares.groups + 1;

    launch made;
    const bool cpu = device.kind == device_kind::cpu;
    made.source = specialised(cpu ? "transpose/block_lines.cl" : "transpose/lines.cl", step.element,
                              {{"ITEMS", shares.items}, {"SCRATCH", shares.scratch}});
    made.kernel = cpu ? "walk_lines" : "shuffle_lines";
    made.arguments = {buffer::input, value_argument(numbers)};
    if (!shares.scratch) made.arguments.push_back(buffer::workspace);
    made.groups = shares.groups;
    made.work_items = shares.items;
    made.local_bytes = shares.scratch * bytes;

    constexpr const char* names[] = {"rotate columns", "spread rows", "settle columns"};
    std::string text = std::string(names[which]) + (scatter ? " (scatter), " : " (gather), ");
    text += columns ? std::to_string(1U << numbers.width) + " at a time, " : "";
    text += shares.scratch ? "scratch in local memory" : "scratch in the workspace";
    return {made, shares.workspace, text};
}

transpose_plan plan_shuffles(const in_place_transpose& step, const device_description& device) {
    using namespace transpose_index;
    const std::uint64_t m = std::min(step.rows, step.columns), n = std::max(step.rows, step.columns);
    const rectangle matrix{m, n, step.batch, std::gcd(m, n)};
    const bool forwards = step.rows < step.columns;
    std::vector<line_launch> steps;
    const auto add = [&](line_step which, bool scatter) {
        if (which == line_rotate && matrix.common == 1) return;  // no column moves
        steps.push_back(plan_lines(step, matrix, which, forwards ? scatter : !scatter, device));
    };
    add(line_rotate, false);
    add(line_spread, true);
    add(line_settle, false);
    if (!forwards) std::reverse(steps.begin(), steps.end());

    transpose_plan plan;
    for (const line_launch& each : steps) {
        plan.launches.push_back(each.made);
        plan.workspace_bytes =
            std::max<std::uint64_t>(plan.workspace_bytes, each.workspace * element_bytes(step.element));
        plan.text += (plan.text.empty() ? "" : "\n") + each.text;
    }
    return plan;
}

}  // namespace

transpose_plan plan_in_place(const in_place_transpose& step, const device_description& device) {
    if (step.rows == 1 || step.columns == 1) return {};
    return step.rows == step.columns ? plan_swaps(step, device) : plan_shuffles(step, device);
}

}  // namespace stockham::internal
