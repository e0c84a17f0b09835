// The oracle against explicit sums, and against FFTW's own real transforms.
#include <boost/test/unit_test.hpp>

#include <cmath>

#include <fftw3.h>

#include "tools/harness/oracle/random_problem.hpp"
#include "tools/harness/oracle/reference.hpp"

BOOST_AUTO_TEST_SUITE(reference_test)

using reference::number;
using stockham::kind;
using stockham::parse_transform;
using indices = std::vector<std::size_t>;

namespace {

const long double pi = std::acos(-1.0L);

std::vector<indices> all_points(const indices& lengths) {
    std::vector<indices> points(1);
    for (auto n : lengths) {
        std::vector<indices> longer;
        for (const auto& p : points)
            for (std::size_t i = 0; i < n; ++i) {
                longer.push_back(p);
                longer.back().push_back(i);
            }
        points = longer;
    }
    return points;
}

/// The contribution of input point j of N to output point k along one axis, by FFTW's manual (dct and dst).
long double factor(kind type, long double n, long double j, long double k) {
    const long double end = static_cast<long double>(static_cast<long>(k) % 2 ? -1 : 1);
    switch (type) {
    case kind::dct1:
        return j == 0 ? 1 : j == n - 1 ? end : 2 * std::cos(pi * j * k / (n - 1));
    case kind::dct2:
        return 2 * std::cos(pi * (j + 0.5L) * k / n);
    case kind::dct3:
        return j == 0 ? 1 : 2 * std::cos(pi * j * (k + 0.5L) / n);
    case kind::dct4:
        return 2 * std::cos(pi * (j + 0.5L) * (k + 0.5L) / n);
    case kind::dst1:
        return 2 * std::sin(pi * (j + 1) * (k + 1) / (n + 1));
    case kind::dst2:
        return 2 * std::sin(pi * (j + 0.5L) * (k + 1) / n);
    case kind::dst3:
        return j == n - 1 ? end : 2 * std::sin(pi * (j + 1) * (k + 0.5L) / n);
    default:
        return 2 * std::sin(pi * (j + 0.5L) * (k + 0.5L) / n);
    }
}

/// The product of the factors of all axes.
number factor(const stockham::transform& t, const indices& j, const indices& k) {
    number product = 1;
    const long double sign = t.direction == stockham::direction::forward ? -1 : 1;
    for (std::size_t a = 0; a < j.size(); ++a) {
        const auto n = t.lengths[a];
        if (is_real_input(t.kind) && is_real_output(t.kind))
            product *= factor(t.kind, static_cast<long double>(n), static_cast<long double>(j[a]),
                              static_cast<long double>(k[a]));
        else
            product *= std::polar(1.0L, sign * 2 * pi * static_cast<long double>(j[a] * k[a] % n) /
                                            static_cast<long double>(n));
    }
    return product;
}

std::size_t place(const indices& at, const stockham::layout& l, std::size_t batch) {
    auto where = l.offset + batch * l.distance;
    for (std::size_t a = 0; a < at.size(); ++a) where += at[a] * l.strides[a];
    return where;
}

bool is_zero(const stockham::transform& t, const indices& at) {
    for (std::size_t a = 0; a < t.nonzero.size(); ++a)
        if (at[a] >= t.nonzero[a]) return true;
    return false;
}

/// The sums in transform.hpp. Layouts must be explicit.
std::vector<number> by_definition(const stockham::transform& t, const std::vector<number>& input,
                                  std::vector<number> output) {
    const auto scale = t.precision == stockham::precision::f64 ? t.scale : static_cast<float>(t.scale);
    for (std::size_t b = 0; b < t.batch; ++b)
        for (const auto& k : all_points(output_lengths(t))) {
            number sum = 0;
            for (const auto& j : all_points(input_lengths(t))) {
                if (is_zero(t, j)) continue;
                const auto x = input[place(j, t.input, b)];
                sum += (is_real_input(t.kind) ? x.real() : x) * factor(t, j, k);
            }
            sum *= static_cast<long double>(scale);
            output[place(k, t.output, b)] = is_real_output(t.kind) ? sum.real() : sum;
        }
    return output;
}

/// Poison everywhere, so that reads and writes outside the layout are visible.
std::vector<number> poison(std::size_t count) {
    return std::vector<number>(count, {1e30L, -1e30L});
}

std::vector<number> input_of(const stockham::transform& t, std::mt19937& g) {
    auto data = poison(input_extent(t));
    const auto values = reference::uniform(data.size(), t.precision, g);
    for (auto k : reference::places(t, true)) data[k] = values[k];
    return data;
}

void agrees(const std::vector<number>& got, const std::vector<number>& wanted, const stockham::transform& t) {
    BOOST_TEST_CONTEXT(to_string(t)) {
        const auto where = reference::places(t, false);
        BOOST_TEST(reference::relative_error(got, wanted, where) <= 1e-16);
        auto rest = got;
        for (auto k : where) rest[k] = wanted[k];
        BOOST_TEST((rest == wanted), "it wrote outside the layout");
        if (is_real_output(t.kind))
            for (auto k : where)
                if (got[k].imag() != 0) BOOST_ERROR("a real result with an imaginary part");
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sums)

BOOST_AUTO_TEST_CASE(every_kind_but_halves_is_its_definition) {
    std::mt19937 g(23);
    for (const char* sides :
         {"c2c f64 %", "c2c f32 % inv scale=0.3", "r2c f64 %", "r2c f16 % spectrum=full scale=3", "dct1 f64 %",
          "dct2 f64 %", "dct3 f64 %", "dct4 f32 %", "dst1 f64 %", "dst2 f64 %", "dst3 f64 %", "dst4 f64 % scale=0.7"})
        for (const char* lengths : {"2", "3", "8", "13", "4x6 b2", "5x3", "2x3x4", "3x2x5 b3"}) {
            std::string text = sides;
            auto t = parse_transform(text.replace(text.find('%'), 1, lengths));
            t.input = random_layout(input_lengths(t), t.batch, g);
            t.output = random_layout(output_lengths(t), t.batch, g);
            if (!is_real_output(t.kind) && g() % 2)
                for (auto n : t.lengths) t.nonzero.push_back(1 + g() % n);
            if (t.kind == kind::c2c && t.precision == stockham::precision::f32)
                t.output.form = stockham::storage::planar;
            const auto input = input_of(t, g);
            const auto before = poison(output_extent(t));
            agrees(reference::transform(t, input, before), by_definition(t, input, before), t);
        }
}

BOOST_AUTO_TEST_CASE(length_one) {
    for (const char* text : {"c2c f64 1", "r2c f64 1", "c2r f64 1", "c2r f64 1 in"})
        BOOST_TEST(reference::transform(parse_transform(text), {3}, {0})[0] == number(3));
    BOOST_TEST(reference::transform(parse_transform("dct2 f64 1"), {3}, {0})[0] == number(6));
    BOOST_TEST(reference::transform(parse_transform("dct3 f64 1"), {3}, {0})[0] == number(3));
}

// Known zeros are not read. Their contents do not matter, not even a signalling NaN.
BOOST_AUTO_TEST_CASE(known_zeros_are_not_read) {
    for (const char* text : {"c2c f64 4x6 nonzero=2x3", "r2c f64 4x6 nonzero=3x1", "r2c f64 4x6 nonzero=4x5 in"}) {
        std::mt19937 g(29);
        auto t = parse_transform(text);
        const auto clean = input_of(t, g);
        auto spoilt = clean;
        const auto where = reference::places(t, true);
        const auto points = all_points(t.lengths);
        auto zeroed = clean;
        for (std::size_t k = 0; k < points.size(); ++k)
            if (is_zero(t, points[k])) spoilt[where[k]] = NAN, zeroed[where[k]] = 0;
        const auto got = reference::transform(t, spoilt, poison(output_extent(t)));
        t.nonzero.clear();
        BOOST_TEST((got == reference::transform(t, zeroed, poison(output_extent(t)))), text);
    }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(real_data)

/// FFTW's own c2r of one packed transform, of any data, Hermitian or not.
std::vector<number> fftw_c2r(const stockham::transform& t, std::vector<number> half) {
    std::size_t points = 1;
    for (auto n : t.lengths) points *= n;
    std::vector<long double> real(points);
    const std::vector<int> lengths(t.lengths.begin(), t.lengths.end());
    const auto plan = fftwl_plan_dft_c2r(static_cast<int>(lengths.size()), lengths.data(),
                                         reinterpret_cast<fftwl_complex*>(half.data()), real.data(), FFTW_ESTIMATE);
    fftwl_execute(plan);
    fftwl_destroy_plan(plan);
    return {real.begin(), real.end()};
}

BOOST_AUTO_TEST_CASE(c2r_of_any_data_is_that_of_fftw) {
    std::mt19937 g(31);
    for (const char* lengths : {"1", "2", "3", "8", "9", "30", "6x8", "7x9", "8x1", "5x2", "4x6x8", "3x5x7", "4x1x6"}) {
        const auto t = parse_transform(std::string("c2r f64 ") + lengths);
        const auto input = input_of(t, g);
        agrees(reference::transform(t, input, poison(output_extent(t))), fftw_c2r(t, input), t);
    }
}

BOOST_AUTO_TEST_CASE(of_a_full_spectrum_only_the_first_half_counts) {
    std::mt19937 g(37);
    for (const char* lengths : {"1", "7", "8", "6x9", "5x8", "3x4x6"}) {
        const auto half = parse_transform(std::string("c2r f64 ") + lengths + " b2"),
                   full = parse_transform(std::string("c2r f64 ") + lengths + " b2 spectrum=full");
        const auto input = input_of(half, g);
        std::vector<number> spectrum(input_extent(full), {NAN, NAN});
        std::size_t next = 0, place = 0;
        for (std::size_t b = 0; b < 2; ++b)
            for (const auto& at : all_points(full.lengths)) {
                if (at.back() <= full.lengths.back() / 2) spectrum[place] = input[next++];
                ++place;
            }
        const auto before = poison(output_extent(half));
        BOOST_TEST((reference::transform(full, spectrum, before) == reference::transform(half, input, before)),
                   to_string(full));
    }
}

// Every layout of either side, also in place: the round trip returns N times the input.
BOOST_AUTO_TEST_CASE(round_trips) {
    std::mt19937 g(41);
    int seen = 0;
    for (int count = 0; count < 2000; ++count) {
        auto t = random_any(g, 300);
        if (t.kind != kind::r2c || !t.nonzero.empty() || !t.wanted.empty()) continue;
        t.precision = stockham::precision::f64;
        auto back = t;
        back.kind = kind::c2r;
        back.direction = stockham::direction::inverse;
        std::swap(back.input, back.output);
        back.scale = 1 / t.scale;
        for (auto n : t.lengths) back.scale /= static_cast<double>(n);
        const auto x = input_of(t, g);
        const auto y = reference::transform(t, x, poison(output_extent(t)));
        const auto again = reference::transform(back, y, poison(output_extent(back)));
        auto wanted = poison(output_extent(back));
        for (auto k : reference::places(t, true)) wanted[k] = x[k].real();
        BOOST_TEST(reference::relative_error(again, wanted, reference::places(back, false)) <= 1e-15, to_string(t));
        ++seen;
    }
    BOOST_TEST(seen > 100);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(measures)

/// A sign, 11 bits, and a power of two in the range of half precision.
bool is_half(long double x) {
    if (x == 0) return true;
    int exponent = 0;
    std::frexp(x, &exponent);
    const auto last_bit = std::max(exponent, -13) - 11;
    return std::fabs(x) <= 1 && std::ldexp(x, -last_bit) == std::nearbyint(std::ldexp(x, -last_bit));
}

BOOST_AUTO_TEST_CASE(data_are_exact_in_their_precision) {
    std::mt19937 g(43);
    for (const auto& z : reference::uniform(50000, stockham::precision::f16, g))
        if (!is_half(z.real()) || !is_half(z.imag())) BOOST_ERROR("no half precision number: " << z);
    for (const auto& z : reference::uniform(1000, stockham::precision::f32, g))
        if (static_cast<float>(z.real()) != z.real()) BOOST_ERROR("no single precision number: " << z);
    BOOST_TEST(!is_half(1 / 3.0L));
    BOOST_TEST(is_half(std::ldexp(1.0L, -24)));
    BOOST_TEST(!is_half(std::ldexp(1.0L, -25)));
}

BOOST_AUTO_TEST_CASE(gates) {
    const auto gate = [](const char* text) { return reference::gate(parse_transform(text)); };
    const double eps = std::ldexp(1.0, -24);
    const auto of = [&](double log2) { return 0.6 * eps * std::sqrt(log2) + eps; };
    const auto close = boost::test_tools::tolerance(1e-12);
    BOOST_TEST(gate("c2c f32 1") == eps, close);
    BOOST_TEST(gate("c2c f32 16x16 b9") == of(8), close);
    BOOST_TEST(gate("c2c f64 16") == std::ldexp(of(4), -29), close);
    BOOST_TEST(gate("c2c f32 16 scale=0.3") == of(4) + eps, close);
    BOOST_TEST(gate("c2c f16 16 scale=0.3") == of(4) + eps + std::ldexp(1.0, -11), close);
    BOOST_TEST(gate("r2c f32 16") == of(4), close);
    BOOST_TEST(gate("c2r f32 1001") == of(std::log2(1001.0)), close);
    BOOST_TEST(gate("c2c f32 34x2") == 2 * of(std::log2(68.0)), close);
    BOOST_TEST(gate("c2c f32 17 scale=3") == 2 * of(std::log2(17.0)) + eps, close);
    BOOST_TEST(gate("c2c f16 17") == 2 * of(std::log2(17.0)) + std::ldexp(1.0, -11), close);
    BOOST_TEST(gate("dct2 f32 16x8") == of(9), close);
    BOOST_TEST(gate("dct1 f32 17") == of(5), close);
    BOOST_TEST(gate("dst1 f32 31") == of(6), close);
    BOOST_TEST(gate("dst1 f32 16") == 2 * of(std::log2(34.0)), close);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()
