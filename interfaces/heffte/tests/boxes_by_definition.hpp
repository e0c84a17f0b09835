// Arrays in the order of heFFTe's boxes, and transforms of them by the definition, for the tests of its backends.
#pragma once

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <complex>
#include <cstddef>
#include <random>
#include <type_traits>
#include <vector>

#include <heffte_common.h>

namespace heffte_boxes {

using heffte::box3d;

inline const double pi = std::acos(-1.0);

template <typename scalar>
std::vector<scalar> random_reals(std::size_t n) {
    std::mt19937 engine(1);
    std::uniform_real_distribution<scalar> uniform(-1, 1);
    std::vector<scalar> x(n);
    for (scalar& each : x) each = uniform(engine);
    return x;
}

template <typename scalar>
std::vector<std::complex<scalar>> random_complex(std::size_t n) {
    const std::vector<scalar> parts = random_reals<scalar>(2 * n);
    std::vector<std::complex<scalar>> x(n);
    for (std::size_t k = 0; k < n; ++k) x[k] = {parts[2 * k], parts[2 * k + 1]};
    return x;
}

/// Elements between neighbours along a dimension.
inline std::size_t stride_of(const box3d<>& box, int dimension) {
    std::size_t stride = 1;
    for (int place = 0; box.order[static_cast<std::size_t>(place)] != dimension; ++place)
        stride *= static_cast<std::size_t>(box.osize(place));
    return stride;
}

/// Applies sum_j x[j] term(j, k, n) along a dimension, by the definition.
template <typename value, typename term_function>
std::vector<value> along(const box3d<>& box, int dimension, const std::vector<value>& x, const term_function& term) {
    const auto n = static_cast<std::size_t>(box.size[static_cast<std::size_t>(dimension)]);
    const std::size_t stride = stride_of(box, dimension);
    std::vector<value> terms(n * n), y(x.size());
    for (std::size_t k = 0; k < n * n; ++k)
        terms[k] = term(static_cast<double>(k % n), static_cast<double>(k / n), static_cast<double>(n));
    for (std::size_t place = 0; place < x.size(); ++place) {
        const std::size_t k = place / stride % n, first = place - k * stride;
        value sum = 0;
        for (std::size_t j = 0; j < n; ++j) sum += x[first + j * stride] * terms[k * n + j];
        y[place] = sum;
    }
    return y;
}

template <typename value>
double difference(const std::vector<value>& a, const std::vector<value>& b) {
    BOOST_REQUIRE_EQUAL(a.size(), b.size());
    double error = 0, size = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        error += std::norm(a[k] - b[k]);
        size += std::norm(b[k]);
    }
    return std::sqrt(error / size);
}

template <typename scalar>
double tolerance() {
    return std::is_same<scalar, float>::value ? 4e-7 : 1e-15;
}

inline std::complex<double> root(double j, double k, double n) {
    return std::polar(1.0, -2 * pi * std::fmod(j * k, n) / n);
}

}  // namespace heffte_boxes
