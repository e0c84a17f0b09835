// Divides an array of any rank into a stack of equal units, by its shape and the axes to transform.
#include "array/stack.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <stockham/array.hpp>

#include "bytes.hpp"
#include "fault.hpp"

namespace stockham::tools {

namespace {

// A unit should be large enough to justify a launch, and small enough that many can overlap.
constexpr std::size_t most_unit_bytes = std::size_t{4} << 20;
constexpr std::size_t wanted_units = 64;
// An alignment that is enough for the sub-buffers of all devices.
constexpr std::size_t pitch_bytes = 4096;
// Larger blocks leave too little to overlap.
constexpr std::size_t most_block_bytes = std::size_t{64} << 20;
// Shorter runs take as long to move.
constexpr std::size_t least_run_bytes = 64;

std::size_t divide_up(std::size_t a, std::size_t b) {
    return (a + b - 1) / b;
}

std::vector<std::size_t> packed_strides(const std::vector<std::size_t>& shape) {
    std::vector<std::size_t> strides(shape.size(), 1);
    for (std::size_t k = shape.size(); k-- > 1;) strides[k - 1] = strides[k] * shape[k];
    return strides;
}

bool contains(const std::vector<std::size_t>& axes, std::size_t k) {
    return std::find(axes.begin(), axes.end(), k) != axes.end();
}

struct loop {
    std::size_t count = 1;
    std::size_t stride = 1;
};

// Merges the axes from `first` on that are not transformed into one loop. Nothing if that is not possible.
std::optional<loop> inner_loop(const stack_request& r, std::size_t first) {
    const auto strides = packed_strides(r.shape);
    loop merged;
    for (std::size_t k = r.shape.size(); k-- > first;) {
        if (contains(r.axes, k) || r.shape[k] == 1) continue;
        if (merged.count == 1)
            merged = {r.shape[k], strides[k]};
        else if (strides[k] == merged.count * merged.stride)
            merged.count *= r.shape[k];
        else
            return std::nullopt;
    }
    return merged;
}

// The number of parts per unit, for `count` parts of `bytes` each.
std::size_t parts_per_unit(std::size_t count, std::size_t bytes) {
    return std::clamp<std::size_t>(divide_up(count, wanted_units), 1,
                                   std::max<std::size_t>(1, most_unit_bytes / bytes));
}

void use_packed(stack& s, std::size_t most_parts) {
    const std::size_t points = *product(s.unit.lengths);
    const std::size_t transforms = s.total_elements / points;
    const std::size_t parts = parts_per_unit(transforms, points * s.output().element_bytes);
    // Units of small transforms fill the pitch of both sides as far as whole transforms can, to waste no memory on
    // gaps.
    const std::size_t step = std::max<std::size_t>(1, pitch_bytes / (points * s.input().element_bytes));
    s.unit.batch = s.parts = std::min({transforms, divide_up(parts, step) * step, most_parts});
    s.units = divide_up(transforms, s.unit.batch);
    s.run_elements = points * s.unit.batch;
    s.block_elements = s.total_elements;
    s.units_per_block = s.units;
}

void use_slabs(stack& s, const stack_request& r, const loop& inner) {
    const auto strides = packed_strides(r.shape);
    const std::size_t first = r.axes.front();
    const std::size_t span = inner.count * inner.stride;
    s.block_elements = strides[first] * r.shape[first];
    s.runs = s.block_elements / span;
    s.run_stride = span;
    const std::size_t line_bytes = inner.stride * s.output().element_bytes;
    const std::size_t lines = inner.count * (s.total_elements / s.block_elements);
    const std::size_t least = divide_up(least_run_bytes, line_bytes);
    s.unit.batch = s.parts =
        std::min({inner.count, std::max(least, parts_per_unit(lines, s.runs * line_bytes)), r.most_parts});
    s.run_elements = s.unit.batch * inner.stride;
    s.units_per_block = divide_up(inner.count, s.unit.batch);
    s.units = s.units_per_block * (s.total_elements / s.block_elements);
    // Axes outside the loop step over runs, which are shorter in the unit. Axes inside it lie within a line.
    for (const std::size_t k : r.axes)
        s.unit.input.strides.push_back(strides[k] >= span ? strides[k] / span * s.run_elements : strides[k]);
    s.unit.input.distance = inner.stride;
    s.unit.output = s.unit.input;
}

// Units of consecutive whole blocks. The blocks form a loop, and so does each axis of a block that is not transformed.
void use_blocks(stack& s, const stack_request& r) {
    const std::size_t first = r.axes.front();
    const std::size_t block = packed_strides(r.shape)[first] * r.shape[first];
    const std::size_t blocks = s.total_elements / block;
    s.parts = std::min({blocks, parts_per_unit(blocks, block * s.output().element_bytes), r.most_parts});
    s.units = divide_up(blocks, s.parts);
    s.run_elements = block * s.parts;
    s.block_elements = s.total_elements;
    s.units_per_block = s.units;
    array unit;
    unit.shape = {s.parts};
    unit.shape.insert(unit.shape.end(), r.shape.begin() + static_cast<std::ptrdiff_t>(first), r.shape.end());
    std::vector<int> axes;
    for (const std::size_t k : r.axes) axes.push_back(static_cast<int>(k - first + 1));
    transform along = transform_along(axes, unit, unit, s.unit.kind, s.unit.precision);
    along.direction = s.unit.direction;
    along.scale = s.unit.scale;
    s.unit = along;
}

// True if there are several blocks and they are small enough to overlap.
bool wants_blocks(const stack& s, const stack_request& r) {
    const std::size_t first = r.axes.front();
    const std::size_t block = packed_strides(r.shape)[first] * r.shape[first];
    return !r.slabs && s.total_elements > block && block * s.output().element_bytes <= most_block_bytes;
}

stack_side side_of(const stack& s, std::size_t element_bytes) {
    return {element_bytes, s.total_elements * element_bytes,
            divide_up(s.unit_elements() * element_bytes, pitch_bytes) * pitch_bytes};
}

}  // namespace

stack_side stack::input() const noexcept {
    return side_of(*this, is_real() ? real_size(unit.precision) : element_size(unit.precision));
}

stack_side stack::output() const noexcept {
    return side_of(*this, element_size(unit.precision));
}

void stack::for_each_piece(std::size_t unit_number, std::size_t first, std::size_t count,
                           const std::function<void(std::size_t, std::size_t, std::size_t)>& f) const {
    const std::size_t block_start = unit_number / units_per_block * block_elements;
    const std::size_t run_start = unit_number % units_per_block * run_elements;
    // A single run ends at the end of its block, one of several runs at the end of its stride.
    const std::size_t span = runs == 1 ? block_elements : run_stride;
    const std::size_t run_end = std::min(run_elements, span - run_start);
    for (std::size_t at = first; at < first + count;) {
        const std::size_t run = at / run_elements;
        const std::size_t begin = at % run_elements;
        const std::size_t end = std::min(run_elements, begin + first + count - at);
        if (begin < run_end) f(block_start + run * run_stride + run_start + begin, at, std::min(end, run_end) - begin);
        at += end - begin;
    }
}

stack make_stack(const stack_request& r) {
    stack s;
    s.total_elements = *product(r.shape);
    for (const std::size_t k : r.axes) s.unit.lengths.push_back(r.shape[k]);
    s.unit.precision = r.precision;
    if (r.real) {
        s.unit.kind = kind::r2c;
        s.unit.full_spectrum = true;
    }
    s.unit.direction = r.inverse ? direction::inverse : direction::forward;
    if (r.inverse) s.unit.scale = 1 / static_cast<double>(*product(s.unit.lengths));
    const auto inner = inner_loop(r, r.axes.front());
    if (inner && inner->count == 1)
        use_packed(s, r.most_parts);
    else if (inner && !wants_blocks(s, r))
        use_slabs(s, r, *inner);
    else
        use_blocks(s, r);
    return s;
}

bool has_slabs(const stack_request& r) {
    const auto inner = inner_loop(r, r.axes.front());
    return inner && inner->count > 1;
}

std::vector<std::size_t> resolve_axes(const std::vector<int>& wanted, std::size_t rank) {
    std::vector<std::size_t> axes;
    const auto signed_rank = static_cast<long>(rank);
    for (const long axis : wanted) {
        if (axis >= signed_rank || axis < -signed_rank)
            throw usage_error(fmt::format("--axes: no axis {} in an array of {} dimensions (allowed: {} to {})", axis,
                                          rank, -signed_rank, signed_rank - 1));
        axes.push_back(static_cast<std::size_t>(axis < 0 ? axis + signed_rank : axis));
    }
    if (wanted.empty())
        for (std::size_t k = rank < 2 ? 0 : rank - 2; k < rank; ++k) axes.push_back(k);
    std::sort(axes.begin(), axes.end());
    if (std::adjacent_find(axes.begin(), axes.end()) != axes.end()) throw usage_error("--axes: an axis is given twice");
    if (axes.size() > 3)
        throw usage_error(fmt::format("--axes: at most 3 axes can be transformed (got {})", axes.size()));
    return axes;
}

}  // namespace stockham::tools
