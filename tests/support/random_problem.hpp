// Random problems of all kinds: rank, lengths, batch, layout, placement, direction, scale, precision.
#pragma once

#include <algorithm>
#include <random>

#include <stockham/transform.hpp>

/// A layout with gaps: the axes and the batch in a random order of nesting.
inline stockham::layout random_layout(const stockham::transform& t, std::mt19937& g) {
    stockham::layout l;
    l.strides.resize(t.lengths.size());
    std::vector<std::size_t> order(t.lengths.size() + 1);  // the last one is the batch
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::shuffle(order.begin(), order.end(), g);
    std::size_t stride = 1 + g() % 3;
    for (auto k : order) {
        (k < t.lengths.size() ? l.strides[k] : l.distance) = stride;
        stride *= k < t.lengths.size() ? t.lengths[k] : t.batch;
        stride += g() % 4;
    }
    l.offset = g() % 5;
    return l;
}

inline stockham::transform random_problem(std::mt19937& g, std::size_t most_points) {
    stockham::transform t;
    const std::size_t rank = 1 + g() % 3;
    std::size_t points = 1;
    for (std::size_t k = 0; k < rank; ++k) {
        std::size_t n = std::size_t{1} << g() % (rank == 1 ? 14 : 8);
        while (points * n > most_points) n /= 2;
        t.lengths.push_back(n);
        points *= n;
    }
    std::shuffle(t.lengths.begin(), t.lengths.end(), g);
    t.batch = 1 + g() % std::min<std::size_t>(40, std::max<std::size_t>(1, most_points / points));
    t.precision = g() % 2 ? stockham::precision::f32 : stockham::precision::f64;
    t.direction = g() % 2 ? stockham::direction::forward : stockham::direction::inverse;
    t.placement = g() % 2 ? stockham::placement::in_place : stockham::placement::out_of_place;
    if (g() % 3 == 0) t.scale = 0.125 * static_cast<double>(1 + g() % 40);
    if (g() % 2) t.input = random_layout(t, g);
    if (g() % 2) t.output = random_layout(t, g);
    if (t.placement == stockham::placement::in_place) t.output = t.input;
    if (rank == 2 && g() % 4 == 0) t.algorithm = stockham::algorithm::row_transpose;
    return t;
}
