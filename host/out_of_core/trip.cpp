// The geometry of trips: where units lie.
#include "out_of_core/trip.hpp"

#include <algorithm>

namespace stockham::internal {

namespace {

/// A dimension in both orders.
struct joint_dimension {
    std::size_t n, array, packed;  // strides
};

/// Elements along each dimension of a unit.
using extents = std::vector<std::size_t>;

extents whole_unit(const trip_side& side) {
    extents all;
    for (const auto& d : side.inner) all.push_back(d.n);
    return all;
}

/// The first elements of a unit along each dimension, slowest dimension first. Dimensions are joined where one
/// continues the other.
std::vector<joint_dimension> joined(const trip_side& side, const extents& part) {
    std::vector<joint_dimension> all;
    std::size_t packed = 1;
    for (std::size_t k = side.inner.size(); k-- > 0;) {
        const auto& d = side.inner[k];
        const std::size_t n = part[k];
        if (n == 1) {
            packed *= d.n;
            continue;
        }
        if (!all.empty() && all.back().array * all.back().n == d.stride && all.back().packed * all.back().n == packed)
            all.back().n *= n;
        else
            all.push_back({n, d.stride, packed});
        packed *= d.n;
    }
    std::reverse(all.begin(), all.end());
    return all;
}

void visit(const std::vector<joint_dimension>& loops, std::size_t depth, std::size_t element, unit_rows rows,
           const std::function<void(const unit_rows&)>& f) {
    if (depth == loops.size()) return f(rows);
    for (std::size_t i = 0; i < loops[depth].n; ++i) {
        visit(loops, depth + 1, element, rows, f);
        rows.array += loops[depth].array * element;
        rows.packed += loops[depth].packed * element;
    }
}

/// Indices of a unit along the outer dimensions, and the first element along the divided one.
struct unit_index {
    std::vector<std::size_t> outer;
    std::size_t first;
};

unit_index index_of(const trip& t, std::size_t unit) {
    unit_index index{std::vector<std::size_t>(t.outer.size()), unit % t.parts() * t.step};
    unit /= t.parts();
    for (std::size_t k = t.outer.size(); k-- > 0;) {
        index.outer[k] = unit % t.outer[k];
        unit /= t.outer[k];
    }
    return index;
}

/// Columns of a unit, and the first of them.
struct column_range {
    std::size_t first = 0, count = 1, stride = 0;
};

column_range columns_of(const trip_side& side, const unit_index& index, std::size_t count) {
    const auto& r = *side.reflected;
    if (r.outer_columns) return {index.outer[*r.outer_columns], 1, side.strides[*r.outer_columns]};
    if (!r.columns) return {};
    const auto& d = side.inner[*r.columns];
    if (*r.columns == side.divided) return {index.first, count, d.stride};
    return {0, d.n, d.stride};
}

std::size_t reflected_offset(const trip_side& side, const unit_index& index, const unit_place& place) {
    const auto columns = columns_of(side, index, place.count);
    return place.offset + side.reflected->base - (2 * columns.first + columns.count - 1) * columns.stride;
}

/// Calls f for all rows of a part of a unit, from these elements of the array and the packed unit on.
void visit_part(const trip_side& side, const extents& part, std::size_t array, std::size_t packed,
                const std::function<void(const unit_rows&)>& f) {
    auto loops = joined(side, part);
    unit_rows rows{array * side.element_bytes, packed * side.element_bytes, 0, 0, side.element_bytes, 1};
    const auto take = [&] {
        const auto last = loops.back();
        loops.pop_back();
        return last;
    };
    if (!loops.empty() && loops.back().array == 1 && loops.back().packed == 1) rows.bytes *= take().n;
    rows.array_pitch = rows.packed_pitch = rows.bytes;
    if (!loops.empty()) {
        const auto last = take();
        rows.rows = last.n;
        rows.array_pitch = last.array * side.element_bytes;
        rows.packed_pitch = last.packed * side.element_bytes;
    }
    visit(loops, 0, side.element_bytes, rows, f);
}

}  // namespace

std::size_t trip_side::packed_stride(std::size_t dimension) const {
    std::size_t stride = 1;
    for (std::size_t k = dimension + 1; k < inner.size(); ++k) stride *= inner[k].n;
    return stride;
}

std::size_t trip_side::unit_elements() const {
    std::size_t all = 1;
    for (const auto& d : inner) all *= d.n;
    return all;
}

std::size_t trip::units() const {
    std::size_t all = parts();
    for (const auto n : outer) all *= n;
    return all;
}

unit_place place_of(const trip& t, const trip_side& side, std::size_t unit) {
    const auto index = index_of(t, unit);
    unit_place place{side.offset + index.first * side.inner[side.divided].stride,
                     std::min(t.step, t.divided - index.first)};
    for (std::size_t k = 0; k < t.outer.size(); ++k) place.offset += index.outer[k] * side.strides[k];
    if (side.reflected) place.reflected = reflected_offset(side, index, place);
    return place;
}

std::uint64_t phase_of(const trip& t, std::size_t unit) {
    const auto index = index_of(t, unit);
    std::uint64_t phase = index.first * t.divided_weight;
    for (std::size_t k = 0; k < t.outer.size(); ++k) phase += index.outer[k] * t.outer_weights[k];
    return phase;
}

void for_each_row(const trip_side& side, unit_place place, const std::function<void(const unit_rows&)>& f) {
    auto part = whole_unit(side);
    part[side.divided] = place.count;
    if (!side.reflected) return visit_part(side, part, place.offset, 0, f);
    const auto& r = *side.reflected;
    const std::size_t all = part[r.along];
    part[r.along] = r.direct;
    visit_part(side, part, place.offset, 0, f);
    part[r.along] = all - r.direct;
    std::size_t packed = r.direct * side.packed_stride(r.along);
    // The images of the columns that a unit lacks would come first.
    if (r.columns) packed += (side.inner[*r.columns].n - part[*r.columns]) * side.packed_stride(*r.columns);
    if (part[r.along] > 0) visit_part(side, part, place.reflected, packed, f);
}

std::size_t even_part(std::size_t n, std::size_t most) {
    constexpr std::size_t most_tried = 1 << 16;  // among more parts, a smaller last one costs nothing
    const std::size_t fewest = (n + most - 1) / most;
    const std::size_t end = std::min(n, fewest + std::min(fewest, most_tried));
    for (std::size_t parts = fewest; parts <= end; ++parts)
        if (n % parts == 0) return n / parts;
    return (n + fewest - 1) / fewest;
}

std::size_t row_bytes(const trip_side& side) {
    const auto loops = joined(side, whole_unit(side));
    const bool contiguous = !loops.empty() && loops.back().array == 1 && loops.back().packed == 1;
    return side.element_bytes * (contiguous ? loops.back().n : 1);
}

blocked_trip make_blocks(const trip& t, std::size_t parts) {
    blocked_trip made{t, t};
    made.blocks.step = std::min(t.step * parts, t.divided);
    made.inside.outer.clear();
    made.inside.divided = made.blocks.step;
    made.inside.outer_weights.clear();
    const auto place = [&](trip_side& block, trip_side& inside) {
        block.inner[block.divided].n = made.blocks.step;
        for (std::size_t k = 0; k < inside.inner.size(); ++k) inside.inner[k].stride = block.packed_stride(k);
        inside.offset = 0;
        inside.strides.clear();
        if (!inside.reflected) return;
        auto& r = *inside.reflected;
        r.outer_columns.reset();
        r.base = r.direct * block.packed_stride(r.along);
        if (r.columns) r.base += (block.inner[*r.columns].n - 1) * block.packed_stride(*r.columns);
    };
    place(made.blocks.read, made.inside.read);
    place(made.blocks.write, made.inside.write);
    return made;
}

}  // namespace stockham::internal
