// Random problems of all kinds: rank, lengths, batch, layout, placement, direction, scale, precision, forms.
#pragma once

#include <algorithm>
#include <array>
#include <random>

#include <stockham/error.hpp>
#include <stockham/transform.hpp>

/// A layout with gaps. The axes and the batch are nested in random order. In rows, the last axis is innermost without
/// gaps.
inline stockham::layout random_layout(const std::vector<std::size_t>& lengths, std::size_t batch, std::mt19937& g,
                                      bool rows = false) {
    stockham::layout l;
    l.strides.resize(lengths.size());
    std::vector<std::size_t> order(lengths.size() + 1);  // the last one is the batch
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::shuffle(order.begin(), order.end(), g);
    std::size_t stride = 1 + g() % 3;
    if (rows) {
        const auto last = std::find(order.begin(), order.end(), lengths.size() - 1);
        std::rotate(order.begin(), last, last + 1);
        stride = 1;
    }
    for (auto k : order) {
        (k < lengths.size() ? l.strides[k] : l.distance) = stride;
        stride *= k < lengths.size() ? lengths[k] : batch;
        stride += g() % 4;
    }
    l.offset = g() % 5;
    return l;
}

/// The same for a side that holds all points of the lengths.
inline stockham::layout random_layout(const stockham::transform& t, std::mt19937& g) {
    return random_layout(t.lengths, t.batch, g);
}

/// One to three axes, sometimes more.
inline std::size_t random_rank(std::mt19937& g) {
    return g() % 8 ? 1 + g() % 3 : 4 + g() % 2;
}

/// Complex transforms of powers of two.
inline stockham::transform random_problem(std::mt19937& g, std::size_t most_points) {
    stockham::transform t;
    const std::size_t rank = random_rank(g);
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
    if (rank == 2 && g() % 4 == 0) t.algorithm = "row_transpose";
    return t;
}

/// A length from `least` to `most`: any, a product of small primes, a prime, or a power of two or its neighbour.
inline std::size_t random_length(std::mt19937& g, std::size_t least, std::size_t most) {
    const auto any = [&] { return 1 + g() % most; };
    const auto power = [&] { return std::size_t{1} << g() % 14; };
    const auto is_prime = [](std::size_t n) {
        for (std::size_t p = 2; p * p <= n; ++p)
            if (n % p == 0) return false;
        return true;
    };
    std::size_t n = 1;
    const auto sort = g() % 5;
    if (sort == 0) n = any();
    if (sort == 1)
        for (auto factors = g() % 6; factors > 0; --factors) n *= std::array{2, 3, 5, 7, 11, 13}[g() % 6];
    if (sort == 2)
        for (n = any(); !is_prime(n);) --n;
    if (sort == 3) n = power();
    if (sort == 4) n = power() - 1 + 2 * (g() % 2);
    while (n > most) n /= 2;
    return std::max(n, least);
}

/// Layouts and forms for both sides. In place they match.
inline void draw_layouts(stockham::transform& t, std::mt19937& g) {
    const bool real_input = is_real_input(t.kind), real_output = is_real_output(t.kind);
    const auto form = [&] { return g() % 3 ? stockham::storage::interleaved : stockham::storage::planar; };
    if (t.placement == stockham::placement::out_of_place) {
        if (g() % 2) t.input = random_layout(input_lengths(t), t.batch, g);
        if (g() % 2) t.output = random_layout(output_lengths(t), t.batch, g);
        if (!real_input) t.input.form = form();
        if (!real_output) t.output.form = form();
        return;
    }
    if (real_input == real_output) {
        if (g() % 2) t.input = random_layout(t.lengths, t.batch, g);
        if (!real_input) t.input.form = form();
        t.output = t.input;
    } else if (g() % 2) {
        auto& real = real_input ? t.input : t.output;
        auto& complex = real_input ? t.output : t.input;
        complex = random_layout(real_input ? output_lengths(t) : input_lengths(t), t.batch, g, true);
        real = complex;
        for (auto& stride : real.strides) stride *= 2;
        real.strides.back() = 1;
        real.distance *= 2;
        real.offset *= 2;
    }
}

/// Draws the options that every kind has, except layouts and lengths.
inline void draw_options(stockham::transform& t, std::mt19937& g) {
    using stockham::kind;
    const bool c2c = t.kind == kind::c2c, r2c = t.kind == kind::r2c, c2r = t.kind == kind::c2r;
    t.precision = std::array{stockham::precision::f32, stockham::precision::f64, stockham::precision::f16}[g() % 3];
    t.direction = c2r || (c2c && g() % 2) ? stockham::direction::inverse : stockham::direction::forward;
    t.placement = g() % 2 ? stockham::placement::in_place : stockham::placement::out_of_place;
    t.full_spectrum = (r2c || c2r) && t.placement == stockham::placement::out_of_place && g() % 2;
    if (g() % 3 == 0) t.scale = 0.125 * static_cast<double>(1 + g() % 40);
    if ((c2c || r2c || c2r) && g() % 3 == 0)
        for (auto n : input_lengths(t)) t.nonzero.push_back(1 + g() % n);
    if ((c2c || r2c || c2r) && g() % 4 == 0)
        for (auto n : output_lengths(t)) t.wanted.push_back(1 + g() % n);
}

/// Any kind, any lengths, any form; `most_points` must be at least 32.
inline stockham::transform random_any(std::mt19937& g, std::size_t most_points) {
    using stockham::kind;
    constexpr std::array kinds{kind::c2c,  kind::r2c,  kind::c2r,  kind::dct1, kind::dct2, kind::dct3,
                               kind::dct4, kind::dst1, kind::dst2, kind::dst3, kind::dst4};
    stockham::transform t;
    const std::size_t among = g() % 2 ? 3 : kinds.size();  // Fourier transforms more often
    t.kind = kinds[g() % among];
    const std::size_t rank = random_rank(g), least = t.kind == kind::dct1 ? 2 : 1;
    std::size_t room = most_points;
    for (std::size_t k = 0; k < rank; ++k) {
        const std::size_t others = k + 1 < rank ? std::size_t{1} << (rank - 1 - k) : 1;  // 2 or more for later axes
        const auto most = room / others;
        t.lengths.push_back(random_length(g, least, rank == 1 ? most : std::min<std::size_t>(most, 257)));
        room /= t.lengths.back();
    }
    std::shuffle(t.lengths.begin(), t.lengths.end(), g);
    t.batch = 1 + g() % std::min<std::size_t>(40, std::max<std::size_t>(1, room));
    draw_options(t, g);
    draw_layouts(t, g);
    return t;
}

/// Moves the transforms of one side apart and away from the start of the buffer. Kernels take these distances as
/// arguments.
inline void spread(stockham::layout& l, std::mt19937& g) {
    if (!l.strides.empty()) l.distance += g() % 9;
    l.offset = g() % 100;
    const std::size_t factor = 1 + g() % 3;
    for (auto& stride : l.strides) stride *= factor;
    l.distance *= factor;
}

/// The problem with other layouts, offsets and batch, for which a device compiles no other kernels. The problem itself
/// if most of such layouts are invalid: elements overlap if the batch is not outermost.
inline stockham::transform varied(const stockham::transform& base, std::mt19937& g) {
    for (int attempt = 0; attempt < 50; ++attempt) {
        auto t = base;
        spread(t.input, g);
        spread(t.output, g);
        if (t.placement == stockham::placement::in_place) t.output = t.input;
        if (t.batch > 2) t.batch -= g() % 2;
        try {
            check(t);
            return t;
        } catch (const stockham::error&) {
        }
    }
    return base;
}
