// How an array of any rank becomes a stack of transforms: which axes are transformed, and in which units it can be cut.
#include "array/stack.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <stockham/array.hpp>

#include "bytes.hpp"
#include "fault.hpp"

namespace stockham::tools {

namespace {

// A unit should be large enough to be worth a launch, and small enough that there are many to overlap.
constexpr std::size_t most_unit_bytes = std::size_t{4} << 20;
constexpr std::size_t wanted_units = 64;
// No device wants sub-buffers to start at a multiple of more than this.
constexpr std::size_t pitch_bytes = 4096;
// Larger blocks leave too little to overlap.
constexpr std::size_t most_block_bytes = std::size_t{64} << 20;
// Shorter pieces of memory are moved no faster.
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

// The one loop that the axes from `first` on which are not transformed make together, if they do.
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

// How many of `count` equal parts of `bytes` make a unit.
std::size_t parts_a_unit(std::size_t count, std::size_t bytes) {
    return std::clamp<std::size_t>(divide_up(count, wanted_units), 1,
                                   std::max<std::size_t>(1, most_unit_bytes / bytes));
}

void use_packed(stack& s, std::size_t most_parts) {
    const std::size_t points = *product(s.unit.lengths);
    const std::size_t transforms = s.total_elements / points;
    const std::size_t parts = parts_a_unit(transforms, points * s.output().element_bytes);
    // Units of many small transforms fill either pitch, as far as whole transforms do: gaps are memory for nothing.
    const std::size_t step = std::max<std::size_t>(1, pitch_bytes / (points * s.input().element_bytes));
    s.unit.batch = s.parts = std::min({transforms, divide_up(parts, step) * step, most_parts});
    s.units = divide_up(transforms, s.unit.batch);
    s.run_elements = points * s.unit.batch;
    s.block_elements = s.total_elements;
    s.units_a_block = s.units;
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
        std::min({inner.count, std::max(least, parts_a_unit(lines, s.runs * line_bytes)), r.most_parts});
    s.run_elements = s.unit.batch * inner.stride;
    s.units_a_block = divide_up(inner.count, s.unit.batch);
    s.units = s.units_a_block * (s.total_elements / s.block_elements);
    // Axes before the loop step over runs, which are shorter in the unit; axes behind it lie within a line.
    for (const std::size_t k : r.axes)
        s.unit.input.strides.push_back(strides[k] >= span ? strides[k] / span * s.run_elements : strides[k]);
    s.unit.input.distance = inner.stride;
    s.unit.output = s.unit.input;
}

// Units of whole blocks, one behind the other: the blocks are a loop, and so is each axis between and behind those that
// are transformed.
void use_blocks(stack& s, const stack_request& r) {
    const std::size_t first = r.axes.front();
    const std::size_t block = packed_strides(r.shape)[first] * r.shape[first];
    const std::size_t blocks = s.total_elements / block;
    s.parts = std::min({blocks, parts_a_unit(blocks, block * s.output().element_bytes), r.most_parts});
    s.units = divide_up(blocks, s.parts);
    s.run_elements = block * s.parts;
    s.block_elements = s.total_elements;
    s.units_a_block = s.units;
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

// Whether whole blocks are worth it: several of them, none too large to overlap with others.
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
    const std::size_t block_start = unit_number / units_a_block * block_elements;
    const std::size_t run_start = unit_number % units_a_block * run_elements;
    // A single run may be as long as the rest of its block, one of several as long as the rest of its stride.
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
            throw usage_error(fmt::format("--axes: there is no axis {} in an array of {}", axis, rank));
        axes.push_back(static_cast<std::size_t>(axis < 0 ? axis + signed_rank : axis));
    }
    if (wanted.empty())
        for (std::size_t k = rank < 2 ? 0 : rank - 2; k < rank; ++k) axes.push_back(k);
    std::sort(axes.begin(), axes.end());
    if (std::adjacent_find(axes.begin(), axes.end()) != axes.end()) throw usage_error("--axes: the same axis twice");
    if (axes.size() > 3) throw usage_error(fmt::format("--axes: {} axes, at most 3 are transformed", axes.size()));
    return axes;
}

}  // namespace stockham::tools
