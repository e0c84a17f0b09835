// Convolutions in long double, by transforms of the definition.
#pragma once

#include <numeric>
#include <random>
#include <vector>

#include <stockham/convolution.hpp>

#include "tools/harness/oracle/reference.hpp"

inline std::size_t points_of(const stockham::transform& t) {
    return std::accumulate(t.lengths.begin(), t.lengths.end(), std::size_t{1}, std::multiplies<>());
}

inline stockham::transform complex_of(const stockham::transform& t, stockham::direction way, std::size_t batch) {
    stockham::transform c;
    c.lengths = t.lengths;
    c.batch = batch;
    c.direction = way;
    c.precision = stockham::precision::f64;
    return c;
}

/// True if an element of packed arrays is among the first `kept` points of each axis. Empty `kept` means all points.
inline bool is_kept(std::size_t place, const std::vector<std::size_t>& lengths, const std::vector<std::size_t>& kept) {
    for (auto a = kept.size(); a-- > 0; place /= lengths[a])
        if (place % lengths[a] >= kept[a]) return false;
    return true;
}

/// The elements of packed arrays that are kept.
inline std::vector<std::size_t> kept_places(std::size_t count, const std::vector<std::size_t>& lengths,
                                            const std::vector<std::size_t>& kept) {
    std::vector<std::size_t> places;
    for (std::size_t k = 0; k < count; ++k)
        if (is_kept(k, lengths, kept)) places.push_back(k);
    return places;
}

/// Packed arrays with `other` in place of the elements that are not kept.
inline std::vector<reference::number> kept_part(std::vector<reference::number> data, const stockham::transform& t,
                                                const std::vector<std::size_t>& kept, reference::number other) {
    for (std::size_t k = 0; k < data.size(); ++k)
        if (!is_kept(k, t.lengths, kept)) data[k] = other;
    return data;
}

/// The results of one kernel with packed signals, in long double, by transforms of the definition.
inline std::vector<reference::number> convolved(const stockham::convolution_description& d,
                                                const std::vector<reference::number>& signals,
                                                const std::vector<reference::number>& kernels) {
    const auto points = points_of(d.signal);
    const auto forward = [&](const std::vector<reference::number>& x) {
        return reference::transform(complex_of(d.signal, stockham::direction::forward, x.size() / points), x, x);
    };
    auto spectrum = forward(signals);
    const auto factor = forward(kernels);
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
        const auto w = factor[d.spectrum_each ? k : k % points];
        spectrum[k] *= d.correlate ? std::conj(w) : w;
    }
    auto result =
        reference::transform(complex_of(d.signal, stockham::direction::inverse, d.signal.batch), spectrum, spectrum);
    for (auto& z : result) z *= static_cast<long double>(d.signal.scale);
    return result;
}

inline std::vector<reference::number> random_signal(std::size_t count, bool real, stockham::precision p,
                                                    unsigned seed) {
    std::mt19937 generator(seed);
    auto data = reference::uniform(count, p, generator);
    if (real)
        for (auto& z : data) z = z.real();
    return data;
}
