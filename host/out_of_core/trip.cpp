// The geometry of trips: where units lie.
#include "out_of_core/trip.hpp"

#include <algorithm>

namespace stockham::internal {

namespace {

/// A dimension in both orders.
struct joint_dimension {
    std::size_t n, array, packed;  // strides
};

/// The dimensions of a unit, slowest first, with dimensions joined where one continues the other.
std::vector<joint_dimension> joined(const trip_side& side, std::size_t count) {
    std::vector<joint_dimension> all;
    std::size_t packed = 1;
    for (std::size_t k = side.inner.size(); k-- > 0;) {
        const auto& d = side.inner[k];
        const std::size_t n = k == side.divided ? count : d.n;
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

}  // namespace

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
    return place;
}

std::uint64_t phase_of(const trip& t, std::size_t unit) {
    const auto index = index_of(t, unit);
    std::uint64_t phase = index.first * t.twiddle->divided_weight;
    for (std::size_t k = 0; k < t.outer.size(); ++k) phase += index.outer[k] * t.twiddle->outer_weights[k];
    return phase;
}

void for_each_row(const trip_side& side, unit_place place, const std::function<void(const unit_rows&)>& f) {
    auto loops = joined(side, place.count);
    unit_rows rows{place.offset * side.element_bytes, 0, 0, 0, side.element_bytes, 1};
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

std::size_t even_part(std::size_t n, std::size_t most) {
    for (std::size_t parts = (n + most - 1) / most; parts <= 2 * ((n + most - 1) / most) && parts <= n; ++parts)
        if (n % parts == 0) return n / parts;
    const std::size_t parts = (n + most - 1) / most;
    return (n + parts - 1) / parts;
}

std::size_t row_bytes(const trip_side& side) {
    const auto loops = joined(side, side.inner[side.divided].n);
    const bool contiguous = !loops.empty() && loops.back().array == 1 && loops.back().packed == 1;
    return side.element_bytes * (contiguous ? loops.back().n : 1);
}

blocked_trip make_blocks(const trip& t, std::size_t parts) {
    blocked_trip made{t, t};
    made.blocks.step = std::min(t.step * parts, t.divided);
    made.inside.outer.clear();
    made.inside.divided = made.blocks.step;
    if (made.inside.twiddle) made.inside.twiddle->outer_weights.clear();
    const auto place = [&](trip_side& block, trip_side& inside) {
        block.inner[block.divided].n = made.blocks.step;
        std::size_t packed = 1;
        for (std::size_t k = inside.inner.size(); k-- > 0;) {
            inside.inner[k].stride = packed;
            packed *= block.inner[k].n;
        }
        inside.offset = 0;
        inside.strides.clear();
    };
    place(made.blocks.read, made.inside.read);
    place(made.blocks.write, made.inside.write);
    return made;
}

}  // namespace stockham::internal
