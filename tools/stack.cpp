// How an array of any rank becomes a stack of transforms: which axes are transformed, and in which units it can be cut.
#include "stack.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "parallel.hpp"

namespace stockham::tools {

namespace {

// Below this a launch for each unit costs more than moving the data on the host.
constexpr std::size_t least_strided_bytes = std::size_t{16} << 20;

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

void use_packed(stack& s, std::size_t total) {
    s.unit_elements = *product(s.unit.lengths);
    s.units = total / s.unit_elements;
    s.most_units = s.units;
}

void use_strides(stack& s, const stack_request& r, const loop& inner, std::size_t first, std::size_t total) {
    const auto strides = packed_strides(r.shape);
    for (const std::size_t k : r.axes) s.unit.input.strides.push_back(strides[k]);
    s.unit.input.distance = inner.stride;
    s.unit.output = s.unit.input;
    s.unit.batch = inner.count;
    s.unit_elements = strides[first] * r.shape[first];
    s.units = total / s.unit_elements;
}

}  // namespace

transform stack::for_units(std::size_t n) const {
    transform t = unit;
    if (most_units > 1) t.batch = n;
    return t;
}

stack make_stack(const stack_request& r) {
    stack s;
    const std::size_t total = *product(r.shape);
    const std::size_t first = r.axes.front();
    for (const std::size_t k : r.axes) s.unit.lengths.push_back(r.shape[k]);
    s.unit.precision = r.precision;
    s.unit.direction = r.inverse ? direction::inverse : direction::forward;
    if (r.inverse) s.unit.scale = 1 / static_cast<double>(*product(s.unit.lengths));
    const auto inner = inner_loop(r, first);
    if (inner && inner->count == 1) {
        use_packed(s, total);
        return s;
    }
    const std::size_t block = packed_strides(r.shape)[first] * r.shape[first];
    const std::size_t block_bytes = block * element_size(r.precision);
    if (inner && block_bytes <= r.most_block_bytes && (block == total || block_bytes >= least_strided_bytes)) {
        use_strides(s, r, *inner, first, total);
        return s;
    }
    for (std::size_t k = 0; k < r.shape.size(); ++k)
        if (!contains(r.axes, k)) s.permutation.push_back(k);
    s.permutation.insert(s.permutation.end(), r.axes.begin(), r.axes.end());
    use_packed(s, total);
    return s;
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

void check_lengths(const std::vector<std::size_t>& shape, const std::vector<std::size_t>& axes,
                   const std::string& name) {
    for (const std::size_t k : axes) {
        const std::size_t n = shape[k];
        if (is_power_of_two(n)) continue;
        const std::size_t above = next_power_of_two(n);
        throw job_error(fmt::format("{}: axis {} has length {}, which is no power of two; the nearest are {} and {}",
                                    name, k, n, above / 2, above));
    }
}

void permute(const void* from, void* to, const std::vector<std::size_t>& shape, const std::vector<std::size_t>& order,
             std::size_t element_bytes, bool back) {
    const auto strides = packed_strides(shape);
    std::vector<std::size_t> lengths;
    std::vector<std::size_t> steps;
    for (const std::size_t k : order) {
        lengths.push_back(shape[k]);
        steps.push_back(strides[k]);
    }
    const std::size_t last = lengths.back();
    const std::size_t lines = *product(shape) / last;
    const auto* source = static_cast<const char*>(from);
    auto* target = static_cast<char*>(to);
    // A line runs along the last axis of the permuted order; its place in the array follows from its number's digits.
    parallel_for(lines, 1 + (std::size_t{1} << 16) / last, [&](std::size_t begin, std::size_t end) {
        for (std::size_t line = begin; line < end; ++line) {
            std::size_t place = 0;
            std::size_t rest = line;
            for (std::size_t k = lengths.size() - 1; k-- > 0; rest /= lengths[k]) place += rest % lengths[k] * steps[k];
            for (std::size_t i = 0; i < last; ++i, place += steps.back()) {
                const std::size_t dense = line * last + i;
                std::memcpy(target + (back ? place : dense) * element_bytes,
                            source + (back ? dense : place) * element_bytes, element_bytes);
            }
        }
    });
}

}  // namespace stockham::tools
