// Compares every variant of the oracle with explicit sums.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "data.hpp"
#include "reference.hpp"

using namespace bench;

namespace {

using number = std::complex<long double>;

/// The definition along one axis of a packed array {outer, n, inner}.
std::vector<number> along(const std::vector<number>& x, std::size_t n, std::size_t inner, int sign) {
    const long double turn = sign * 8 * std::atan(1.0L) / static_cast<long double>(n);
    std::vector<number> root(n), y(x.size());
    for (std::size_t k = 0; k < n; ++k) root[k] = std::polar(1.0L, turn * static_cast<long double>(k));
    for (std::size_t at = 0; at < x.size(); ++at) {
        const std::size_t k = at / inner % n, start = at - k * inner;
        for (std::size_t j = 0; j < n; ++j) {
            const number z = x[start + j * inner], w = root[j * k % n];
            y[at] += number(z.real() * w.real() - z.imag() * w.imag(), z.real() * w.imag() + z.imag() * w.real());
        }
    }
    return y;
}

/// All points of the batch's input. The points that c2r omits are conjugates of those that it has.
template <class Real>
std::vector<number> whole_input(const problem& p, const std::vector<Real>& in) {
    const side s = p.input();
    const auto& n = p.transform.lengths;
    std::vector<number> x;
    for (std::size_t k = 0; k < p.points(); ++k) {
        std::size_t column = k % n.back(), row = k % p.length() / n.back();
        const bool mirrored = column >= s.elements;
        if (mirrored) {
            column = n.back() - column;
            std::size_t other = 0, weight = 1;
            for (std::size_t axis = n.size() - 1; axis-- > 0; row /= n[axis], weight *= n[axis])
                other += (n[axis] - row % n[axis]) % n[axis] * weight;
            row = other;
        }
        const std::size_t at = k / p.length() * s.numbers() + row * s.pitch + column * s.parts;
        const number z(in[at], s.parts == 1 ? 0 : in[at + 1]);
        x.push_back(mirrored ? std::conj(z) : z);
    }
    return x;
}

/// The result of the definition, in the layout of the problem. Gaps between rows are NaN.
template <class Real>
std::vector<Real> transformed(const problem& p, const std::vector<Real>& in) {
    auto x = whole_input(p, in);
    std::size_t inner = p.length();
    for (std::size_t n : p.transform.lengths) {
        inner /= n;
        x = along(x, n, inner, p.transform.direction == stockham::direction::forward ? -1 : 1);
    }
    const side s = p.output();
    std::vector<Real> out(s.all_numbers(), std::numeric_limits<Real>::quiet_NaN());
    for (std::size_t row = 0; row < s.rows * s.batch; ++row)
        for (std::size_t k = 0; k < s.elements; ++k) {
            const number z = x[row * p.transform.lengths.back() + k];
            out[row * s.pitch + k * s.parts] = static_cast<Real>(z.real());
            if (s.parts == 2) out[row * s.pitch + 2 * k + 1] = static_cast<Real>(z.imag());
        }
    return out;
}

/// An exact result is within the gate, and a damaged one is not. `patience` selects the oracle.
template <class Real>
void check_oracle(const char* text, double patience, const char* oracle) {
    BOOST_TEST_CONTEXT(text << ", patience " << patience) {
        const auto p = parse_problem(text);
        std::vector<Real> in(p.input_bytes() / sizeof(Real));
        fill_random(in.data(), p, 1, 5);
        auto out = transformed(p, in);
        const reference judge(p, in.data(), 1, 7, patience);
        BOOST_TEST(judge.oracle() == oracle);
        BOOST_TEST(judge.compare(out.data()).l2 <= accuracy_gate(p, false));
        for (auto& x : out) x *= Real(1.001);
        const auto spoiled = judge.compare(out.data());
        BOOST_TEST(spoiled.l2 > 0.0009);
        BOOST_TEST(spoiled.l2 < 0.0011);
        std::fill(out.begin(), out.end(), std::numeric_limits<Real>::quiet_NaN());
        BOOST_TEST(std::isnan(judge.compare(out.data()).l2));
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_oracle_agrees_with_the_definition) {
    for (const char* shape : {"64 b9", "8x4x6 b3", "16x5", "12 inv"}) {
        const std::string f32 = std::string("c2c f32 ") + shape, f64 = std::string("c2c f64 ") + shape;
        check_oracle<float>(f32.c_str(), 4, "FFTW long double");
        check_oracle<double>(f64.c_str(), 4, "FFTW long double");
        check_oracle<double>(f64.c_str(), 1e-12, "FFTW long double, one plane of outputs");
    }
    check_oracle<double>("c2c f64 8192", 1e-12, "FFTW long double, one plane of outputs");
    check_oracle<float>("c2c f32 4096", 3e-4, "FFTW double");
}

BOOST_AUTO_TEST_CASE(every_oracle_of_real_transforms_agrees_with_the_definition) {
    for (const char* kind : {"r2c", "c2r"})
        for (const char* shape : {"64 b9", "8x4x6 b3", "3x4x5 b2", "16x5", "12", "1", "9x1 b2"})
            for (const char* where : {"", " in"}) {
                const auto text = [&](const char* precision) {
                    return std::string(kind) + " " + precision + " " + shape + where;
                };
                check_oracle<float>(text("f32").c_str(), 4, "FFTW long double");
                check_oracle<double>(text("f64").c_str(), 4, "FFTW long double");
            }
    check_oracle<float>("r2c f32 4096", 2e-4, "FFTW double");
    check_oracle<double>("c2r f64 4096", 1e-12, "FFTW long double");
    check_oracle<double>("c2r f64 64 b9", 1e-12, "FFTW long double, fewer transforms");
}

BOOST_AUTO_TEST_CASE(the_first_and_last_transform_and_six_others_are_checked) {
    const auto chosen = checked_transforms(1000, 3);
    BOOST_TEST(chosen.size() == 8U);
    BOOST_TEST(chosen.front() == 0U);
    BOOST_TEST(chosen.back() == 999U);
    BOOST_TEST(checked_transforms(1, 3).size() == 1U);
    BOOST_TEST(checked_transforms(5, 3).size() == 5U);
}
