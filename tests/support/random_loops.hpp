// Random transforms along some axes of random arrays: two to six dimensions, axes in any order, strides with gaps,
// input that loops share.
#pragma once

#include "tools/harness/oracle/random_problem.hpp"

/// Strides of dimensions of these lengths, nested in random order with gaps. `first`, if given, is innermost and has
/// no gap.
inline std::vector<std::size_t> random_strides(const std::vector<std::size_t>& lengths, std::mt19937& g,
                                               std::size_t first = ~std::size_t{0}) {
    std::vector<std::size_t> order, strides(lengths.size());
    for (std::size_t k = 0; k < lengths.size(); ++k)
        if (k != first) order.push_back(k);
    if (g() % 3) std::shuffle(order.begin(), order.end(), g);
    if (first < lengths.size()) order.insert(order.begin(), first);
    const bool gaps = g() % 2;
    std::size_t stride = first < lengths.size() || !gaps ? 1 : 1 + g() % 3;
    for (auto k : order) {
        strides[k] = stride;
        stride = stride * lengths[k] + (gaps ? g() % 3 : 0);
    }
    return strides;
}

/// Gives these strides to the axes of a side, then to its loops.
inline void set_side(stockham::transform& t, bool input, const std::vector<std::size_t>& strides, std::size_t offset) {
    auto& side = input ? t.input : t.output;
    const auto axes = static_cast<std::ptrdiff_t>(t.lengths.size());
    side.strides.assign(strides.begin(), strides.begin() + axes);
    side.offset = offset;
    for (std::size_t k = 0; k < t.loops.size(); ++k)
        (input ? t.loops[k].input_stride : t.loops[k].output_stride) = strides[t.lengths.size() + k];
}

/// The lengths of the axes of a side, then of the loops.
inline std::vector<std::size_t> dimensions_of(const stockham::transform& t, bool input) {
    auto all = input ? input_lengths(t) : output_lengths(t);
    for (const auto& l : t.loops) all.push_back(l.n);
    return all;
}

/// Both sides of a transform in place.
inline void draw_sides_in_place(stockham::transform& t, std::mt19937& g) {
    const bool real_input = is_real_input(t.kind), real_output = is_real_output(t.kind);
    const std::size_t offset = g() % 5;
    if (real_input == real_output) {
        const auto strides = random_strides(dimensions_of(t, true), g);
        for (bool input : {true, false}) set_side(t, input, strides, offset);
        if (!real_input && g() % 3 == 0) t.input.form = t.output.form = stockham::storage::planar;
        return;
    }
    const auto last = t.lengths.size() - 1;
    auto strides = random_strides(dimensions_of(t, !real_input), g, last);
    set_side(t, !real_input, strides, offset);
    for (auto& stride : strides) stride *= 2;
    strides[last] = 1;
    set_side(t, real_input, strides, 2 * offset);
}

inline stockham::transform random_loops(std::mt19937& g, std::size_t most_points) {
    using stockham::kind;
    stockham::transform t;
    const std::size_t rank = 2 + g() % 5, axes = 1 + g() % std::min<std::size_t>(rank, 4);
    constexpr std::array kinds{kind::c2c,  kind::r2c,  kind::c2r,  kind::dct1, kind::dct2, kind::dct3,
                               kind::dct4, kind::dst1, kind::dst2, kind::dst3, kind::dst4};
    t.kind = kinds[g() % (g() % 3 ? 3 : kinds.size())];
    std::size_t room = most_points;
    for (std::size_t k = 0; k < rank; ++k) {
        const auto most = std::max<std::size_t>(2, room >> (rank - 1 - k));  // leaves at least 2 for each later axis
        const std::size_t least = k < axes && t.kind == kind::dct1 ? 2 : 1;
        const auto n = random_length(g, least, std::min<std::size_t>(most, k == 0 && axes == 1 ? 512 : 40));
        if (k < axes)
            t.lengths.push_back(n);
        else
            t.loops.push_back({n, 0, 0});
        room = std::max<std::size_t>(1, room / n);
    }
    draw_options(t, g);
    if (t.placement == stockham::placement::in_place) {
        draw_sides_in_place(t, g);
        return t;
    }
    for (bool input : {true, false}) {
        set_side(t, input, random_strides(dimensions_of(t, input), g), g() % 5);
        auto& form = (input ? t.input : t.output).form;
        if (!(input ? is_real_input(t.kind) : is_real_output(t.kind)) && g() % 3 == 0) form = stockham::storage::planar;
    }
    for (auto& l : t.loops)
        if (g() % 6 == 0) l.input_stride = g() % 4;  // shares input with other transforms
    return t;
}
